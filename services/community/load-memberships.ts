import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Membership as MembershipMessage, Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { unlessDeleted } from './deleted-subjects.ts';
import type { Membership } from './membership.ts';

type Tribes = Pick<Calls<typeof TribesServiceService>, 'getMemberships' | 'getMembershipsInTribe'>;

/** The cache key of a membership. */
export const membershipKey = (tribeId: number, userId: string): string => `${tribeId}:${userId}`;
export const tribeOf = (key: string): number => Number(key.slice(0, key.indexOf(':')));
export const userOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** Loads memberships by their keys, with one call per tribe or one per user, whichever needs fewer calls. */
export async function loadMemberships(tribes: Tribes, keys: readonly string[]): Promise<Map<string, Membership>> {
  const byTribe = Map.groupBy(keys, tribeOf);
  const byUser = Map.groupBy(keys, userOf);
  const responses = await Promise.all(
    byUser.size < byTribe.size
      ? [...byUser].map(([userId, ofUser]) => membershipsOfUser(tribes, userId, ofUser.map(tribeOf)))
      : [...byTribe].map(([tribeId, ofTribe]) => membershipsInTribe(tribes, tribeId, ofTribe.map(userOf))),
  );
  return new Map(responses.flat());
}

type KeyedMembership = readonly [key: string, membership: Membership];

async function membershipsInTribe(tribes: Tribes, tribeId: number, userIds: string[]): Promise<KeyedMembership[]> {
  const response = await unlessDeleted(tribes.getMembershipsInTribe({ tribeId, userIds }), undefined);
  const tribe = response?.tribe;
  if (!tribe) return [];
  return response.memberships.map((membership) => [
    membershipKey(tribeId, membership.userId),
    toMembership(tribe, membership),
  ]);
}

async function membershipsOfUser(tribes: Tribes, userId: string, tribeIds: number[]): Promise<KeyedMembership[]> {
  const response = await tribes.getMemberships({ userId, tribeIds });
  const known = new Map(response.tribes.map((tribe) => [tribe.id, tribe]));
  return response.memberships.flatMap((membership) => {
    const tribe = known.get(membership.tribeId);
    return tribe ? [[membershipKey(tribe.id, userId), toMembership(tribe, membership)] as const] : [];
  });
}

const toMembership = (tribe: Tribe, message: MembershipMessage): Membership => {
  const { status, role, levelOrder, restrictedUntil, formerLevelOrder } = message;
  return { tribe, status, role, levelOrder, restrictedUntil, formerLevelOrder };
};
