import { codeOf } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deletion } from './contributions.ts';
import type { Deps } from './deps.ts';
import { clearTotals, writeLines } from './ledger.ts';
import type { AppliedEvent } from './points.ts';
import type { Bucket, Owner } from './store/contributions.ts';
import type { GamificationTx } from './store/store.ts';
import type { TotalKey } from './store/totals.ts';
import { countWorth } from './tally.ts';

// `revoke`, `revokeTribe` and `revokeUser` run in the event's transaction, under `lockAll`. They record the deletion,
// so that later events about the object earn no points; `revoke` also deletes the first thousands of contributions. A
// job deletes the rest in portions, each in a transaction of its own under `lockShared` (`repeatStep`): a portion
// selects rows without a lock, locks their totals in one order, and then deletes the rows that still exist. So portions
// and transactions that count points cannot deadlock.

/**
 * Maximum number of contributions that are deleted in the transaction of the event: one statement deletes as many in a
 * fraction of its deadline.
 */
const deletedAtOnce = 5_000;
/** Postgres: lock_not_available, after `lock_timeout`. */
const lockNotAvailable = '55P03';

const at = z.iso.datetime();
/** Revokes the remaining contributions of a deleted post or comment. */
const revokeRest = defineJob('revokeRest', {
  schema: z.object({ kind: z.enum(['post', 'comment']), id: z.string(), postId: z.string(), at }),
  maxAttempts: lastingAttempts,
  oneAtATime: true,
});
/** Revokes all points earned in a deleted tribe. */
const revokeEarnedIn = defineJob('revokeEarnedIn', {
  schema: z.object({ tribeId: z.int(), at }),
  maxAttempts: lastingAttempts,
  oneAtATime: true,
});
/** Revokes the likes given by a deleted user, and deletes their ledger. */
const revokeGivenBy = defineJob('revokeGivenBy', {
  schema: z.object({ userId: z.string(), at }),
  maxAttempts: lastingAttempts,
  oneAtATime: true,
});

type JobDeps = Pick<Deps, 'ctx' | 'store'>;

export const deletionJobs = (deps: JobDeps): Job[] => [
  job(revokeRest, ({ kind, id, postId, at }, { signal }) =>
    revokeInPortions(deps, ownedBy({ kind, id }), { id, postId, at: new Date(at) }, signal),
  ),
  job(revokeEarnedIn, ({ tribeId, at }, { signal }) => clearTribe(deps, tribeId, new Date(at), signal)),
  job(revokeGivenBy, ({ userId, at }, { signal }) => clearUser(deps, userId, new Date(at), signal)),
];

/**
 * Revokes the points for a deleted post with its comments, or for a deleted comment; in either case with their likes.
 */
export async function revoke(ctx: JobDeps['ctx'], { tx, occurredAt }: AppliedEvent, deletion: Deletion): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add(deletion.kind, deletion.id))) return;
  const cause = { id: deletion.id, postId: deletion.postId, at: occurredAt };
  const count = await revokeSome(ctx, tx, ownedBy(deletion), { ...cause, limit: deletedAtOnce });
  if (count === deletedAtOnce) await tx.enqueue(revokeRest, toRest(deletion, occurredAt));
}

const toRest = ({ kind, id, postId }: Deletion, at: Date) => ({ kind, id, postId, at: at.toISOString() });

/** Revokes all points earned in a deleted tribe, for any cause. */
export async function revokeTribe({ tx, occurredAt }: AppliedEvent, tribeId: number): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('tribe', String(tribeId)))) return;
  await tx.enqueue(revokeEarnedIn, { tribeId, at: occurredAt.toISOString() });
}

/** Revokes the likes given by a deleted account, and deletes its ledger. */
export async function revokeUser({ tx, occurredAt }: AppliedEvent, userId: string): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('user', userId))) return;
  await tx.enqueue(revokeGivenBy, { userId, at: occurredAt.toISOString() });
}

/**
 * Clears the totals last: while contributions exist, the deletion of a post would revoke their points a second time.
 */
async function clearTribe(deps: JobDeps, tribeId: number, at: Date, signal: JobRun['signal']): Promise<void> {
  const steps: Step[] = [
    (tx, limit) => deleteSome(tx, tx.contributions, { tribeId }, limit),
    (tx, limit) => deleteSome(tx, tx.challengeAwards, { tribeId }, limit),
    (tx, limit) => clearTotals(tx, deps.ctx, { tribeId, at, limit }),
  ];
  for (const step of steps) await repeatStep(deps, step, signal);
}

