import { searchedUsersMax } from '@tribus/community/limits.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { type ListOrder, PagedList } from '@tribus/kit/http/keyset.ts';
import type { ListFellowsRequest, ListFellowsResponse } from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { MemberRole } from '../api/my-membership.ts';
import type { FellowMembers, FellowMembersQuery } from '../api.ts';
import { isHominini } from './access.ts';
import { blockedMembers } from './blocked-members.ts';
import type { Deps } from './deps.ts';
import { firstMatching, searchBatchSize } from './members.ts';
import { presentFellowMembers } from './present.ts';
import type { FellowPosition } from './store/members.ts';
import type { TribeForViewer } from './store/tribes.ts';

/** Members read for the fellows of one user, in equal shares of their tribes. */
const readMembersMax = 20_000;

/** Ordered by tribe, then by the order of each tribe's list. */
const byTribe: ListOrder<FellowPosition, FellowPosition> = {
  position: z
    .tuple([z.int(), MemberRole, z.coerce.date(), z.int()])
    .transform(([tribeId, role, since, seq]) => ({ tribeId, role, since, seq })),
  keep: ({ tribeId, role, since, seq }) => [tribeId, role, since, seq],
};

/**
 * Returns the other members of the viewer's tribes except hominini. A member of several tribes has an entry in each: a
 * merged entry would reveal the identity that one of the tribes hides.
 */
export async function listFellowMembers(
  deps: Deps,
  viewer: Actor,
  { limit, cursor, q, tribeId }: FellowMembersQuery,
): Promise<FellowMembers> {
  const list = new PagedList(deps.cursors, `fellow-members:${viewer.id}:${tribeId ?? ''}`, byTribe);
  const after = list.positionOf(cursor);
  const tribes = await ownTribes(deps, viewer, tribeId);
  const readCount = q === '' ? limit : searchBatchSize;
  const rows = await deps.store.members.listPageOfTribes([...tribes.keys()], {
    butUserId: viewer.id,
    excluded: await blockedMembers(deps, viewer, [...tribes.values()]),
    limit: readCount + 1,
    ...(after && { after }),
  });
  const read = rows.slice(0, readCount).flatMap((member) => {
    const own = tribes.get(member.tribeId);
    return own ? [{ own, member }] : [];
  });
  const { items, consumed } = firstMatching(await presentFellowMembers(deps, viewer, read), q, limit);
  return { items, nextCursor: list.afterFirst(consumed, rows) };
}

/** Returns the tribes of which the viewer is an active member, or only the selected one. */
async function ownTribes(
  { store }: Pick<Deps, 'store'>,
  viewer: Actor,
  tribeId: number | undefined,
): Promise<Map<number, TribeForViewer>> {
  const own = await store.tribes.listByUser(viewer.id, ['active']);
  const wanted = own.filter(({ tribe }) => !isHominini(tribe) && (tribeId === undefined || tribe.id === tribeId));
  return new Map(wanted.map((each) => [each.tribe.id, each]));
}

/**
 * Returns a user's fellow members in all tribes except hominini whose names the user sees, each with one of the
 * tribes; at most as many as one search in identity examines, and only the newest members of large tribes.
 */
export async function listFellows(
  deps: Deps,
  { viewerId, viewerIsAdmin }: ListFellowsRequest,
): Promise<ListFellowsResponse> {
  const viewer = userActor(viewerId, { role: viewerIsAdmin ? 'admin' : 'user' });
  const tribes = await ownTribes(deps, viewer, undefined);
  const fellows = await deps.store.members.listFellows(viewerId, {
    seesAll: viewerIsAdmin,
    excluded: await blockedMembers(deps, viewer, [...tribes.values()]),
    perTribe: Math.min(searchedUsersMax, Math.ceil(readMembersMax / Math.max(1, tribes.size))),
    limit: searchedUsersMax,
  });
  return { fellows };
}
