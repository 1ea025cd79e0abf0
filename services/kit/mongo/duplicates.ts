import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { codeOf } from '../core/errors.ts';

/** E11000: violates a unique index. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === 11000;

/** Inserts the documents whose ids do not exist yet, at half the cost of upserts. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    const writeErrors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (writeErrors.length === 0 || !writeErrors.every(isDuplicate)) throw error;
  }
}
