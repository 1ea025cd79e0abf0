import type { Collection } from 'mongodb';
import type { Tombstone } from './kit-collections.ts';
import type { Mongo } from './mongo.ts';

/**
 * Ids of deleted subjects. No transaction covers both a write and the check of its subject, so the check follows the
 * write: documents written before `add` are found by the deletion that follows it, and for later ones `among` returns
 * the subject, so that the writer deletes them again.
 */
export class Tombstones {
  readonly #tombstones: Collection<Tombstone>;

  /** The service declares the retention of `collection` by `goneAt`. */
  constructor(mongo: Mongo, collection: string) {
    this.#tombstones = mongo.collection(collection);
  }

  /** Marks a subject as deleted; call before deleting its documents. */
  async add(id: string): Promise<void> {
    await this.#tombstones.updateOne({ _id: id }, { $setOnInsert: { goneAt: new Date() } }, { upsert: true });
  }

  /** Returns those of the subjects that are deleted. */
  async among(subjectIds: Iterable<string>): Promise<string[]> {
    const ids = [...new Set(subjectIds)];
    if (ids.length === 0) return [];
    return (await this.#tombstones.find({ _id: { $in: ids } }).toArray()).map(({ _id }) => _id);
  }
}
