import { type Db, type IndexDescription, MongoServerError } from 'mongodb';
import type { Logger } from 'pino';
import { codeOf } from '../core/errors.ts';

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const conflicts: readonly unknown[] = [85, 86];

/**
 * Creates the indexes of a collection; updates the expiry of an existing TTL index. Throws, with instructions, when an
 * index exists with other options: the operator replaces it, because a unique index would be missing during a
 * replacement.
 */
export async function createIndexes(
  db: Db,
  log: Logger,
  collection: string,
  indexes: readonly IndexDescription[],
): Promise<void> {
  try {
    await db.collection(collection).createIndexes([...indexes]);
  } catch (error) {
    if (!conflicts.includes(codeOf(error))) throw error;
    for (const index of indexes) await createIndex(db, log, collection, index);
  }
}

async function createIndex(db: Db, log: Logger, collection: string, index: IndexDescription): Promise<void> {
  try {
    await db.collection(collection).createIndexes([index]);
  } catch (error) {
    if (!(error instanceof MongoServerError) || !conflicts.includes(error.code)) throw error;
    if (index.expireAfterSeconds === undefined) throw indexConflict(db, collection, index, error);
    const { key: keyPattern, expireAfterSeconds } = index;
    await db.command({ collMod: collection, index: { keyPattern, expireAfterSeconds } }).catch(() => {
      throw indexConflict(db, collection, index, error);
    });
    await db
      .collection(collection)
      .createIndexes([index])
      .catch(() => {
        throw indexConflict(db, collection, index, error);
      });
    log.info({ collection, index: keyPattern, expireAfterSeconds }, 'index expiry changed');
  }
}

function indexConflict(db: Db, collection: string, { key }: IndexDescription, cause: MongoServerError): Error {
  const named = `${db.databaseName}.${collection} ${JSON.stringify(key)}`;
  const command = `db.getSiblingDB('${db.databaseName}').${collection}.dropIndex(${JSON.stringify(key)})`;
  const message = `the index ${named} exists with other options; drop it with ${command}, and it is created again`;
  return new Error(message, { cause });
}
