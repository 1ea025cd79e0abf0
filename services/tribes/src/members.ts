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
import { assertModerates, assertReads, getTribe } from './access.ts';
import type { Deps } from './deps.ts';
import { normalizeName } from './names.ts';
import { presentMembers, presentOwn, presentPending } from './present.ts';
import type { MemberPosition } from './store/members.ts';

/** So many are looked at for one page of a search by name, because the names are identity's. */
const searchedAtOnce = 500;

/** The tribes the caller belongs to or asked to join. */
export async function myMemberships(deps: Deps, actor: Actor): Promise<Memberships> {
  const seen = await deps.store.tribes.ofUser(actor.id, ['active', 'pending']);
  return { items: seen.map((own) => presentOwn(deps, own)) };
}

/** The active members, for those who may read the tribe; with `q` those whose name holds it. */
export async function listMembers(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { limit, cursor, q }: MembersQuery,
): Promise<Members> {
  const seen = await getTribe(deps, viewer, tribeId);
  assertReads(viewer, seen);
  const positions = new Positions(deps, `members:${tribeId}`);
  const most = q === '' ? limit : searchedAtOnce;
  const rows = await deps.store.members.page(tribeId, {
    status: 'active',
    limit: most + 1,
    after: positions.read(cursor),
  });
  const presented = await presentMembers(deps, viewer, seen, rows.slice(0, most));
  const { items, passed } = firstMatching(presented, q, limit);
  return { items, nextCursor: positions.after(rows, passed) };
}

/** Those among the first members whose shown name holds `q`, `limit` at most, and how many were passed by for them. */
function firstMatching(members: readonly TribeMember[], q: string, limit: number) {
  const wanted = normalizeName(q);
  const items: TribeMember[] = [];
  for (const [index, member] of members.entries()) {
    // Who is hidden is not found by name: the label that stands for it is not one.
    const matches = q === '' || (!member.restrictedHigher && normalizeName(member.user.name).includes(wanted));
    if (matches) items.push(member);
    if (items.length === limit) return { items, passed: index + 1 };
  }
  return { items, passed: members.length };
}

/** Those who ask to be let in, the oldest first; for owner, officers and site admins. */
export async function listPending(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { limit, cursor }: PendingQuery,
): Promise<PendingMembers> {
  const seen = await getTribe(deps, viewer, tribeId);
  assertModerates(viewer, seen);
  const positions = new Positions(deps, `pending:${tribeId}`);
  const after = positions.read(cursor);
  const rows = await deps.store.members.page(tribeId, { status: 'pending', limit: limit + 1, after });
  const items = await presentPending(deps, viewer, seen, rows.slice(0, limit));
  return { items, nextCursor: positions.after(rows, limit) };
}

const Position = z.tuple([MemberRole, z.coerce.date(), z.int()]);

/** Where the pages of a list of members end. */
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

  /** Of a page of which `passed` rows were used; null when none is left. */
  after(rows: readonly MemberPosition[], passed: number): string | null {
    const last = rows[passed - 1];
    if (!last || rows.length <= passed) return null;
    return this.#cursors.encode(this.#list, [last.role, last.since, last.seq]);
  }
}
