import { createHash } from 'node:crypto';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';

/** A limit of actions or notifications per person and window. */
export interface Budget {
  max: number;
  windowMs: number;
}

/** Ids counted in one window, so that a redelivered event or a repeated request is counted once. */
export interface SpentBudget {
  _id: string;
  events: string[];
  begunAt: Date;
}

/** Limits the notifications that one person can cause, and the messages of a new account. */
export class Budgets {
  readonly #spent: Collection<SpentBudget>;

  constructor(mongo: Mongo) {
    this.#spent = mongo.collection('notice_budgets');
  }

  /**
   * Counts an event; returns false beyond the limit. `counted` contains the kind, the sender and further keys of the
   * budget.
   */
  async spend(
    { max, windowMs }: Budget,
    counted: readonly (string | number)[],
    event: { id: string; occurredAt: Date },
  ): Promise<boolean> {
    const window = Math.floor(event.occurredAt.getTime() / windowMs);
    const _id = createHash('sha256')
      .update(JSON.stringify([...counted, windowMs, window]))
      .digest('base64url');
    const isNew = { _id, events: { $ne: event.id } };
    // An event beyond the limit is sliced off, so it is absent from the result.
    const update = {
      $push: { events: { $each: [event.id], $slice: max } },
      $setOnInsert: { begunAt: new Date(window * windowMs) },
    };
    const write = (upsert: boolean) =>
      this.#spent.findOneAndUpdate(isNew, update, { upsert, returnDocument: 'after', projection: { events: 1 } });
    const spent = await write(true).catch((error) => {
      if (!isDuplicate(error)) throw error;
      // The document exists: it contains this event, or was inserted concurrently for another event.
      return write(false);
    });
    return spent === null || spent.events.includes(event.id);
  }
}
