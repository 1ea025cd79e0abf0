import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { isOutage } from '../core/errors.ts';
import { kitTables } from '../postgres/kit-tables.ts';
import { migrate } from '../postgres/migrate.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { TestClock } from '../testing/service.ts';
import { type TestStores, testStores } from '../testing/stores.ts';
import {
  makeThing,
  openThings,
  type ProcessContext,
  processOf,
  ThingMade,
  type ThingsDb,
  thingsIn,
} from '../testing/things.ts';

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
const clock = new TestClock();

beforeAll(async () => {
  stores = await testStores();
  ctx = processOf('things', clock);
  postgres = await openThings(ctx, stores.env.POSTGRES_URL);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

test('a transaction that throws is rolled back', async () => {
  const work = postgres.transaction(async (tx) => {
    await tx.db.insertInto('things').values({ name: 'never' }).execute();
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await thingsIn(postgres)).not.toContain('never');
});

test('a bigint is read as a number and a date as text', async () => {
  await makeThing(postgres, 'typed');
  const row = await postgres.db
    .selectFrom('things')
    .select((column) => ['id', 'madeOn', column.fn.countAll().over().as('count')])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ id: expect.any(Number), madeOn: '2026-03-01', count: expect.any(Number) });
});

test('result columns have camelCase names, also those of SQL fragments', async () => {
  await makeThing(postgres, 'named');
  const { rows } = await sql`
    select made_on, made_on as "asWritten", ${sql.ref('things.madeOn')} as "byReference",
      '{"as_it_was": true}'::jsonb as some_json
    from things where name = 'named'`.execute(postgres.db);
  const date = '2026-03-01';
  expect(rows).toEqual([{ madeOn: date, asWritten: date, byReference: date, someJson: { as_it_was: true } }]);
});

test('camelCase names are translated to columns everywhere in a statement', async () => {
  const inserted = await postgres.db
    .with('thingsMade', (within) =>
      within
        .insertInto('things')
        .values({ name: 'everywhere', madeOn: '2026-03-02' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ madeOn: '2026-03-03' }))
        .returning(['id', 'madeOn']),
    )
    .selectFrom('thingsMade as newOnes')
    .select(['newOnes.id', 'newOnes.madeOn as dayMade'])
    .orderBy('dayMade')
    .executeTakeFirstOrThrow();
  expect(inserted.dayMade).toBe('2026-03-02');
  const { numUpdatedRows } = await postgres.db
    .updateTable('things')
    .set((row) => ({ madeOn: row.ref('things.madeOn') }))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('madeOn', 'id'), '=', tuple('2026-03-02', inserted.id)))
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
});

test('afterCommit callbacks run after a commit, and only then', async () => {
  const calls: string[] = [];
  await postgres.transaction(async (tx) => tx.afterCommit(() => void calls.push('committed')));
  const broken = postgres.transaction(async (tx) => {
    tx.afterCommit(() => void calls.push('broken'));
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(calls).toEqual(['committed']);
});

test('a transaction result that cannot be serialised throws in tests', async () => {
  await expect(postgres.transaction(async () => () => 'a function')).rejects.toThrow('could not be cloned');
});

test('a transaction that deadlocks is retried', async () => {
  const ids = await postgres.db
    .insertInto('things')
    .values([
      { name: 'left', amount: 0 },
      { name: 'right', amount: 0 },
    ])
    .returning('id')
    .execute();
  const [left = { id: 0 }, right = { id: 0 }] = ids;
  const bothLocked = barrier(2);
  const inOrder = (first: number, second: number) => {
    let isFirstTry = true;
    return postgres.transaction(async (tx) => {
      const add = (id: number) =>
        tx.db
          .updateTable('things')
          .set((row) => ({ amount: row('amount', '+', 1) }))
          .where('id', '=', id)
          .execute();
      await add(first);
      if (isFirstTry) await bothLocked();
      isFirstTry = false;
      await add(second);
    });
  };
  await Promise.all([inOrder(left.id, right.id), inOrder(right.id, left.id)]);
  const rows = await postgres.db.selectFrom('things').select('amount').where('id', 'in', [left.id, right.id]).execute();
  expect(rows).toEqual([{ amount: 2 }, { amount: 2 }]);
});

test('a transaction can emit 20,000 events, which keep their order', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `thing ${index}`);
  await postgres.transaction(async (tx) => {
    for (const name of names) tx.emit(ThingMade, { name });
  });
  const rows = await kitTables(postgres.db).selectFrom('outbox').select('payload').orderBy('seq').execute();
  const emitted = rows.map(({ payload }) => ThingMade.decode(payload).name);
  expect(emitted.slice(-names.length)).toEqual(names);
});

test('several processes can migrate at the same time', async () => {
  const url = await stores.database();
  const opened = await Promise.all(
    [1, 2, 3].map(async () => {
      const process = processOf('things');
      await openThings(process, url);
      return process;
    }),
  );
  await Promise.all(opened.map((process) => process.close()));
});

test('an unreachable server is an outage, and a stop ends the wait for it', async () => {
  const waiting = processOf('things');
  const migrating = migrate(waiting, 'postgres://nobody@127.0.0.1:1/none', '/nowhere');
  await waiting.close();
  expect(isOutage(await migrating.catch((error) => error))).toBe(true);
});

test('a broken connection is replaced, and the process survives', async () => {
  const kill = postgres.transaction((tx) =>
    tx.db
      .selectFrom('things')
      .select(({ fn, val }) => fn('pg_terminate_backend', [fn('pg_backend_pid', []), val(0)]).as('terminated'))
      .limit(1)
      .execute(),
  );
  expect(isOutage(await kill.catch((error) => error))).toBe(true);
  expect(await thingsIn(postgres)).toContain('typed');
});

/** Returns a function whose promises resolve at its `count`th call. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    arrived += 1;
    if (arrived === count) resolve();
    return promise;
  };
}
