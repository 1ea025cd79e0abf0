import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Db, type Document, MongoClient, MongoServerError } from 'mongodb';
import { type MongoOptions, type MongoServer, startMongo } from '../server.ts';

export type Fixture = { server: MongoServer; client: MongoClient; db: Db; things: Collection };

const leftovers: (() => Promise<unknown>)[] = [];

/** Call it in the test file's `afterEach`. */
export async function clearUp(): Promise<void> {
  for (const clear of leftovers.splice(0).reverse()) await clear();
}

/** Registers a cleanup for the end of the test. */
export function afterTest(clear: () => Promise<unknown>): void {
  leftovers.push(clear);
}

/** Starts a server with the official driver connected; both are removed after the test. */
export async function openMongo(options: MongoOptions = {}): Promise<Fixture> {
  const server = await startMongo(options);
  afterTest(() => server.stop());
  return { server, ...(await connect(server.url)) };
}

export async function connect(url: string): Promise<Omit<Fixture, 'server'>> {
  const client = await new MongoClient(url, { serverSelectionTimeoutMS: 5000 }).connect();
  afterTest(() => client.close());
  const db = client.db('test');
  return { client, db, things: db.collection('things') };
}

export async function temporaryDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'mongo-'));
  afterTest(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns the documents without the `_id` of the driver. */
export function plain(docs: readonly Document[]): Document[] {
  return docs.map(({ _id, ...rest }) => rest);
}

/** Returns the error of a call; throws when it succeeds. */
export async function failure(call: Promise<unknown>): Promise<MongoServerError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}
