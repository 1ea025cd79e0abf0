import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { codeOf } from '../core/errors.ts';

/** E11000: violates a unique index. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === 11000;

/** Whether all failures of a bulk write violate a unique index; the other writes succeeded. */
export function isOnlyDuplicates(error: unknown): boolean {
  const writeErrors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  return writeErrors.length > 0 && writeErrors.every(isDuplicate);
}

/** Inserts the documents whose ids do not exist yet, at half the cost of upserts. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    if (!isOnlyDuplicates(error)) throw error;
  }
}
