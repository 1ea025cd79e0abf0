import { type Db, type IndexDescription, MongoServerError } from 'mongodb';
import type { Logger } from 'pino';
import { codeOf } from '../core/errors.ts';

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const conflicts: readonly unknown[] = [85, 86];

/**
 * Makes the indexes of a collection. Where one is there already whose documents expire after another time, the time is
 * changed. Throws what to do about an index that is there with other options: to exchange it is for the operator, as a
 * unique index would be missing meanwhile.
 */
export async function makeIndexes(
  db: Db,
  log: Logger,
  collection: string,
  indexes: readonly IndexDescription[],
): Promise<void> {
  try {
    await db.collection(collection).createIndexes([...indexes]);
  } catch (error) {
    if (!conflicts.includes(codeOf(error))) throw error;
    for (const index of indexes) await makeIndex(db, log, collection, index);
  }
}

async function makeIndex(db: Db, log: Logger, collection: string, index: IndexDescription): Promise<void> {
  try {
    await db.collection(collection).createIndexes([index]);
  } catch (error) {
    if (!(error instanceof MongoServerError) || !conflicts.includes(error.code)) throw error;
    if (index.expireAfterSeconds === undefined) throw remedy(db, collection, index, error);
    const { key: keyPattern, expireAfterSeconds } = index;
    await db.command({ collMod: collection, index: { keyPattern, expireAfterSeconds } }).catch(() => {
      throw remedy(db, collection, index, error);
    });
    await db
      .collection(collection)
      .createIndexes([index])
      .catch(() => {
        throw remedy(db, collection, index, error);
      });
    log.info({ collection, index: keyPattern, expireAfterSeconds }, 'expiry of an index changed');
  }
}

function remedy(db: Db, collection: string, { key }: IndexDescription, cause: MongoServerError): Error {
  const named = `${db.databaseName}.${collection} ${JSON.stringify(key)}`;
  const command = `db.getSiblingDB('${db.databaseName}').${collection}.dropIndex(${JSON.stringify(key)})`;
  const message = `the index ${named} is there with other options; drop it with ${command}, and it is made anew`;
  return new Error(message, { cause });
}
