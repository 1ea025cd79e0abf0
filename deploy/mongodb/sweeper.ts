import type { Collection } from './collection.ts';
import type { Doc } from './doc.ts';
import type { IndexSpec } from './index-spec.ts';
import { compileFilter } from './query.ts';
import type { Store } from './store.ts';

/** Removes every document expired by a TTL index; returns their number. */
export async function sweep(store: Store, now: number): Promise<number> {
  let removed = 0;
  for (const collection of store.collections()) {
    for (const spec of collection.indexes) removed += expire(collection, spec, now);
    // After a start this builds the index, so clients are served between two collections.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await store.commit();
  return removed;
}

function expire(collection: Collection, spec: IndexSpec, now: number): number {
  const { key, expireAfterSeconds: seconds, partialFilterExpression: partial = {} } = spec;
  const [name] = Object.keys(key);
  if (seconds === undefined || name === undefined) return 0;
  const filter: Doc = { $and: [{ [name]: { $lt: new Date(now - seconds * 1000) } }, partial] };
  const over = collection.find({ filter, match: compileFilter(filter) });
  for (const stored of over) collection.remove(stored);
  return over.length;
}
