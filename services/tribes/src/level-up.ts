import { isModerator } from '@tribus/community/access.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { changeMembership } from './joining.ts';
import type { StoredLevel } from './store/levels.ts';
import type { Member, Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { LevelUpCause } from './store/tables.ts';
import type { StoredTribe } from './store/tribes.ts';

type TribeName = Pick<StoredTribe, 'id' | 'name'>;

/** The new level of a member, and its cause. */
interface Raise {
  levelOrder: number;
  cause: LevelUpCause;
  causeId: string;
}

/**
 * Returns the points for an approved challenge of a level; 0 for moderators, who create and review the tribe's
 * challenges.
 */
export const rewardFor = (role: Membership['role'], { rewardPoints }: Pick<StoredLevel, 'rewardPoints'>): number =>
  isModerator(role) ? 0 : rewardPoints;

/**
 * Raises a member by one level; the tribe must be locked. Returns false without changes when the level is not the next
 * one, or when the same cause has raised the member before (decisions.md 3).
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
  const next = await findNextLevel(tx, tribe.id, levelOrder);
  if (next && (await tx.levelUps.findQualified(tribe.id, next, userId)))
    await tx.enqueue(raiseFurther, { tribeId: tribe.id, userId });
  return true;
}

const findNextLevel = async (tx: TribesTx, tribeId: number, after: number): Promise<StoredLevel | undefined> =>
  (await tx.levels.listByTribe(tribeId)).find(({ levelOrder }) => levelOrder === after + 1);

/**
 * Raises a member who had already passed the challenges of the next level when they rose: after a reopened decision or
 * a new order of the levels. Its own transaction, because a member rises one level at a time.
 */
const raiseFurther = defineJob('raiseFurther', {
  schema: z.object({ tribeId: z.int(), userId: z.string() }),
  maxAttempts: lastingAttempts,
});

export const raiseFurtherJob = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): Job =>
  job(raiseFurther, ({ tribeId, userId }) =>
    store.transaction(async (tx) => {
      const locked = await tx.tribes.lock(tribeId, userId);
      if (!locked?.membership) return;
      const next = await findNextLevel(tx, tribeId, locked.membership.levelOrder);
      if (next) await raiseIfQualified(ctx, tx, locked.tribe, next, userId);
    }),
  );

/** Batch size: one transaction, which locks the tribe, checks and raises this many members. */
const batchSize = 100;

/** Raises the members after an id who have passed all challenges of a level. */
const raiseMembers = defineJob('raiseMembers', {
  schema: z.object({ tribeId: z.int(), levelId: z.string(), after: z.string() }),
  oneAtATime: true,
  maxAttempts: lastingAttempts,
});

export const raiseMembersJob = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): Job =>
  job(raiseMembers, async ({ tribeId, levelId, after: first }, { signal }) => {
    let after = first;
    await doInPortions(signal, async () => {
      const members = await store.transaction((tx) => raiseSome(ctx, tx, { tribeId, levelId, after }));
      after = members.at(-1)?.userId ?? after;
      return members.length;
    });
  });

/** Returns the members checked; empty when the tribe or the level is deleted. */
async function raiseSome(
  ctx: Context,
  tx: TribesTx,
  { tribeId, levelId, after }: { tribeId: number; levelId: string; after: string },
): Promise<Member[]> {
  const locked = await tx.tribes.lock(tribeId, '');
  const level = (await tx.levels.listByTribe(tribeId)).find(({ id }) => id === levelId);
  return locked && level ? raiseAfter(ctx, tx, locked.tribe, level, after) : [];
}

async function raiseAfter(
  ctx: Context,
  tx: TribesTx,
  tribe: TribeName,
  level: StoredLevel,
  after: string,
): Promise<Member[]> {
  const members = await tx.levelUps.listCandidates(tribe.id, level, { after, limit: batchSize });
  for (const { isQualified, ...member } of members)
    if (isQualified) await raiseByChallenges(ctx, tx, tribe, member, level);
  return members;
}

/**
 * Raises all members one below the level who have passed all of its challenges: the first batch at once, the others in
 * a job.
 */
export async function raiseQualified(ctx: Context, tx: TribesTx, tribe: TribeName, level: StoredLevel): Promise<void> {
  const first = await raiseAfter(ctx, tx, tribe, level, '');
  if (first.length < batchSize) return;
  await tx.enqueue(raiseMembers, { tribeId: tribe.id, levelId: level.id, after: first.at(-1)?.userId ?? '' });
}

/**
 * Raises the members at the highest reached level who have already passed the challenges of the next one, after the
 * levels above the reached ones have moved.
 */
export async function raiseAfterMove(ctx: Context, tx: TribesTx, tribe: TribeName): Promise<void> {
  const next = await findNextLevel(tx, tribe.id, await tx.levels.reached(tribe.id));
  if (next) await raiseQualified(ctx, tx, tribe, next);
}

/** Raises a member one below the level who has passed all of its challenges. Returns the new level, or null. */
export async function raiseIfQualified(
  ctx: Context,
  tx: TribesTx,
  tribe: TribeName,
  level: StoredLevel,
  userId: string,
): Promise<number | null> {
  const member = await tx.levelUps.findQualified(tribe.id, level, userId);
  return member && (await raiseByChallenges(ctx, tx, tribe, member, level)) ? level.levelOrder : null;
}

const raiseByChallenges = (
  ctx: Context,
  tx: TribesTx,
  tribe: TribeName,
  member: Member,
  { id: causeId, levelOrder }: StoredLevel,
): Promise<boolean> => raiseMember(ctx, tx, tribe, member, { levelOrder, cause: 'challenges', causeId });

/**
 * Lowers a member by one level when the challenges of this level had raised them and are no longer all passed. A member
 * who has risen further keeps their level.
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
