import type { Collection, Document, Filter, MatchKeysAndValues } from 'mongodb';

/** Documents per statement; takes the server a few milliseconds. */
const portionSize = 500;

/**
 * Deletes all matching documents in portions, so that no statement takes long. After an interruption, a second call
 * continues. The filter needs an index.
 */
export async function deleteInPortions<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
): Promise<void> {
  for (;;) {
    const portion = await collection
      .find(filter, { projection: { _id: 1 } })
      .limit(portionSize)
      .toArray();
    if (portion.length > 0) await collection.deleteMany(byIds(portion));
    if (portion.length < portionSize) return;
  }
}

/**
 * Sets fields of all matching documents in portions, so that no statement takes long; returns the number of changed
 * documents. Documents that have these values already are skipped, so that a second call continues after an
 * interruption. The filter needs an index.
 */
export async function updateInPortions<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  values: MatchKeysAndValues<T>,
): Promise<number> {
  const remaining = { $and: [filter, { $nor: [values] }] } as Filter<T>;
  for (let changed = 0; ; ) {
    const portion = await collection
      .find(remaining, { projection: { _id: 1 } })
      .limit(portionSize)
      .toArray();
    if (portion.length > 0) changed += (await collection.updateMany(byIds(portion), { $set: values })).modifiedCount;
    if (portion.length < portionSize) return changed;
  }
}

// The driver's types do not resolve the type of `_id` through a type parameter.
const byIds = <T extends Document>(documents: readonly Document[]): Filter<T> =>
  ({ _id: { $in: documents.map(({ _id }) => _id) } }) as unknown as Filter<T>;
