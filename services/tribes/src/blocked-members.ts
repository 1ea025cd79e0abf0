import { mayModerate } from '@tribus/community/access.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { isHominini, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import type { ExcludedMember } from './store/members.ts';
import { isActive } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

const everyLevel = 2_147_483_647;

/**
 * Returns the members to leave out of these tribes' member lists because of a block: none where the viewer moderates,
 * and none whose name is hidden from the viewer anyway (docs/decisions/0019).
 */
export async function blockedMembers(
  { blocks }: Pick<Deps, 'blocks'>,
  viewer: Actor,
  tribes: readonly TribeForViewer[],
): Promise<ExcludedMember[]> {
  const blocked = await blocks.blocksOf(userIdOf(viewer));
  const moderated = (found: TribeForViewer): boolean => mayModerate(viewer, toMembershipAccess(found));
  return (blocked.isEmpty ? [] : tribes).flatMap((found) => {
    if (moderated(found)) return [];
    const { tribe, membership } = found;
    const ownLevel = isActive(membership) ? membership.levelOrder : 0;
    const seenUpTo = isHominini(tribe) ? everyLevel : ownLevel;
    const excluded = (users: ReadonlySet<string>, upToLevel: number) =>
      [...users].map((userId) => ({ tribeId: tribe.id, userId, upToLevel }));
    return [...excluded(blocked.in(tribe.id), everyLevel), ...excluded(blocked.everywhere, seenUpTo)];
  });
}
