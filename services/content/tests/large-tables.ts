import { type Kysely, sql } from 'kysely';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

/** More rows than one statement changes, of each kind. */
export const many = 12_000;
/** More rows than two batches, for tables that a test is not about. */
export const several = 2_500;
/** The maximum batch size of `doInPortions`. */
export const portionMax = 1_000;

const watched = [
  'posts',
  'comments',
  'reactions',
  'views',
  'cases',
  'reports',
  'report_days',
  'case_decisions',
  'case_notes',
  'landing_files',
] as const;
type Watched = (typeof watched)[number];

/** A bench whose database counts changed rows and can refuse changes. */
export interface LargeBench extends Bench {
  rows: Kysely<ContentDb>;
  /** The most rows that one statement deleted or changed in any table since `forgetStatements`. */
  mostRows(): Promise<number>;
  /** The total number of deleted or changed rows of a table since then. */
  rowsTouched(table: Watched): Promise<number>;
  forgetStatements(): Promise<void>;
  /** Makes deletions and changes of this table fail after this number of rows. */
  refuseAfter(table: Watched, rows: number): Promise<void>;
  /** Ends all refusals. */
  allow(): Promise<void>;
  /** Ends all refusals and retries failed jobs at once. */
  resume(): Promise<void>;
  /** Counts ten attempts for the jobs of this kind that have failed; resolves to whether there are any. */
  failedTenTimes(name: string): Promise<boolean>;
  /** The number of rows of a table with a condition. */
  count(from: string): Promise<number>;
  /** The number of rows that refer to deleted ones, and of deletion records; 0 in the end. */
  orphans(): Promise<number>;
}

/** A bench for thousands of rows; the database itself counts the rows of each statement. */
export async function openLargeBench(): Promise<LargeBench> {
  const bench = await openBench();
  const rows = await bench.db();
  await watch(rows);
  const count = async (from: string): Promise<number> => {
    const found = await sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(from)}`.execute(rows);
    return found.rows[0]?.count ?? 0;
  };
  const touched = async (what: string): Promise<number> => {
    const found = await sql<{
      rows: number;
    }>`select coalesce(${sql.raw(what)}, 0)::integer as rows from statements`.execute(rows);
    return found.rows[0]?.rows ?? 0;
  };
  const allow = async () => void (await sql`delete from refused`.execute(rows));
  return {
    ...bench,
    rows,
    count,
    mostRows: () => touched('max(rows)'),
    rowsTouched: (table) => touched(`sum(rows) filter (where of_table = '${table}')`),
    forgetStatements: async () => void (await sql`delete from statements`.execute(rows)),
    refuseAfter: async (table, after) =>
      void (await sql`insert into refused values (${table}, ${after})`.execute(rows)),
    allow,
    async resume() {
      await allow();
      const failed = sql`array(select id from graphile_worker.jobs where attempts > 0 and locked_at is null)`;
      await sql`select from graphile_worker.reschedule_jobs(${failed}, run_at := now())`.execute(rows);
      // Adding a job wakes up the workers.
      await sql`select from graphile_worker.add_job('deleteOrphans', '{}'::json)`.execute(rows);
    },
    async failedTenTimes(name) {
      const failed = sql`array(
        select id from graphile_worker.jobs
        where task_identifier = ${name} and last_error is not null and locked_at is null)`;
      const { rows: jobs } = await sql`select from graphile_worker.reschedule_jobs(${failed}, attempts := 10)`.execute(
        rows,
      );
      return jobs.length > 0;
    },
    async orphans() {
      const counts = await Promise.all(orphaned.map(count));
      return counts.reduce((sum, each) => sum + each, 0);
    },
  };
}

const orphaned = [
  'comments where not exists (select from posts where posts.id = post_id)',
  'comments reply where parent_id is not null and not exists (select from comments where id = reply.parent_id)',
  `reactions where not exists (select from posts where id = target_id)
    and not exists (select from comments where id = target_id)`,
  'views where not exists (select from posts where posts.id = post_id)',
  ...['reports', 'case_decisions', 'case_notes'].map(
    (table) => `${table} where not exists (select from cases where cases.id = case_id)`,
  ),
  'deleted_posts',
  'deleted_comments',
  'deleted_cases',
];

async function watch(rows: Kysely<ContentDb>): Promise<void> {
  await sql`create table statements (of_table text, rows bigint)`.execute(rows);
  await sql`create table refused (of_table text, after bigint)`.execute(rows);
  await sql`create function count_rows() returns trigger language plpgsql as $$
    begin insert into statements select tg_table_name, count(*) from touched; return null; end $$`.execute(rows);
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      if exists (
        select from refused where of_table = tg_table_name
          and after <= (select coalesce(sum(rows), 0) from statements where of_table = tg_table_name)
      ) then raise exception 'refused by the test'; end if;
      return null;
    end $$`.execute(rows);
  for (const table of watched.map(sql.table)) {
    for (const verb of ['delete', 'update'])
      await sql`create trigger ${sql.raw(`count_${verb}`)} after ${sql.raw(verb)} on ${table}
        referencing old table as touched for each statement execute function count_rows()`.execute(rows);
    await sql`create trigger refused before delete or update on ${table}
      for each statement execute function refuse()`.execute(rows);
  }
}

/** Adds comments by `author1`, `author2` … to a post, or replies to a comment on it. */
export async function addComments(
  rows: Kysely<ContentDb>,
  count: number,
  { postId, parentId = null, authorId }: { postId: string; parentId?: string | null; authorId?: string },
): Promise<void> {
  await sql`
    insert into comments (id, post_id, parent_id, author_id, content, created_at)
    select gen_random_uuid(), ${postId}::uuid, ${parentId}::uuid, coalesce(${authorId ?? null}, 'author' || n), 'x', now()
    from generate_series(1, ${count}) as n`.execute(rows);
  await sql`update posts set comments_count = comments_count + ${count} where id = ${postId}::uuid`.execute(rows);
}

/** Adds reactions by `user1`, `user2` … */
export async function addReactions(rows: Kysely<ContentDb>, count: number, targetId: string): Promise<void> {
  await sql`
    insert into reactions (target_id, user_id, type, created_at)
    select ${targetId}::uuid, 'user' || n, 'like', now() from generate_series(1, ${count}) as n`.execute(rows);
}
