import { type Db, type Document, MongoServerError } from 'mongodb';
import { isDuplicate } from '../mongo/duplicates.ts';
import { until } from './until.ts';

const failPoint = 'hangBeforeUpsertPerformsInsert';
/** `MaxTimeMSExpired`: fewer upserts have reached the fail point so far. */
const expired = 50;
/** Below the client's socket timeout. */
const checkTimeoutMs = 1_000;
/** Longer than the timeout of a test: a race older than this belongs to a killed process. */
const staleAfterMs = 180_000;

/**
 * Races upserts: each has found no document before the first one inserts. They reach that point in the given order; a
 * server with several threads may then continue in another. The local stand-in (deploy/mongodb) blocks only upserts of
 * this database. MongoDB has no such filter for this fail point and blocks those of all databases, so suites race one
 * after the other there.
 */
export async function raceUpserts<T>(
  db: Db,
  upserts: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const { modules = [] } = await db.client.db('admin').command({ buildInfo: 1 });
  if (modules.includes('tribus-local')) return holdAndRelease(db, upserts, { data: { database: db.databaseName } });
  return exclusively(db, () => holdAndRelease(db, upserts, {}));
}

async function holdAndRelease<T>(
  db: Db,
  upserts: readonly (() => Promise<T>)[],
  filter: Document,
): Promise<PromiseSettledResult<T>[]> {
  const admin = db.client.db('admin');
  const { count } = await admin.command({ configureFailPoint: failPoint, mode: 'alwaysOn', ...filter });
  const isEntered = (timesEntered: number) =>
    admin.command({ waitForFailPoint: failPoint, timesEntered, maxTimeMS: checkTimeoutMs, ...filter }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof MongoServerError && error.code === expired) return false;
        throw error;
      },
    );
  const racing: Promise<PromiseSettledResult<T>[]>[] = [];
  try {
    for (const upsert of upserts) {
      racing.push(Promise.allSettled([upsert()]));
      await until(() => isEntered(Number(count) + racing.length), `upsert ${racing.length} is about to insert`);
    }
  } finally {
    await admin.command({ configureFailPoint: failPoint, mode: 'off', ...filter });
  }
  return (await Promise.all(racing)).flat();
}

/** Runs `work` while no other suite on this server runs a race. */
async function exclusively<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const races = db.client.db('test_races').collection<{ _id: string; since: Date }>('races');
  const acquire = async () => {
    await races.deleteOne({ _id: failPoint, since: { $lt: new Date(Date.now() - staleAfterMs) } });
    return races.insertOne({ _id: failPoint, since: new Date() }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicate(error)) return false;
        throw error;
      },
    );
  };
  await until(acquire, 'no other suite races');
  try {
    return await work();
  } finally {
    await races.deleteOne({ _id: failPoint });
  }
}
