import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import type { Deletion } from './contributions.ts';
import type { Deps } from './deps.ts';
import { clearTotals, writeLines } from './ledger.ts';
import type { NewLine, Within } from './ledger-draft.ts';
import type { EventContext } from './points.ts';
import type { Bucket, Owner } from './store/contributions.ts';
import type { GamificationTx } from './store/store.ts';
import { worthOf } from './tally.ts';

// What is deleted is remembered in the transaction of its event, and counts for nothing from then on. A tribe or an
// account has any number of contributions: they go in a job, in portions, and so do the likes of a post beyond the first
// thousands.

/** Of the contributions to one post; what one statement deletes in a fraction of its time. */
const takenAtOnce = 5_000;

const at = z.iso.datetime();
/** All that a post or a comment that is gone still has. */
const takeBackRest = defineJob('takeBackRest', {
  schema: z.object({ kind: z.enum(['post', 'comment']), id: z.string(), postId: z.string(), at }),
  oneAtATime: true,
});
/** All that was earned in a tribe that is gone. */
const takeBackEarnedIn = defineJob('takeBackEarnedIn', {
  schema: z.object({ tribeId: z.int(), at }),
  oneAtATime: true,
});
/** The likes that a user who is gone gave, and their own ledger. */
const takeBackGivenBy = defineJob('takeBackGivenBy', {
  schema: z.object({ userId: z.string(), at }),
  oneAtATime: true,
});

type JobDeps = Pick<Deps, 'ctx' | 'store'>;

export const deletionJobs = (deps: JobDeps): Job[] => [
  job(takeBackRest, ({ kind, id, postId, at }, { signal }) =>
    takeBackInPortions(deps, ownedBy({ kind, id, postId }), { id, postId, at: new Date(at) }, signal),
  ),
  job(takeBackEarnedIn, ({ tribeId, at }, { signal }) => clearTribe(deps, tribeId, new Date(at), signal)),
  job(takeBackGivenBy, ({ userId, at }, { signal }) => clearUser(deps, userId, new Date(at), signal)),
];

/** A post was deleted with its comments, or a comment; and with them their likes. */
export async function takeBack(ctx: JobDeps['ctx'], { tx, occurredAt }: EventContext, gone: Deletion): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add(gone.kind, gone.id))) return;
  const cause = { id: gone.id, postId: gone.postId, at: occurredAt };
  const count = await takeBackSome(ctx, tx, ownedBy(gone), { ...cause, limit: takenAtOnce });
  if (count === takenAtOnce) await tx.enqueue(takeBackRest, { ...gone, at: occurredAt.toISOString() });
}

/** A tribe was deleted: with it goes all that anybody has earned there, for whatever cause. */
export async function takeBackTribe({ tx, occurredAt }: EventContext, tribeId: number): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('tribe', String(tribeId)))) return;
  await tx.enqueue(takeBackEarnedIn, { tribeId, at: occurredAt.toISOString() });
}

/** An account was deleted: the likes it gave go, and its own ledger with it. */
export async function takeBackUser({ tx, occurredAt }: EventContext, userId: string): Promise<void> {
  await tx.totals.lockAll();
  if (!(await tx.deletions.add('user', userId))) return;
  await tx.enqueue(takeBackGivenBy, { userId, at: occurredAt.toISOString() });
}

/** The sums last: while contributions are left, the deletion of a post would take their points back a second time. */
async function clearTribe({ ctx, store }: JobDeps, tribeId: number, at: Date, signal: JobRun['signal']): Promise<void> {
  const steps: Step[] = [
    (tx, size) => tx.contributions.deleteSomeIn({ tribeId }, size),
    (tx, size) => tx.challengeAwards.deleteSomeOf({ tribeId }, size),
    async (tx, size) => {
      await tx.totals.lockAll();
      return clearTotals(tx, ctx, { tribeId, at, limit: size });
    },
  ];
  await takeSteps({ store }, steps, signal);
}

async function clearUser(deps: JobDeps, userId: string, at: Date, signal: JobRun['signal']): Promise<void> {
  await takeBackInPortions(deps, { giverId: userId }, { id: userId, postId: null, at }, signal);
  const steps: Step[] = [
    (tx, size) => tx.contributions.deleteSomeIn({ userId }, size),
    (tx, size) => tx.challengeAwards.deleteSomeOf({ userId }, size),
    (tx, size) => tx.ledger.deleteSomeOf(userId, size),
    (tx, size) => tx.totals.deleteSomeOf(userId, size),
  ];
  await takeSteps(deps, steps, signal);
}

/** Deletes up to so many; resolves to how many. */
type Step = (tx: GamificationTx, size: number) => Promise<number>;

async function takeSteps({ store }: Pick<Deps, 'store'>, steps: readonly Step[], signal: AbortSignal): Promise<void> {
  for (const step of steps) await doInPortions(signal, (size) => store.transaction((tx) => step(tx, size)));
}

/** What the ledger says of lines that take back. */
interface Cause {
  /** Of what is gone. */
  id: string;
  postId: string | null;
  at: Date;
}

function takeBackInPortions({ ctx, store }: JobDeps, owner: Owner, cause: Cause, signal: AbortSignal): Promise<void> {
  return doInPortions(signal, (limit) =>
    store.transaction(async (tx) => {
      await tx.totals.lockAll();
      // A portion is taken back once, by the transaction that deletes it: its lines need only be told from the others.
      return takeBackSome(ctx, tx, owner, { ...cause, id: `${cause.id}:${ctx.newId()}`, limit });
    }),
  );
}

/** Takes back what up to so many contributions were worth; resolves to how many. Under `lockAll`. */
async function takeBackSome(
  ctx: JobDeps['ctx'],
  tx: GamificationTx,
  owner: Owner,
  { id, postId, at, limit }: Cause & { limit: number },
): Promise<number> {
  const { removals, count } = await tx.contributions.deleteSomeOf(owner, limit);
  const lines = removals.map(({ removed, before, ...bucket }): NewLine => {
    const { userId, tribeId, kind } = bucket;
    const points = worthOf(kind, before - removed) - worthOf(kind, before);
    const about = { cause: `${kind}_removed` as const, causeId: causeIdOf(id, bucket) };
    return { userId, tribeId, points, ...about, postId, createdAt: at };
  });
  const within: Within = (work) => work();
  await writeLines(
    tx,
    ctx,
    lines.map((line) => ({ line, within })),
  );
  return count;
}

/** One deletion takes back points of several days and tribes. */
const causeIdOf = (deletedId: string, { tribeId, day }: Bucket): string => `${deletedId}:${tribeId}:${day}`;

const ownedBy = ({ kind, id }: Deletion): Owner => (kind === 'post' ? { postId: id } : { commentId: id });
