import { codeOf } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deletion } from './contributions.ts';
import type { Deps } from './deps.ts';
import { clearTotals, writeLines } from './ledger.ts';
import type { AppliedEvent } from './points.ts';
import type { Bucket, Owner } from './store/contributions.ts';
import type { GamificationTx } from './store/store.ts';
import type { TotalKey } from './store/totals.ts';
import { worthOf } from './tally.ts';

// In the transaction of the event, under `lockAll`: `revoke`, `revokeTribe` and `revokeUser` remember what is
// deleted, which counts for nothing from then on; `revoke` also deletes the first thousands of contributions. All else
// goes in a job, in portions, each in a transaction of its own under `lockShared` (`takeSteps`): a portion finds rows
// without a lock, locks the totals that they count for, in one order, and then deletes those that are still there. So
// portions, and those who count points, never wait for each other in a circle.

/** Of the contributions to one post; what one statement deletes in a fraction of its time. */
const takenAtOnce = 5_000;
/** Postgres: a lock was not free within `lock_timeout`. */
const lockNotAvailable = '55P03';

const at = z.iso.datetime();
/** All that a post or a comment that is gone still has. */
const revokeRest = defineJob('revokeRest', {
  schema: z.object({ kind: z.enum(['post', 'comment']), id: z.string(), postId: z.string(), at }),
  oneAtATime: true,
});
/** All that was earned in a tribe that is gone. */
const revokeEarnedIn = defineJob('revokeEarnedIn', {
  schema: z.object({ tribeId: z.int(), at }),
  oneAtATime: true,
});
/** The likes that a user who is gone gave, and their own ledger. */
const revokeGivenBy = defineJob('revokeGivenBy', {
  schema: z.object({ userId: z.string(), at }),
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

/** A post was deleted with its comments, or a comment; and with them their likes. */
export async function revoke(ctx: JobDeps['ctx'], { tx, occurredAt }: AppliedEvent, gone: Deletion): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add(gone.kind, gone.id))) return;
  const cause = { id: gone.id, postId: gone.postId, at: occurredAt };
  const count = await revokeSome(ctx, tx, ownedBy(gone), { ...cause, limit: takenAtOnce });
  if (count === takenAtOnce) await tx.enqueue(revokeRest, restOf(gone, occurredAt));
}

const restOf = ({ kind, id, postId }: Deletion, at: Date) => ({ kind, id, postId, at: at.toISOString() });

/** A tribe was deleted: with it goes all that anybody has earned there, for whatever cause. */
export async function revokeTribe({ tx, occurredAt }: AppliedEvent, tribeId: number): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('tribe', String(tribeId)))) return;
  await tx.enqueue(revokeEarnedIn, { tribeId, at: occurredAt.toISOString() });
}

/** An account was deleted: the likes it gave go, and its own ledger with it. */
export async function revokeUser({ tx, occurredAt }: AppliedEvent, userId: string): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('user', userId))) return;
  await tx.enqueue(revokeGivenBy, { userId, at: occurredAt.toISOString() });
}

/** The sums last: while contributions are left, the deletion of a post would take their points back a second time. */
async function clearTribe(deps: JobDeps, tribeId: number, at: Date, signal: JobRun['signal']): Promise<void> {
  const steps: Step[] = [
    (tx, limit) => deleteSome(tx, tx.contributions, { tribeId }, limit),
    (tx, limit) => deleteSome(tx, tx.challengeAwards, { tribeId }, limit),
    (tx, limit) => clearTotals(tx, deps.ctx, { tribeId, at, limit }),
  ];
  for (const step of steps) await takeSteps(deps, step, signal);
}

/** The ledger last: while there is a total, the end of its tribe would write a line of it. */
async function clearUser(deps: JobDeps, userId: string, at: Date, signal: JobRun['signal']): Promise<void> {
  await revokeInPortions(deps, { giverId: userId }, { id: userId, postId: null, at }, signal);
  const steps: Step[] = [
    (tx, limit) => deleteSome(tx, tx.contributions, { userId }, limit),
    (tx, limit) => deleteSome(tx, tx.challengeAwards, { userId }, limit),
    (tx, limit) => deleteSome(tx, tx.totals, { userId }, limit),
    (tx, limit) => tx.ledger.deleteSomeOf(userId, limit),
  ];
  for (const step of steps) await takeSteps(deps, step, signal);
}

/** Rows that count for a total, whose lock is theirs as well. */
interface Counted<Of, Key extends TotalKey> {
  pick(of: Of, limit: number): Promise<Key[]>;
  deleteAll(keys: readonly Key[]): Promise<void>;
}

/** Deletes up to `limit` of these rows; returns how many were found: others may delete them before this has the lock. */
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

/** Does up to `limit` of what is left; returns how many were found, 0 when nothing is left. */
type Step = (tx: GamificationTx, limit: number) => Promise<number>;

/** Repeats a step until nothing is left, each time in a transaction of its own, beside those that count points. */
function takeSteps({ ctx, store }: JobDeps, step: Step, signal: JobRun['signal']): Promise<void> {
  const portion = (limit: number) =>
    store.transaction(async (tx) => {
      await tx.totals.limitLockWaits(ctx.timeLimits.statementMs / 2);
      await tx.totals.lockShared();
      return step(tx, limit);
    });
  return doInPortions(signal, (limit) => repeatWhileLocked(signal, () => portion(limit)));
}

/** A lock that others hold for long is no fault of the job, and a smaller portion would wait for it, too. */
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

/** What the ledger says of lines that take back. */
interface Cause {
  /** Of what is gone. */
  id: string;
  postId: string | null;
  at: Date;
}

function revokeInPortions(deps: JobDeps, owner: Owner, cause: Cause, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  // A portion is taken back once, by the transaction that deletes it: its lines only need to differ from the others'.
  const idOfPortion = () => `${cause.id}:${ctx.newId()}`;
  const step: Step = (tx, limit) => revokeSome(ctx, tx, owner, { ...cause, id: idOfPortion(), limit });
  return takeSteps(deps, step, signal);
}

/** Takes back what up to `limit` contributions were worth; returns how many were found. Under `lockAll` or `lockShared`. */
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
    const points = worthOf(kind, before - removed) - worthOf(kind, before);
    const about = { cause: `${kind}_removed` as const, causeId: causeIdOf(id, bucket) };
    return { userId, tribeId, points, ...about, postId, createdAt: at };
  });
  await writeLines(tx, ctx, entries);
  return picked.length;
}

/** One deletion takes back points of several days and tribes. */
const causeIdOf = (deletedId: string, { tribeId, day }: Bucket): string => `${deletedId}:${tribeId}:${day}`;

const ownedBy = ({ kind, id }: Pick<Deletion, 'kind' | 'id'>): Owner =>
  kind === 'post' ? { postId: id } : { commentId: id };
