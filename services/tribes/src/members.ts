import { requireModerator, requireReader } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { z } from 'zod';
import {
  MemberRole,
  type Members,
  type Memberships,
  type MembersQuery,
  type PendingMembers,
  type PendingQuery,
  type TribeMember,
} from '../api.ts';
import { factsOf, getTribe } from './access.ts';
import type { Deps } from './deps.ts';
import { normalizeName } from './names.ts';
import { presentMembers, presentOwnMembership, presentPending } from './present.ts';
import type { MemberPosition } from './store/members.ts';

/** How many members one page of a search reads: names are identity's, so they are compared here. */
const searchBatchSize = 500;

/** The tribes of which the caller is a member or has requested to be one. */
export async function listOwnMemberships(deps: Deps, actor: Actor): Promise<Memberships> {
  const memberships = await deps.store.tribes.listByUser(actor.id, ['active', 'pending']);
  return { items: memberships.map((own) => presentOwnMembership(deps, own)) };
}

/** The active members, for those who may read the tribe; with `q` those whose name contains it. */
export async function listMembers(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { limit, cursor, q }: MembersQuery,
): Promise<Members> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireReader(viewer, factsOf(tribe));
  const positions = new Positions(deps, `members:${tribeId}`);
  const readCount = q === '' ? limit : searchBatchSize;
  const rows = await deps.store.members.listPage(tribeId, {
    status: 'active',
    limit: readCount + 1,
    after: positions.read(cursor),
  });
  const presented = await presentMembers(deps, viewer, tribe, rows.slice(0, readCount));
  const { items, consumed } = firstMatching(presented, q, limit);
  return { items, nextCursor: positions.after(rows, consumed) };
}

/** The first members whose shown name contains `q`, `limit` at most, and how many were read to find them. */
function firstMatching(members: readonly TribeMember[], q: string, limit: number) {
  const wanted = normalizeName(q);
  const items: TribeMember[] = [];
  for (const [index, member] of members.entries()) {
    // Hidden members are not found by name: the label in its place is not one.
    const matches = q === '' || (!member.restrictedHigher && normalizeName(member.user.name).includes(wanted));
    if (matches) items.push(member);
    if (items.length === limit) return { items, consumed: index + 1 };
  }
  return { items, consumed: members.length };
}

/** Requests to join, the oldest first; for owner, officers and site admins. */
export async function listPending(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { limit, cursor }: PendingQuery,
): Promise<PendingMembers> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, factsOf(tribe));
  const positions = new Positions(deps, `pending:${tribeId}`);
  const after = positions.read(cursor);
  const rows = await deps.store.members.listPage(tribeId, { status: 'pending', limit: limit + 1, after });
  const items = await presentPending(deps, viewer, tribe, rows.slice(0, limit));
  return { items, nextCursor: positions.after(rows, limit) };
}

const Position = z.tuple([MemberRole, z.coerce.date(), z.int()]);

/** The cursors of a list of members. */
class Positions {
  readonly #cursors: Deps['cursors'];
  readonly #list: string;

  constructor({ cursors }: Pick<Deps, 'cursors'>, list: string) {
    this.#cursors = cursors;
    this.#list = list;
  }

  read(cursor: string | undefined): MemberPosition | undefined {
    if (cursor === undefined) return undefined;
    const [role, since, seq] = this.#cursors.decode(this.#list, cursor, Position);
    return { role, since, seq };
  }

  /** The cursor after the first `consumed` rows; null when none is left. */
  after(rows: readonly MemberPosition[], consumed: number): string | null {
    const last = rows[consumed - 1];
    if (!last || rows.length <= consumed) return null;
    return this.#cursors.encode(this.#list, [last.role, last.since, last.seq]);
  }
}
