import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';

/** The position of an event's fan-out in the list of its recipients. */
export interface StoredProgress {
  /** The event's id. */
  _id: string;
  /** The cursor of the next page. */
  cursor: string;
  at: Date;
}

export class FanOutProgress {
  readonly #progress: Collection<StoredProgress>;

  constructor(mongo: Mongo) {
    this.#progress = mongo.collection('fan_out_progress');
  }

  /** Returns the cursor of the next page; empty for the first one. */
  async find(eventId: string): Promise<string> {
    return (await this.#progress.findOne({ _id: eventId }))?.cursor ?? '';
  }

  async save(eventId: string, cursor: string): Promise<void> {
    await this.#progress.updateOne({ _id: eventId }, { $set: { cursor, at: new Date() } }, { upsert: true });
  }
}
