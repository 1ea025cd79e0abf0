import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { codeOf } from '../core/errors.ts';

/** E11000: a unique index has it already. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === 11000;

/** Inserts documents; those that are there already stay as they are. Half the work of as many upserts. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refused.length === 0 || !refused.every(isDuplicate)) throw error;
  }
}
