import type { Db } from 'mongodb';
import { isDuplicate } from '../mongo/duplicates.ts';
import { until } from './until.ts';

const failPoint = 'hangBeforeUpsertPerformsInsert';
/** Less than a service's client waits for an answer. */
const enteredWithinMs = 2_000;

/**
 * Lets upserts race: each has found no document before the first of them inserts one. They reach that point in the
 * given order; a server with several threads may then go on in another. The server holds every upsert of all its
 * databases meanwhile, so it is over in an instant.
 */
export async function raceUpserts<T>(
  db: Db,
  upserts: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  // The fail point is one for the whole server, and suites run beside each other.
  const races = db.client.db('test_races').collection<{ _id: string }>('races');
  const begin = () => races.insertOne({ _id: failPoint });
  const isRefused = (error: unknown) => {
    if (isDuplicate(error)) return false;
    throw error;
  };
  await until(() => begin().then(() => true, isRefused), 'no other suite races');
  try {
    return await holdAndRelease(db, upserts);
  } finally {
    await races.deleteOne({ _id: failPoint });
  }
}

async function holdAndRelease<T>(db: Db, upserts: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const admin = db.client.db('admin');
  const { count } = await admin.command({ configureFailPoint: failPoint, mode: 'alwaysOn' });
  const racing: Promise<PromiseSettledResult<T>[]>[] = [];
  try {
    for (const upsert of upserts) {
      racing.push(Promise.allSettled([upsert()]));
      const timesEntered = Number(count) + racing.length;
      await admin.command({ waitForFailPoint: failPoint, timesEntered, maxTimeMS: enteredWithinMs });
    }
  } finally {
    await admin.command({ configureFailPoint: failPoint, mode: 'off' });
  }
  return (await Promise.all(racing)).flat();
}
