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
 * Every statement that deletes or changes rows or documents must be bounded: with enough of them it would exceed its
 * time limit on every run. A statement is bounded when its conditions contain the columns of a unique index, or the ids
 * of documents; others are listed with their bound (statement-bounds.ts).
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

function isBoundedByKey({ store, table, columns }: Statement): boolean {
  if (store === 'mongodb') return columns.includes('_id');
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
    sql\`insert into counts values (1) on conflict do update set n = 1\`;
    sql\`select from x for no key update\`;`;
  expect(statementsIn('a.ts', source).map(({ text }) => text)).toEqual([
    'delete invite_uses (invite_id, user_id)',
    'update members ()',
    'delete stays (sql)',
  ]);
});

const textsOf = (source: string) => statementsIn('a.ts', source).map(({ text }) => text);

test('statements in SQL are found in either case, over several lines, in any schema, and of a table in a variable', () => {
  const source = `
    sql\`WITH changed AS (UPDATE users SET email = 1) SELECT 1\`;
    sql\`delete from
      stays where left_at is null\`;
    client.query('update queue.jobs as jobs set done = true');
    sql\`delete from \${sql.table(from)} where \${where}\`;`;
  expect(textsOf(source)).toEqual([
    'update users (sql)',
    'delete stays (sql)',
    'update queue.jobs (sql)',
    'delete {sql.table(from)} (sql)',
  ]);
});

test('a statement of the query builder whose table is in a variable is found', () => {
  expect(textsOf(`db.updateTable(tableOf[kind]).where('id', '=', id);`)).toEqual(['update {tableOf[kind]} (id)']);
});

test('a condition with a select counts only when the select is limited', () => {
  const source = `
    class Bans {
      delete(some) {
        const all = this.#db.selectFrom('users').select('id');
        this.#db.deleteFrom('bans').where('id', 'in', (query) => query.selectFrom('users').select('id'));
        this.#db.deleteFrom('bans').where('id', 'in', all);
        this.#db.deleteFrom('bans').where('id', 'in', this.#found());
        this.#db.deleteFrom('bans').where('id', 'in', all.limit(5));
        this.#db.deleteFrom('bans').where('id', 'in', this.#few(5));
        this.#db.deleteFrom('bans').where('id', 'in', some);
      }
      #found() {
        return this.#db.selectFrom('users').select('id');
      }
      #few(limit) {
        return this.#db.selectFrom('users').select('id').limit(limit);
      }
    }`;
  expect(textsOf(source)).toEqual([...Array(3).fill('delete bans ()'), ...Array(3).fill('delete bans (id)')]);
});

test('changes and deletions of many documents are found, with the fields of their filters', () => {
  const source = `
    this.#notes.deleteMany({ userId, _id: { $in: ids } });
    this.#notes.updateMany({ postId, seen: false, at: { $lt: now }, ...others }, { $set: { seen: true } });
    notes.updateMany({ _id: { $gt: last } }, change);
    notes.deleteMany(filter);
    notes.deleteOne({ _id });
    notes.bulkWrite([{ deleteMany: { filter: { tribeId } } }, { updateOne: { filter: { _id } } }]);`;
  expect(textsOf(source)).toEqual([
    'deleteMany notes (_id, userId)',
    'updateMany notes (postId, seen)',
    'updateMany notes ()',
    'deleteMany notes ()',
    'deleteMany {bulk write} (tribeId)',
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
