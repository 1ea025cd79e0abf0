import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import pg from 'pg';
import { cascadeBounds } from './cascade-bounds.ts';
import { definitions } from './definitions.ts';

/**
 * A statement that deletes one row also deletes or changes the rows that refer to it by a cascade. With enough of them
 * it would exceed its time limit on every run, so each cascade is listed with its bound (cascade-bounds.ts).
 */

const ctx = testContext('cascades');
let stores: TestStores;

beforeAll(async () => {
  stores = await testStores();
});
afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

/** Returns the foreign keys of the migrated database that delete or change the rows that refer to a deleted one. */
async function cascadesOf(service: string, migrations: string): Promise<string[]> {
  const url = await stores.database();
  await migrate(ctx, url, migrations);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      SELECT format('%s (%s) of %s', conrelid::regclass, string_agg(attname, ', ' ORDER BY attnum), confrelid::regclass)
        AS name
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = any(conkey)
      WHERE contype = 'f' AND confdeltype IN ('c', 'n', 'd') AND connamespace = 'public'::regnamespace
      GROUP BY pg_constraint.oid, conrelid, confrelid`);
    return rows.map(({ name }) => `${service}: ${name}`);
  } finally {
    await client.end();
  }
}

test('every cascade of a foreign key is listed with the bound of its rows', async () => {
  const found: string[] = [];
  for (const { name, migrations } of definitions) if (migrations) found.push(...(await cascadesOf(name, migrations)));
  expect(found.sort()).toEqual(Object.keys(cascadeBounds).sort());
});
