import { requireModerator } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Level, LevelChange, NewLevel, TribeConfig } from '../api/levels.ts';
import { levelsMax } from '../limits.ts';
import { lockTribe, orNotFound, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { raiseAfterMove, raiseQualified } from './level-up.ts';
import { toChallengeConfig } from './levels.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import { presentLevel } from './present-levels.ts';
import type { StoredLevel } from './store/levels.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';
import { emitQueue } from './submission-queue.ts';
import { auditTribe } from './tribe-audit.ts';

type LevelDeps = Pick<Deps, 'ctx' | 'store'>;

/** Runs a change of a tribe's levels under the tribe's lock; for owner, officers and site admins. */
export function changeLevels<T>(
  { ctx, store }: LevelDeps,
  actor: Actor,
  tribeId: number,
  change: (tx: TribesTx, tribe: StoredTribe) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    const changed = await change(tx, locked.tribe);
    auditTribe(ctx, tx, 'tribe_updated', locked.tribe, { after: { levels: 'changed' } });
    return changed;
  });
}

/** Adds a level at the end, or at an order above all levels that a member has reached or a post requires. */
export function createLevel(deps: LevelDeps, actor: Actor, tribeId: number, input: NewLevel): Promise<Level> {
  return changeLevels(deps, actor, tribeId, async (tx) => {
    const levels = await tx.levels.listByTribe(tribeId);
    if (levels.length >= levelsMax) throw errors.fail('level_limit');
    const last = levels.length + 1;
    const levelOrder = Math.min(input.order ?? last, last);
    if (levelOrder < last) await requireUnreached(tx, tribeId, levelOrder);
    const { order: _, ...fields } = input;
    const level: StoredLevel = { ...fields, id: deps.ctx.newId(), levelOrder: last };
    await tx.levels.insert(tribeId, [level]);
    const ids = levels.map(({ id }) => id).toSpliced(levelOrder - 1, 0, level.id);
    if (levelOrder < last) await tx.levels.setOrder(tribeId, ids);
    return presentLevel({ ...level, levelOrder }, [], true);
  });
}

/** Changes the fields of the request. Members who qualify by a lower minimum rise. */
export function editLevel(
  deps: LevelDeps,
  actor: Actor,
  { tribeId, levelId }: { tribeId: number; levelId: string },
  change: LevelChange,
): Promise<Level> {
  return changeLevels(deps, actor, tribeId, async (tx, tribe) => {
    const before = await findLevel(tx, tribeId, levelId);
    const level = {
      ...before,
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      minScore: change.minScore ?? before.minScore,
      rewardPoints: change.rewardPoints ?? before.rewardPoints,
    };
    const { id: _, levelOrder: __, ...fields } = level;
    await tx.levels.update(levelId, fields);
    await raiseQualified(deps.ctx, tx, tribe, level);
    return presentLevel(level, await tx.challenges.listByLevel(levelId), true);
  });
}

/**
 * Deletes a level that no member has reached and no post requires, with its challenges; the levels above move down by
 * one. Members rise when the level above it becomes their next one and they have passed its challenges.
 */
export function deleteLevel(
  deps: LevelDeps,
  actor: Actor,
  { tribeId, levelId }: { tribeId: number; levelId: string },
): Promise<void> {
  return changeLevels(deps, actor, tribeId, async (tx, tribe) => {
    const { levelOrder } = await findLevel(tx, tribeId, levelId);
    await requireUnreached(tx, tribeId, levelOrder);
    const levels = await tx.levels.listByTribe(tribeId);
    await tx.levels.delete(levelId);
    await tx.enqueue(deleteOrphans, {});
    await tx.levels.setOrder(
      tribeId,
      levels.map(({ id }) => id).filter((id) => id !== levelId),
    );
    await raiseAfterMove(deps.ctx, tx, tribe);
    emitQueue(tx, tribeId, { added: false });
  });
}

/**
 * Reorders the levels. Levels that a member has reached or a post requires cannot be moved: members and posts refer to
 * levels by number, so the name and the permissions of a number must not change. Members rise when a level whose
 * challenges they have passed becomes their next one.
 */
export function orderLevels(deps: LevelDeps, actor: Actor, tribeId: number, ids: string[]): Promise<TribeConfig> {
  return changeLevels(deps, actor, tribeId, async (tx, tribe) => {
    const levels = await tx.levels.listByTribe(tribeId);
    requireSameIds(
      levels.map(({ id }) => id),
      ids,
    );
    const firstMoved = levels.findIndex(({ id }, index) => ids[index] !== id);
    if (firstMoved >= 0) {
      await requireUnreached(tx, tribeId, firstMoved + 1);
      await tx.levels.setOrder(tribeId, ids);
      await raiseAfterMove(deps.ctx, tx, tribe);
    }
    return toChallengeConfig(tx, tribeId, true);
  });
}

/** Throws 409 `order_outdated` when the two lists contain different ids. */
export function requireSameIds(before: readonly string[], after: readonly string[]): void {
  const named = new Set(after);
  const isSame = before.length === after.length && before.every((id) => named.has(id));
  if (!isSame) throw errors.fail('order_outdated');
}

/** Returns a level of the tribe; throws 404 when there is none. */
export async function findLevel(tx: TribesTx, tribeId: number, levelId: string): Promise<StoredLevel> {
  return orNotFound((await tx.levels.listByTribe(tribeId)).find(({ id }) => id === levelId));
}

/**
 * Records, under the tribe's lock, that a post will require a level, which cannot be moved from then on; throws 404 when
 * the tribe has no such level.
 */
export function recordRequiredLevel(
  { store }: Pick<Deps, 'store'>,
  { tribeId, levelOrder }: { tribeId: number; levelOrder: number },
): Promise<void> {
  return store.transaction(async (tx) => {
    const { tribe } = orNotFound(await tx.tribes.lock(tribeId, ''));
    if (levelOrder < 1 || levelOrder > tribe.levelsCount) throw fail('not_found');
    await tx.levels.recordRequiredLevel(tribeId, levelOrder);
  });
}

async function requireUnreached(tx: TribesTx, tribeId: number, levelOrder: number): Promise<void> {
  if (levelOrder <= (await tx.levels.reached(tribeId))) throw errors.fail('level_reached');
}
