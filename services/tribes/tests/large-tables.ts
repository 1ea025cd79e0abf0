import { type Bench, openBench } from './bench.ts';

/** The maximum of `doInPortions`. */
export const portionMax = 1_000;
/** More rows than three statements delete, of each kind. */
export const many = 4_000;

/** A bench whose database counts and refuses statements. */
export interface LargeBench extends Bench {
  /** Returns the most rows changed by one statement in each table since `resetStatements`, cascades included. */
  rowsPerStatement(): Promise<Record<string, number>>;
  resetStatements(): Promise<void>;
  /** Makes every deletion from these tables fail, and from no others. */
  refuseDeletions(...tables: string[]): Promise<void>;
}

const watched = [
  'members',
  'stays',
  'bans',
  'restrictions',
  'invites',
  'invite_uses',
  'level_ups',
  'request_notes',
  'submissions',
  'quiz_attempts',
] as const;

/** Opens a bench for thousands of rows; a trigger counts the rows per statement. */
export async function openLargeBench(): Promise<LargeBench> {
  const bench = await openBench();
  await bench.sql('create table statements (of_table text, rows bigint)');
  await bench.sql('create table refused (of_table text)');
  await bench.sql(`create function count_rows() returns trigger language plpgsql as $$
    begin insert into statements select tg_table_name, count(*) from changed; return null; end $$`);
  await bench.sql(`create function refuse() returns trigger language plpgsql as $$
    begin
      if exists (select from refused where of_table = tg_table_name) then raise exception 'refused by the test'; end if;
      return null;
    end $$`);
  for (const table of watched) {
    await bench.sql(`create trigger count_deleted after delete on ${table}
      referencing old table as changed for each statement execute function count_rows()`);
    await bench.sql(`create trigger count_updated after update on ${table}
      referencing new table as changed for each statement execute function count_rows()`);
    await bench.sql(`create trigger refuse before delete on ${table} for each statement execute function refuse()`);
  }
  const resetStatements = async () => void (await bench.sql('delete from statements'));
  return {
    ...bench,
    resetStatements,
    async rowsPerStatement() {
      const rows = await bench.sql(
        'select of_table as table, max(rows)::integer as max from statements where rows > 0 group by 1',
      );
      return Object.fromEntries(rows.map((row) => [textOf(row, 'table'), Number(textOf(row, 'max'))]));
    },
    async refuseDeletions(...tables) {
      await bench.sql('delete from refused');
      await bench.sql('insert into refused select unnest($1::text[])', [tables]);
    },
  };
}

const textOf = (row: unknown, name: string): string => String(new Map(Object.entries(row ?? {})).get(name));

/** Counts the rows per table of a tribe and its challenges; empty tables are left out. */
export async function rowsOf(bench: Bench, tribeId: number, challengeIds: readonly string[]) {
  const counts = await Promise.all(
    watched.map(async (table) => {
      const where = conditionOf(table);
      const [row] = await bench.sql(`select count(*)::integer as count from ${table} where ${where}`, [
        table === 'quiz_attempts' ? challengeIds : tribeId,
      ]);
      return [table, Number(textOf(row, 'count'))] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** A test's invitations contain the tribe in their ids, so that uses can be found after their invitation is deleted. */
function conditionOf(table: (typeof watched)[number]): string {
  if (table === 'quiz_attempts') return 'challenge_id = any($1::uuid[])';
  if (table === 'invite_uses') return `invite_id::text like lpad($1::integer::text, 8, '0') || '%'`;
  return 'tribe_id = $1';
}

/** Fills every table of a tribe with `many` rows each, one of them of `m1`. */
export async function fillTribe(bench: Bench, tribeId: number, challengeId: string): Promise<void> {
  const fill = (into: string, select: string) =>
    bench.sql(`insert into ${into} select ${select} from generate_series(1, ${many}) as n`);
  const id = `(lpad('${tribeId}', 8, '0') || '-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await fill(
    'members (tribe_id, user_id, status, role, level_order, since, answers)',
    `${tribeId}, 'm' || n, 'active', 'member', 1, now(), '[{"question": "q", "answer": "a"}]'`,
  );
  await bench.sql('update tribes set members_count = members_count + $2 where id = $1', [tribeId, many]);
  await fill('stays (tribe_id, user_id, joined_at)', `${tribeId}, 'm' || n, now()`);
  await fill(
    'bans (id, tribe_id, user_id, reason, authority, by_user_id, created_at)',
    `gen_random_uuid(), ${tribeId}, 'm' || n, 'x', 'owner', 'm1', now()`,
  );
  await fill(
    'restrictions (tribe_id, user_id, reason, authority, by_user_id, created_at, ends_at)',
    `${tribeId}, 'm' || n, 'x', 'owner', 'm1', now(), now() + interval '365 days'`,
  );
  await fill(
    'invites (id, tribe_id, code_hash, created_by, created_at, revoked_at)',
    `${id}, ${tribeId}, ${tribeId} || 'hash' || n, 'm1', now(), now()`,
  );
  // Most uses belong to the first invitation.
  const first = id.replace('n::text', `greatest(1, n - ${many - portionMax})::text`);
  await fill('invite_uses (invite_id, user_id, used_at)', `${first}, 'm' || n, now()`);
  await fill(
    'level_ups (tribe_id, user_id, cause, cause_id, level_order, raised_at)',
    `${tribeId}, 'm' || n, 'level_test', 't', 1, now()`,
  );
  await fill(
    'request_notes (id, tribe_id, user_id, author_id, body, created_at)',
    `gen_random_uuid(), ${tribeId}, 'm' || n, 'm1', 'x', now()`,
  );
  await fillChallenge(bench, tribeId, challengeId);
}

/** Inserts a pending submission with a file, and an attempt, for each of `m1`, `m2` …. */
export async function fillChallenge(bench: Bench, tribeId: number, challengeId: string): Promise<void> {
  await bench.sql(
    `insert into submissions (id, tribe_id, challenge_id, user_id, status, max_score, text, hint, image, image_kept,
      wrong, created_at)
    select gen_random_uuid(), $1::integer, $2::uuid, 'm' || n, 'pending', 100, '', '',
      jsonb_build_object('key', $2::uuid || '/' || n, 'lqip', ''), true, '{}', now()
    from generate_series(1, ${many}) as n`,
    [tribeId, challengeId],
  );
  await bench.sql(
    `insert into quiz_attempts (challenge_id, user_id, tried_at)
    select $1::uuid, 'm' || n, now() from generate_series(1, ${many}) as n`,
    [challengeId],
  );
}
