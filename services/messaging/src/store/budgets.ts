import { createHash } from 'node:crypto';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';

/** How much of one kind one person may do, or cause, in a window of time. */
export interface Budget {
  most: number;
  windowMs: number;
}

/** What spent a budget in one window, by id, so that an event delivered again, or a repeated request, spends nothing more. */
interface SpentBudget {
  _id: string;
  events: string[];
  begunAt: Date;
}

/** Limits how many notifications one person can cause, and how many messages a new account can send. */
export class Budgets {
  readonly #spent: Collection<SpentBudget>;

  constructor(mongo: Mongo) {
    this.#spent = mongo.collection('notice_budgets');
  }

  /** Whether there was room for this one; `counted` names the kind, the sender and what else it is counted by. */
  async spend(
    { most, windowMs }: Budget,
    counted: readonly (string | number)[],
    event: { id: string; occurredAt: Date },
  ): Promise<boolean> {
    const window = Math.floor(event.occurredAt.getTime() / windowMs);
    const _id = createHash('sha256')
      .update(JSON.stringify([...counted, windowMs, window]))
      .digest('base64url');
    const isNew = { _id, events: { $ne: event.id } };
    // What is beyond the budget is cut off, and not found in it afterwards.
    const update = {
      $push: { events: { $each: [event.id], $slice: most } },
      $setOnInsert: { begunAt: new Date(window * windowMs) },
    };
    const write = (upsert: boolean) =>
      this.#spent.findOneAndUpdate(isNew, update, { upsert, returnDocument: 'after', projection: { events: 1 } });
    const spent = await write(true).catch((error) => {
      if (!isDuplicate(error)) throw error;
      // The document exists: it has this event, or was inserted concurrently for another one.
      return write(false);
    });
    return spent === null || spent.events.includes(event.id);
  }
}
