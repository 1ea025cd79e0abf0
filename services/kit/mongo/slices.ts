import type { Collection, Document, Filter } from 'mongodb';

/** Of documents by their ids; a few milliseconds of work for the server. */
const sliceSize = 500;

/**
 * Deletes all that match, a slice at a time, so that no statement takes long however many they are. Broken off it can be
 * called again and goes on where it was. The filter needs an index.
 */
export async function deleteInSlices<T extends Document>(collection: Collection<T>, filter: Filter<T>): Promise<void> {
  for (;;) {
    const slice = await collection
      .find(filter, { projection: { _id: 1 } })
      .limit(sliceSize)
      .toArray();
    if (slice.length > 0) await collection.deleteMany(byIds(slice));
    if (slice.length < sliceSize) return;
  }
}

// The driver's types do not see through a type parameter that `_id` is what `_id` is compared with.
const byIds = <T extends Document>(documents: readonly Document[]): Filter<T> =>
  ({ _id: { $in: documents.map(({ _id }) => _id) } }) as unknown as Filter<T>;
