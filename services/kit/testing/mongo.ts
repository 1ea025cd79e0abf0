import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { type ObservedMongo, observeMongo } from './queries.ts';
import { testContext } from './service.ts';
import { testStores } from './stores.ts';

export interface MongoBench {
  ctx: Context;
  /** The database's address. */
  url: string;
  close(): Promise<void>;
}

/** Opens an empty document database for tests of a service's stores. */
export async function openMongoBench(service: string): Promise<MongoBench & { mongo: Mongo }> {
  const bench = await openDatabase(service);
  return { ...bench, mongo: await openMongo(bench.ctx, { url: bench.url }) };
}

/** Opens an empty document database that records the query plans of all commands. */
export async function openObservedMongoBench(service: string): Promise<MongoBench & ObservedMongo> {
  const bench = await openDatabase(service);
  return { ...bench, ...(await observeMongo(bench.ctx, bench.url)) };
}

async function openDatabase(service: string): Promise<MongoBench> {
  const stores = await testStores({ postgres: false });
  const ctx = testContext(service);
  return {
    ctx: { ...ctx, newId: () => randomUUID() },
    url: stores.env.MONGODB_URL,
    async close() {
      await ctx.close();
      await stores.drop();
    },
  };
}
