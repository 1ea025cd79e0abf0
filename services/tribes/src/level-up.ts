import { isModerator } from '@tribus/community/access.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { changeMembership } from './joining.ts';
import type { StoredLevel } from './store/levels.ts';
import type { Member, Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { LevelUpCause } from './store/tables.ts';
import type { StoredTribe } from './store/tribes.ts';

type TribeName = Pick<StoredTribe, 'id' | 'name'>;

/** What raises a member to a level. */
interface Raise {
  levelOrder: number;
  cause: LevelUpCause;
  causeId: string;
}

/** What an approved challenge of a level gives: nothing to who makes and judges the challenges of the tribe. */
export const rewardFor = (role: Membership['role'], { rewardPoints }: Pick<StoredLevel, 'rewardPoints'>): number =>
  isModerator(role) ? 0 : rewardPoints;

/**
 * Raises a member by one level; the tribe is locked. False, and nothing is changed, when it would be more than one or
 * when this has raised them before (decisions.md 3).
 */
export async function raiseMember(
  ctx: Context,
  tx: TribesTx,
  tribe: TribeName,
  member: Member,
  { levelOrder, cause, causeId }: Raise,
): Promise<boolean> {
  const { userId, ...membership } = member;
  if (membership.status !== 'active' || levelOrder !== membership.levelOrder + 1) return false;
  const about = { tribeId: tribe.id, userId, cause, causeId };
  if (!(await tx.levelUps.insert({ ...about, levelOrder, raisedAt: ctx.clock.now() }))) return false;
  const raised = { ...membership, levelOrder };
  await changeMembership(tx, { tribe, membership }, userId, raised, { byId: userId, levelCause: cause });
  return true;
}

/**
 * Raises everybody (or one member) who is one below the level and has passed all of its challenges. Resolves to the
 * level when somebody rose.
 */
export async function raiseQualified(
  ctx: Context,
  tx: TribesTx,
  tribe: TribeName,
  level: StoredLevel,
  userId?: string,
): Promise<number | null> {
  const { id: causeId, levelOrder } = level;
  let hasRisen = false;
  for (const member of await tx.levelUps.listQualified(tribe.id, level, userId)) {
    const raise: Raise = { levelOrder, cause: 'challenges', causeId };
    if (await raiseMember(ctx, tx, tribe, member, raise)) hasRisen = true;
  }
  return hasRisen ? levelOrder : null;
}

/**
 * Takes a member back to the level before, when the challenges of this one had raised them and are not all passed any
 * more. Who has climbed further since stays where they are.
 */
export async function lowerUnqualified(
  tx: TribesTx,
  tribe: TribeName,
  level: StoredLevel,
  userId: string,
): Promise<void> {
  const [member] = (await tx.tribes.findWithMembers(tribe.id, [userId]))?.members ?? [];
  const { id: causeId, levelOrder } = level;
  if (member?.status !== 'active' || member.levelOrder !== levelOrder) return;
  if (await tx.levelUps.hasPassed(tribe.id, causeId, userId)) return;
  if (!(await tx.levelUps.delete({ tribeId: tribe.id, userId, cause: 'challenges', causeId, levelOrder }))) return;
  const { userId: _, ...membership } = member;
  const lowered = { ...membership, levelOrder: levelOrder - 1 };
  await changeMembership(tx, { tribe, membership }, userId, lowered, { byId: userId, levelCause: 'reopened' });
}
