import { type Db, type Document, MongoServerError } from 'mongodb';
import { isDuplicate } from '../mongo/duplicates.ts';
import { until } from './until.ts';

const failPoint = 'hangBeforeUpsertPerformsInsert';
/** `MaxTimeMSExpired`: fewer have come to the fail point so far. */
const expired = 50;
/** Each look at a fail point ends before a client gives up its socket. */
const lookMs = 1_000;
/** Longer than a test may take: who began a race so long ago was killed over it. */
const forgottenAfterMs = 180_000;

/**
 * Lets upserts race: each has found no document before the first of them inserts one. They reach that point in the
 * given order; a server with several threads may then go on in another. Of the local stand-in (deploy/mongodb) only the
 * upserts of this database are held. MongoDB has no such filter at this point and holds those of all its databases, so
 * that there suites race one after the other.
 */
export async function raceUpserts<T>(
  db: Db,
  upserts: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const { modules = [] } = await db.client.db('admin').command({ buildInfo: 1 });
  if (modules.includes('tribus-local')) return holdAndRelease(db, upserts, { data: { database: db.databaseName } });
  return alone(db, () => holdAndRelease(db, upserts, {}));
}

async function holdAndRelease<T>(
  db: Db,
  upserts: readonly (() => Promise<T>)[],
  filter: Document,
): Promise<PromiseSettledResult<T>[]> {
  const admin = db.client.db('admin');
  const { count } = await admin.command({ configureFailPoint: failPoint, mode: 'alwaysOn', ...filter });
  const isEntered = (timesEntered: number) =>
    admin.command({ waitForFailPoint: failPoint, timesEntered, maxTimeMS: lookMs, ...filter }).then(
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

/** Does `work` while no other suite on this server does such work. */
async function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const races = db.client.db('test_races').collection<{ _id: string; since: Date }>('races');
  const begin = async () => {
    await races.deleteOne({ _id: failPoint, since: { $lt: new Date(Date.now() - forgottenAfterMs) } });
    return races.insertOne({ _id: failPoint, since: new Date() }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicate(error)) return false;
        throw error;
      },
    );
  };
  await until(begin, 'no other suite races');
  try {
    return await work();
  } finally {
    await races.deleteOne({ _id: failPoint });
  }
}
