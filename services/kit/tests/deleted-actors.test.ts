import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Actor, serviceActor, userActor } from '../core/actor.ts';
import { runInContext } from '../core/request-context.ts';
import { kitTables } from '../postgres/kit-tables.ts';
import type { Postgres, Tx } from '../postgres/postgres.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  type ThingsDb,
  thingsIn,
  thingsStores,
} from '../testing/things.ts';
import { until } from '../testing/until.ts';

let stores: TestStores;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;

beforeAll(async () => {
  stores = await thingsStores();
  ctx = processOf('things');
  postgres = await openThings(ctx, stores.env.POSTGRES_URL);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const as = <T>(actor: Actor, work: () => Promise<T>, key?: string): Promise<T> => {
  const idempotency = key ? { idempotency: { key, route: 'post /things', bodyHash: 'body' } } : {};
  return runInContext({ requestId: 'r', actor, deadline: Number.POSITIVE_INFINITY, ...idempotency }, work);
};

const add = async (tx: Tx<ThingsDb>, name: string) =>
  void (await tx.db.insertInto('things').values({ name }).execute());
const make = (name: string) => postgres.transaction((tx) => add(tx, name));
const remove = (id: string) => postgres.transaction((tx) => tx.removeActor(id));

test('who was removed writes nothing any more, others do', async () => {
  const [ana, bo] = [userActor('ana'), userActor('bo')];
  await as(ana, () => make('before'));
  await remove('ana');
  await remove('ana');
  await expect(as(ana, () => make('after'))).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  await as(bo, () => make('of bo'));
  await as(serviceActor('ana'), () => make('of a service'));
  expect(await thingsIn(postgres)).toEqual(['before', 'of bo', 'of a service']);
  expect(await as(bo, () => postgres.transaction((tx) => tx.isActorDeleted('ana')))).toBe(true);
  expect(await as(bo, () => postgres.transaction((tx) => tx.isActorDeleted('bo')))).toBe(false);
});

test('who removes somebody waits for what they are writing, and finds it', async () => {
  const carla = userActor('carla');
  const [writing, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = as(carla, () =>
    postgres.transaction(async (tx) => {
      writing.resolve();
      await mayEnd.promise;
      await add(tx, 'of carla');
    }),
  );
  await writing.promise;
  const found = postgres.transaction(async (tx) => {
    await tx.removeActor('carla');
    return tx.db.selectFrom('things').select('name').where('name', '=', 'of carla').execute();
  });
  await until(async () => (await waiting()) > 0, 'the removal waits');
  mayEnd.resolve();
  await written;
  expect(await found).toEqual([{ name: 'of carla' }]);
});

test('who is being removed while they begin to write is gone by then', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const removing = Promise.withResolvers<void>();
  const removed = postgres.transaction(async (tx) => {
    await tx.removeActor('dora');
    removing.resolve();
    await mayEnd.promise;
  });
  await removing.promise;
  const late = as(userActor('dora'), () => make('of dora')).then(
    () => 'written',
    (error) => error.code,
  );
  await until(async () => (await waiting()) > 0, 'what they write waits');
  mayEnd.resolve();
  await removed;
  expect(await late).toBe('unauthenticated');
});

test('what repeated requests of theirs were answered with is forgotten', async () => {
  await as(userActor('eva'), () => make('of eva'), 'key');
  const kept = () =>
    kitTables(postgres.db).selectFrom('idempotencyKeys').selectAll().where('actorId', '=', 'eva').execute();
  expect(await kept()).toHaveLength(1);
  await remove('eva');
  await expect(as(userActor('eva'), () => make('again'), 'key')).rejects.toMatchObject({ status: 401 });
  expect(await kept()).toEqual([]);
});

/** How many wait for the lock of an actor. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and not granted and datname = current_database()`.execute(postgres.db);
  return rows.length;
}
