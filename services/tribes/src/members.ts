import { mayModerate } from '@tribus/community/access.ts';
import { decideAuthority } from '@tribus/community/authority.ts';
import { requireModerator, requireReadAccess } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { type ListOrder, PagedList } from '@tribus/kit/http/keyset.ts';
import { z } from 'zod';
import { MemberRole } from '../api/my-membership.ts';
import type { Members, Memberships, MembersQuery, PendingMembers, PendingQuery, TribeMember } from '../api.ts';
import { waitingCountedMax } from '../limits.ts';
import { getTribe, toMembershipAccess } from './access.ts';
import { measuresOpen } from './authority.ts';
import { blockedMembers } from './blocked-members.ts';
import type { Deps } from './deps.ts';
import { normaliseName } from './names.ts';
import { presentMembers, presentOwnMembership, presentPending, presentRestriction } from './present.ts';
import type { MemberPosition } from './store/members.ts';
import type { Member } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

/** Members read per page of a search: names belong to identity, so they are compared in this service. */
export const searchBatchSize = 500;

/** Returns the tribes in which the actor has an active or pending membership. */
export async function listOwnMemberships(deps: Deps, actor: Actor): Promise<Memberships> {
  const memberships = await deps.store.tribes.listByUser(actor.id, ['active', 'pending']);
  return { items: memberships.map((own) => presentOwnMembership(deps, own)) };
}

/** Returns the active members, with `q` those whose name contains it; requires read access. */
export async function listMembers(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { limit, cursor, q, role }: MembersQuery,
): Promise<Members> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireReadAccess(viewer, toMembershipAccess(tribe));
  const list = new PagedList(deps.cursors, `members:${tribeId}:${role ?? ''}`, byRole);
  const readCount = q === '' ? limit : searchBatchSize;
  const rows = await deps.store.members.listPage(tribeId, {
    status: 'active',
    excluded: await blockedMembers(deps, viewer, [tribe]),
    limit: readCount + 1,
    after: list.positionOf(cursor),
    ...(role && { role }),
  });
  const read = rows.slice(0, readCount);
  const presented = await withMeasures(deps, viewer, tribe, read, await presentMembers(deps, viewer, tribe, read));
  const { items, consumed } = firstMatching(presented, q, limit);
  return { items, nextCursor: list.afterFirst(consumed, rows) };
}

/** Adds, for moderators, the permitted measures and the restrictions of each member. */
async function withMeasures(
  { store }: Deps,
  viewer: Actor,
  found: TribeForViewer,
  rows: readonly Member[],
  members: TribeMember[],
): Promise<TribeMember[]> {
  const { tribe, membership } = found;
  const authority = mayModerate(viewer, toMembershipAccess(found)) ? decideAuthority(viewer, membership) : null;
  if (!authority) return members;
  const ids = rows.map(({ userId }) => userId);
  const inForce = await store.restrictions.list(tribe.id, ids);
  const restrictions = new Map(inForce.map((each) => [each.userId, presentRestriction(each)]));
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

/** Compares letters and digits alone; a search without any (an emoji, a sign) is compared literally. */
function nameContains(name: string, q: string): boolean {
  const wanted = normaliseName(q);
  return wanted === '' ? name.includes(q) : normaliseName(name).includes(wanted);
}

/** Returns the first `limit` members whose displayed name contains `q`, and the number of members read. */
export function firstMatching<T extends TribeMember>(members: readonly T[], q: string, limit: number) {
  const items: T[] = [];
  for (const [index, member] of members.entries()) {
    // A hidden member is displayed with a label, which is not searchable.
    const matches = q === '' || (!member.restrictedHigher && nameContains(member.user.name, q));
    if (matches) items.push(member);
    if (items.length === limit) return { items, consumed: index + 1 };
  }
  return { items, consumed: members.length };
}

/** Returns the requests to join, the oldest first; for owner, officers and site admins. */
export async function listPending(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  query: PendingQuery,
): Promise<PendingMembers> {
  const tribe = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(tribe));
  const { members } = deps.store;
  const list = new PagedList(deps.cursors, `pending:${tribeId}`, byRole);
  const [{ items, nextCursor }, waiting] = await Promise.all([
    list.read(query, (page) => members.listPage(tribeId, { status: 'pending', excluded: [], ...page })),
    members.countPending(tribeId, waitingCountedMax),
  ]);
  return { items: await presentPending(deps, viewer, tribe, items), nextCursor, waiting };
}

/** By role, then by time. */
const byRole: ListOrder<MemberPosition, MemberPosition> = {
  position: z.tuple([MemberRole, z.coerce.date(), z.int()]).transform(([role, since, seq]) => ({ role, since, seq })),
  keep: ({ role, since, seq }) => [role, since, seq],
};
