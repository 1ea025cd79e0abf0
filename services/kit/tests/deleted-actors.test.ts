import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Actor, serviceActor, userActor } from '../core/actor.ts';
import { runInContext } from '../core/request-context.ts';
import { startJobs } from '../jobs/worker.ts';
import { kitTables } from '../postgres/kit-tables.ts';
import type { Postgres, Tx } from '../postgres/postgres.ts';
import { kitJobs } from '../postgres/sweep.ts';
import { jobsDone } from '../testing/jobs.ts';
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
  startJobs(ctx, postgres.jobStore, kitJobs(ctx, postgres.db, { things: { until: 'the end of the tests' } }));
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
const insert = (name: string) => postgres.transaction((tx) => add(tx, name));
const remove = (id: string) => postgres.transaction((tx) => tx.removeActor(id));

test('a deleted actor can no longer write, while others can', async () => {
  const [ana, bo] = [userActor('ana'), userActor('bo')];
  await as(ana, () => insert('before'));
  await remove('ana');
  await remove('ana');
  await expect(as(ana, () => insert('after'))).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  await as(bo, () => insert('of bo'));
  await as(serviceActor('ana'), () => insert('of a service'));
  expect(await thingsIn(postgres)).toEqual(['before', 'of bo', 'of a service']);
  expect(await as(bo, () => postgres.transaction((tx) => tx.isActorDeleted('ana')))).toBe(true);
  expect(await as(bo, () => postgres.transaction((tx) => tx.isActorDeleted('bo')))).toBe(false);
  const deletedAmong = (...ids: string[]) => postgres.transaction((tx) => tx.findDeletedActors(ids));
  expect(await deletedAmong('bo', 'ana', '')).toEqual(new Set(['ana']));
  expect(await deletedAmong()).toEqual(new Set());
});

test('removing an actor waits for their open transactions and sees their writes', async () => {
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

test('a transaction that begins while its actor is being removed fails', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const removing = Promise.withResolvers<void>();
  const removed = postgres.transaction(async (tx) => {
    await tx.removeActor('dora');
    removing.resolve();
    await mayEnd.promise;
  });
  await removing.promise;
  const late = as(userActor('dora'), () => insert('of dora')).then(
    () => 'written',
    (error) => error.code,
  );
  await until(async () => (await waiting()) > 0, 'the write waits');
  mayEnd.resolve();
  await removed;
  expect(await late).toBe('unauthenticated');
});

const storedKeys = (actorId: string) =>
  kitTables(postgres.db).selectFrom('idempotencyKeys').select('key').where('actorId', '=', actorId).execute();

test.each(['removeActor', 'forgetRequests'] as const)(
  '%s deletes the stored results of the idempotent requests of one user, in a job',
  async (method) => {
    const [user, other] = [userActor(`eva-${method}`), userActor(`fay-${method}`)];
    for (const each of [user, other]) await as(each, () => insert(`of ${each.id}`), 'key');
    await postgres.transaction((tx) => tx[method](user.id));
    await jobsDone(postgres.db, 'deleteClaims');
    expect(await storedKeys(user.id)).toEqual([]);
    expect(await storedKeys(other.id)).toEqual([{ key: 'key' }]);
  },
);

test('a repeated request of a removed actor does not receive the stored result', async () => {
  await as(userActor('gil'), () => insert('of gil'), 'key');
  await remove('gil');
  await expect(as(userActor('gil'), () => insert('again'), 'key')).rejects.toMatchObject({ status: 401 });
});

test('removing an actor with many idempotency keys deletes none of them in its transaction', async () => {
  await sql`
    insert into idempotency_keys (actor_id, route, key, step, body_hash, claimed_at)
    select 'hal', 'post /things', n::text, 1, 'body', now() from generate_series(1, 2500) n`.execute(postgres.db);
  const remaining = await postgres.transaction(async (tx) => {
    await tx.removeActor('hal');
    return (await kitTables(tx.db).selectFrom('idempotencyKeys').select('key').where('actorId', '=', 'hal').execute())
      .length;
  });
  expect(remaining).toBe(2500);
  await jobsDone(postgres.db, 'deleteClaims');
  expect(await storedKeys('hal')).toEqual([]);
});

/** Number of transactions that wait for an actor's lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and not granted and datname = current_database()`.execute(postgres.db);
  return rows.length;
}
