import { mayModerate } from '@tribus/community/access.ts';
import { authorityOf } from '@tribus/community/authority.ts';
import { requireModerator, requireReader } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { z } from 'zod';
import { MemberRole } from '../api/my-membership.ts';
import type { Members, Memberships, MembersQuery, PendingMembers, PendingQuery, TribeMember } from '../api.ts';
import { waitingCountedMax } from '../limits.ts';
import { factsOf, getTribe } from './access.ts';
import { measuresOpen } from './authority.ts';
import { blockedMembers } from './blocked-members.ts';
import type { Deps } from './deps.ts';
import { normalizeName } from './names.ts';
import { presentMembers, presentOwnMembership, presentPending, presentRestriction } from './present.ts';
import type { MemberPosition } from './store/members.ts';
import type { Member } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

/** How many members one page of a search reads: names are identity's, so they are compared here. */
export const searchBatchSize = 500;

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
  { limit, cursor, q, role }: MembersQuery,
): Promise<Members> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireReader(viewer, factsOf(tribe));
  const positions = new Positions(deps, `members:${tribeId}:${role ?? ''}`);
  const readCount = q === '' ? limit : searchBatchSize;
  const rows = await deps.store.members.listPage(tribeId, {
    status: 'active',
    leftOut: await blockedMembers(deps, viewer, [tribe]),
    limit: readCount + 1,
    after: positions.read(cursor),
    ...(role && { role }),
  });
  const read = rows.slice(0, readCount);
  const presented = await withMeasures(deps, viewer, tribe, read, await presentMembers(deps, viewer, tribe, read));
  const { items, consumed } = firstMatching(presented, q, limit);
  return { items, nextCursor: positions.after(rows, consumed) };
}

/** For moderators: what they may decide over whom, and who may not write. */
async function withMeasures(
  { store }: Deps,
  viewer: Actor,
  found: TribeForViewer,
  rows: readonly Member[],
  members: TribeMember[],
): Promise<TribeMember[]> {
  const { tribe, membership } = found;
  const authority = mayModerate(viewer, factsOf(found)) ? authorityOf(viewer, membership) : null;
  if (!authority) return members;
  const ids = rows.map(({ userId }) => userId);
  const held = await store.restrictions.list(tribe.id, ids);
  const restrictions = new Map(held.map((each) => [each.userId, presentRestriction(each)]));
  const rowOf = new Map(rows.map((row) => [row.userId, row]));
  return members.map((member) => {
    const row = rowOf.get(member.user.id);
    if (!row) return member;
    const { userId } = row;
    const restriction = restrictions.get(userId) ?? null;
    const subject = { userId, membership: row, restricted: restriction?.authority };
    const open = measuresOpen(viewer, found, authority, subject);
    return { ...member, ...open, restriction };
  });
}

/** The first members whose shown name contains `q`, `limit` at most, and how many were read to find them. */
export function firstMatching<T extends TribeMember>(members: readonly T[], q: string, limit: number) {
  const wanted = normalizeName(q);
  const items: T[] = [];
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
  const { members } = deps.store;
  const [rows, waiting] = await Promise.all([
    members.listPage(tribeId, { status: 'pending', leftOut: [], limit: limit + 1, after }),
    members.countPending(tribeId, waitingCountedMax),
  ]);
  const items = await presentPending(deps, viewer, tribe, rows.slice(0, limit));
  return { items, nextCursor: positions.after(rows, limit), waiting };
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