/** Deletes the ledger last: while a total exists, the deletion of its tribe would write a line for it. */
async function clearUser(deps: JobDeps, userId: string, at: Date, signal: JobRun['signal']): Promise<void> {
  await revokeInPortions(deps, { giverId: userId }, { id: userId, postId: null, at }, signal);
  const steps: Step[] = [
    (tx, limit) => deleteSome(tx, tx.contributions, { userId }, limit),
    (tx, limit) => deleteSome(tx, tx.challengeAwards, { userId }, limit),
    (tx, limit) => deleteSome(tx, tx.totals, { userId }, limit),
    (tx, limit) => tx.ledger.deleteSomeOf(userId, limit),
  ];
  for (const step of steps) await repeatStep(deps, step, signal);
}

/** Rows that count towards a total, and are locked through it. */
interface Counted<Of, Key extends TotalKey> {
  pick(of: Of, limit: number): Promise<Key[]>;
  deleteAll(keys: readonly Key[]): Promise<void>;
}

/**
 * Deletes up to `limit` of these rows; returns the number selected, some of which a concurrent transaction may have
 * deleted.
 */
async function deleteSome<Of, Key extends TotalKey>(
  tx: GamificationTx,
  rows: Counted<Of, Key>,
  of: NoInfer<Of>,
  limit: number,
): Promise<number> {
  const picked = await rows.pick(of, limit);
  await tx.totals.lockExisting(picked);
  await rows.deleteAll(picked);
  return picked.length;
}

/** Processes up to `limit` remaining rows; returns the number selected, 0 when none is left. */
type Step = (tx: GamificationTx, limit: number) => Promise<number>;

/** Repeats a step until no row is left, each time in its own transaction, concurrently with those that count points. */
function repeatStep({ ctx, store }: JobDeps, step: Step, signal: JobRun['signal']): Promise<void> {
  const portion = (limit: number) =>
    store.transaction(async (tx) => {
      await tx.totals.limitLockWaits(ctx.timeLimits.statementMs / 2);
      await tx.totals.lockShared();
      return step(tx, limit);
    });
  return doInPortions(signal, (limit) => repeatWhileLocked(signal, () => portion(limit)));
}

/**
 * Retries on a lock timeout: a lock held for long is not the job's failure, and a smaller portion would wait for it,
 * too.
 */
async function repeatWhileLocked<T>(signal: JobRun['signal'], work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      signal.throwIfAborted();
    }
  }
}

/** The cause of the ledger lines of a revocation. */
interface Cause {
  /** The id of the deleted object. */
  id: string;
  postId: string | null;
  at: Date;
}

function revokeInPortions(deps: JobDeps, owner: Owner, cause: Cause, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  // The transaction that deletes a portion revokes it once, so its lines only need a unique id.
  const idOfPortion = () => `${cause.id}:${ctx.newId()}`;
  const step: Step = (tx, limit) => revokeSome(ctx, tx, owner, { ...cause, id: idOfPortion(), limit });
  return repeatStep(deps, step, signal);
}

/**
 * Revokes the points of up to `limit` contributions; returns the number selected. Requires `lockAll` or `lockShared`.
 */
async function revokeSome(
  ctx: JobDeps['ctx'],
  tx: GamificationTx,
  owner: Owner,
  { id, postId, at, limit }: Cause & { limit: number },
): Promise<number> {
  const picked = await tx.contributions.pickByBucket(owner, limit);
  await tx.totals.lockExisting(picked);
  const removals = await tx.contributions.removeAll(picked);
  const entries = removals.map(({ removed, before, ...bucket }) => {
    const { userId, tribeId, kind } = bucket;
    const points = countWorth(kind, before - removed) - countWorth(kind, before);
    const about = { cause: `${kind}_removed` as const, causeId: causeIdOf(id, bucket) };
    return { userId, tribeId, points, ...about, postId, createdAt: at };
  });
  await writeLines(tx, ctx, entries);
  return picked.length;
}

/** One deletion can revoke points of several days and tribes. */
const causeIdOf = (deletedId: string, { tribeId, day }: Bucket): string => `${deletedId}:${tribeId}:${day}`;

const ownedBy = ({ kind, id }: Pick<Deletion, 'kind' | 'id'>): Owner =>
  kind === 'post' ? { postId: id } : { commentId: id };
