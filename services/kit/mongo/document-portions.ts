import type { Collection, Document, Filter, MatchKeysAndValues } from 'mongodb';

/** Documents per statement; takes the server a few milliseconds. */
const portionSize = 500;

/**
 * Deletes all matching documents in portions, so that no statement takes long; not those that have stopped matching
 * since they were read. After an interruption, a second call continues. The filter needs an index.
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
    if (portion.length > 0) await collection.deleteMany(matching(portion, filter));
    if (portion.length < portionSize) return;
  }
}

/**
 * Sets fields of all matching documents in portions, so that no statement takes long; returns the number of changed
 * documents. Documents that have these values already are skipped, so that a second call continues after an
 * interruption; so are those that have stopped matching since they were read. The filter needs an index.
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
    if (portion.length > 0)
      changed += (await collection.updateMany(matching(portion, remaining), { $set: values })).modifiedCount;
    if (portion.length < portionSize) return changed;
  }
}

// The driver's types do not resolve the type of `_id` through a type parameter.
const matching = <T extends Document>(documents: readonly Document[], filter: Filter<T>): Filter<T> =>
  ({ _id: { $in: documents.map(({ _id }) => _id) }, $and: [filter] }) as unknown as Filter<T>;
