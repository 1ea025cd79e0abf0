import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import pg from 'pg';
import { definitions } from './definitions.ts';
import { boundedStatements } from './statement-bounds.ts';
import { type Statement, statementsIn } from './statements.ts';

/**
 * Every statement that deletes or changes rows must be bounded: with enough rows it would exceed its time limit on
 * every run. A statement is bounded when its conditions contain the columns of a unique index; others are listed with
 * their bound (statement-bounds.ts).
 */

const root = join(import.meta.dirname, '..', '..');
const ctx = testContext('statements');
let stores: TestStores;
/** Columns of each table's unique indexes without a condition. */
let uniqueColumns: Map<string, string[][]>;

beforeAll(async () => {
  stores = await testStores();
  uniqueColumns = new Map();
  for (const { migrations } of definitions) {
    if (!migrations) continue;
    for (const [table, columns] of await uniqueIn(migrations))
      uniqueColumns.set(table, [...(uniqueColumns.get(table) ?? []), columns]);
  }
});
afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

async function connected<T>(migrations: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = await stores.database();
  await migrate(ctx, url, migrations);
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const uniqueIn = (migrations: string): Promise<[string, string[]][]> =>
  connected(migrations, async (client) => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(`
      SELECT indrelid::regclass::text AS table, array_agg(attname::text) AS columns
      FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = any(indkey)
      WHERE indisunique AND indpred IS NULL AND indexprs IS NULL
      GROUP BY indexrelid, indrelid`);
    return rows.map(({ table, columns }) => [table, columns]);
  });

function isBoundedByKey({ table, columns }: Statement): boolean {
  return (uniqueColumns.get(table) ?? []).some((unique) => unique.every((column) => columns.includes(column)));
}

function statements(): (Statement & { name: string })[] {
  const files = execFileSync('git', ['ls-files', 'services'], { cwd: root, encoding: 'utf8' }).split('\n');
  const sources = files.filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/(tests|testing)\//.test(file));
  return sources.flatMap((file) =>
    statementsIn(file, readFileSync(join(root, file), 'utf8')).map((statement) => ({
      ...statement,
      name: `${file.replace(/^services\//, '')}: ${statement.text}`,
    })),
  );
}

test('statements are found in calls of the query builder and in SQL, with the columns of their conditions', () => {
  const source = `
    db.deleteFrom('inviteUses').where('userId', '=', id).where('inviteId', 'in', ids).execute();
    this.#db.updateTable('members').set({ a }).where('since', '<', now).$if(x, (q) => q.where('role', '=', r));
    sql\`with gone as (delete from stays where left_at is null) select from x for update of y\`;
    sql\`insert into counts values (1) on conflict do update set n = 1\`;`;
  expect(statementsIn('a.ts', source).map(({ text }) => text)).toEqual([
    'delete invite_uses (invite_id, user_id)',
    'update members ()',
    'delete stays (sql)',
  ]);
});

test('every statement that deletes or changes rows is bounded by a key or listed with its bound', () => {
  const found = statements();
  expect(found.length).toBeGreaterThan(150);
  const open = found.filter((statement) => !isBoundedByKey(statement) && !(statement.name in boundedStatements));
  expect([...new Set(open.map(({ name }) => name))]).toEqual([]);
});

test('every listed statement exists and is not bounded by a key', () => {
  const needed = new Set(statements().flatMap((each) => (isBoundedByKey(each) ? [] : [each.name])));
  expect(Object.keys(boundedStatements).filter((name) => !needed.has(name))).toEqual([]);
});
