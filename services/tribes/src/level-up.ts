import { isModerator } from '@tribus/community/access.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
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

/** Members that one transaction looks at, and raises: it has the tribe locked. */
const raisedAtOnce = 100;

/** Raises the members after an id who have passed all challenges of a level. */
const raiseMembers = defineJob('raiseMembers', {
  schema: z.object({ tribeId: z.int(), levelId: z.string(), after: z.string() }),
  oneAtATime: true,
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

/** Resolves to the members it has looked at; none where tribe or level are gone. */
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
  const members = await tx.levelUps.listCandidates(tribe.id, level, { after, limit: raisedAtOnce });
  for (const { isQualified, ...member } of members)
    if (isQualified) await raiseByChallenges(ctx, tx, tribe, member, level);
  return members;
}

/** Raises everybody who is one below the level and has passed all of its challenges: the first members at once, the others in a job. */
export async function raiseQualified(ctx: Context, tx: TribesTx, tribe: TribeName, level: StoredLevel): Promise<void> {
  const first = await raiseAfter(ctx, tx, tribe, level, '');
  if (first.length < raisedAtOnce) return;
  await tx.enqueue(raiseMembers, { tribeId: tribe.id, levelId: level.id, after: first.at(-1)?.userId ?? '' });
}

/** Raises one member who is one below the level and has passed all of its challenges. Resolves to the level when they rose. */
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
