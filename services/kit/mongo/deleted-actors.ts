import type { Collection } from 'mongodb';
import type { Mongo } from './mongo.ts';

/**
 * Deleted actors. No transaction covers both a write and the check of its actor, so the check follows the write: rows
 * written before `add` are found by the deletion that follows it, and for later ones `among` returns the actor, so that
 * the writer deletes them again.
 */
export class DeletedActors {
  readonly #tombstones: Collection<{ _id: string; goneAt: Date }>;

  constructor(mongo: Mongo) {
    this.#tombstones = mongo.collection('gone_actors');
  }

  /** Marks an actor as deleted; call before deleting their documents. */
  async add(actorId: string): Promise<void> {
    await this.#tombstones.updateOne({ _id: actorId }, { $setOnInsert: { goneAt: new Date() } }, { upsert: true });
  }

  /** Returns those of the actors that are deleted. */
  async among(actorIds: Iterable<string>): Promise<string[]> {
    const ids = [...new Set(actorIds)];
    if (ids.length === 0) return [];
    return (await this.#tombstones.find({ _id: { $in: ids } }).toArray()).map(({ _id }) => _id);
  }
}
