import type { Collection } from 'mongodb';
import type { Mongo } from './mongo.ts';

/**
 * Actors who are gone for good. No transaction holds a write and the question whether its actor is gone together, so who
 * writes for somebody asks afterwards: what was written before `add` is found by the deletion that follows it, and for
 * what was written later `among` names them, so that the writer deletes it again.
 */
export class DeletedActors {
  readonly #gone: Collection<{ _id: string; goneAt: Date }>;

  constructor(mongo: Mongo) {
    this.#gone = mongo.collection('gone_actors');
  }

  /** Before anything of theirs is deleted. */
  async add(actorId: string): Promise<void> {
    await this.#gone.updateOne({ _id: actorId }, { $setOnInsert: { goneAt: new Date() } }, { upsert: true });
  }

  /** Those of these who are gone. */
  async among(actorIds: Iterable<string>): Promise<string[]> {
    const ids = [...new Set(actorIds)];
    if (ids.length === 0) return [];
    return (await this.#gone.find({ _id: { $in: ids } }).toArray()).map(({ _id }) => _id);
  }
}
