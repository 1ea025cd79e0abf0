import { unique } from '@tribus/community/testing/factories.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { type ProcessContext, processOf } from '@tribus/kit/testing/things.ts';
import { type CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely';
import { deletionJobs } from '../src/deletions.ts';
import { type GamificationTx, openGamificationStore } from '../src/store/store.ts';
import type { GamificationDb } from '../src/store/tables.ts';

const migrations = new URL('../migrations', import.meta.url).pathname;
const at = '2026-02-01T00:00:00.000Z';

/** The service's database without the service: deletion jobs run when a test calls them. */
export interface DeletionRuns {
  ctx: ProcessContext;
  postgres: Postgres<GamificationDb>;
  close(): Promise<void>;
}

export async function openDeletionRuns(): Promise<DeletionRuns> {
  const ctx = processOf('gamification');
  const stores = await testStores({ migrations });
  const postgres = await openPostgres<GamificationDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const close = async () => {
    await ctx.close();
    await stores.drop();
  };
  return { ctx, postgres, close };
}

export type Runs = Pick<DeletionRuns, 'ctx' | 'postgres'>;

export const deleteTribe = (runs: Runs, tribeId: number): Promise<void> => run(runs, 'revokeEarnedIn', { tribeId, at });
export const deleteUser = (runs: Runs, userId: string): Promise<void> => run(runs, 'revokeGivenBy', { userId, at });

/** Runs the job for contributions beyond those deleted with the event. */
export const deleteRest = (runs: Runs, kind: 'post' | 'comment', id: string): Promise<void> =>
  run(runs, 'revokeRest', { kind, id, postId: id, at });

/** Runs one attempt of a job. */
async function run({ ctx, postgres }: Runs, name: string, payload: object): Promise<void> {
  const jobs = deletionJobs({ ctx, store: openGamificationStore(postgres) });
  const job = jobs.find(({ definition }) => definition.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  const { signal } = new AbortController();
  await job.work(payload, { id: '1', attempt: 1, maxAttempts: 1, signal, progress: async () => undefined });
}

interface Earned {
  userId: string;
  tribeId: number;
  posts: number;
  /** Each user likes each post. */
  likedBy?: readonly string[];
}

/** Stores posts of one day with their likes, a challenge, the ledger lines and the total. */
export async function earn(
  { postgres: { db } }: Runs,
  { userId, tribeId, posts, likedBy = [] }: Earned,
): Promise<void> {
  const run = unique('post');
  await sql`
    insert into contributions (kind, id, user_id, tribe_id, post_id, day, balance)
    select 'post', ${run} || n, ${userId}, ${tribeId}, ${run} || n, '2026-01-01', 1
    from generate_series(1, ${posts}::integer) as n`.execute(db);
  await sql`
    insert into contributions (kind, id, user_id, tribe_id, post_id, giver_id, day, balance)
    select 'like', ${run} || n || ':' || giver, ${userId}, ${tribeId}, ${run} || n, giver, '2026-01-01', 1
    from generate_series(1, ${posts}::integer) as n, unnest(${likedBy}::text[]) as giver`.execute(db);
  await sql`
    insert into challenge_awards (user_id, challenge_id, tribe_id, submission_id, points)
    values (${userId}, ${run}, ${tribeId}, ${run}, 7)`.execute(db);
  await sql`
    insert into ledger (id, user_id, tribe_id, points, cause, cause_id, created_at)
    select gen_random_uuid(), ${userId}, ${tribeId}, points, cause, ${run}, now() from (values
      ('post', 5 * least(10, ${posts}::integer)), ('like', least(50, ${posts * likedBy.length}::integer)), ('challenge', 7)
    ) as earned (cause, points) where points > 0`.execute(db);
  await sql`
    insert into totals (user_id, tribe_id, points)
    select user_id, tribe_id, sum(points) from ledger where user_id = ${userId} and tribe_id = ${tribeId}
    group by user_id, tribe_id`.execute(db);
}

/** Returns the stored rows of a tribe, and the number of ledger lines about its deletion. */
export async function rowsOfTribe({ postgres: { db } }: Runs, tribeId: number) {
  const { rows } = await sql`
    select (select count(*)::integer from contributions where tribe_id = ${tribeId}) as contributions,
      (select count(*)::integer from challenge_awards where tribe_id = ${tribeId}) as awards,
      (select count(*)::integer from totals where tribe_id = ${tribeId} and points <> 0) as totals,
      (select count(*)::integer from ledger where tribe_id = ${tribeId} and cause = 'tribe_removed') as removals`.execute(
    db,
  );
  return rows[0];
}

/** Counts a user's rows by table. */
export async function rowsOfUser({ postgres: { db } }: Runs, userId: string) {
  const { rows } = await sql`
    select (select count(*)::integer from contributions where ${userId} in (user_id, giver_id)) as contributions,
      (select count(*)::integer from challenge_awards where user_id = ${userId}) as awards,
      (select count(*)::integer from totals where user_id = ${userId}) as totals,
      (select count(*)::integer from ledger where user_id = ${userId}) as lines`.execute(db);
  return rows[0];
}

/** Returns totals that differ from the sum of their lines. */
export async function wrongTotals({ postgres: { db } }: Runs) {
  const { rows } = await sql`
    select user_id, tribe_id, total.points, line.points as lines
    from totals as total full join (
      select user_id, tribe_id, sum(points)::integer as points from ledger group by user_id, tribe_id
    ) as line using (user_id, tribe_id)
    where coalesce(total.points, 0) <> coalesce(line.points, 0)`.execute(db);
  return rows;
}

/** Returns the points of a user in a tribe. */
export async function pointsOf({ postgres }: Runs, userId: string, tribeId: number): Promise<number | undefined> {
  return (await openGamificationStore(postgres).totals.byTribe(userId)).get(tribeId);
}

/** Runs `work` while a transaction that began with `begin` is open; `work` may end it. */
export async function whileOpen(
  { postgres }: Pick<Runs, 'postgres'>,
  begin: (tx: GamificationTx, db: Kysely<GamificationDb>) => Promise<unknown>,
  work: (end: () => void) => Promise<void>,
): Promise<void> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = openGamificationStore(postgres);
  const open = postgres.transaction(async (tx) => {
    await begin(store.inTransaction(tx), tx.db);
    begun.resolve();
    await ended.promise;
  });
  await Promise.race([begun.promise, open]);
  try {
    await work(ended.resolve);
  } finally {
    ended.resolve();
    await open;
  }
}

type Transaction = Postgres<GamificationDb>['transaction'];

/** The same database with another transaction function. */
export const withTransaction = ({ ctx, postgres }: Runs, transaction: Transaction): Runs => ({
  ctx,
  postgres: {
    db: postgres.db,
    jobs: postgres.jobs,
    jobStore: postgres.jobStore,
    onEmitted: (listener) => postgres.onEmitted(listener),
    transaction,
  },
});

interface Observer {
  /** Called before each statement of a transaction is sent. */
  onStatement(statement: CompiledQuery): void;
  /** Called before and after each commit. */
  onCommit(): void;
}

/** The same database with an observer; an error thrown by it ends the transaction. */
export function observe(runs: Runs, { onStatement, onCommit }: Observer): Runs {
  return withTransaction(runs, async (work) => {
    const result = await runs.postgres.transaction(async (tx) => {
      const plugin: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          onStatement(tx.db.getExecutor().compileQuery(node, queryId));
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const result = await work({ ...tx, db: tx.db.withPlugin(plugin) });
      onCommit();
      return result;
    });
    onCommit();
    return result;
  });
}
