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
    const hasRoom = { $or: [{ events: event.id }, { [`events.${most - 1}`]: { $exists: false } }] };
    const update = { $addToSet: { events: event.id }, $setOnInsert: { begunAt: new Date(window * windowMs) } };
    const write = (upsert: boolean) => this.#spent.updateOne({ _id, ...hasRoom }, update, { upsert });
    try {
      await write(true);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // The document exists: full, or inserted concurrently for another event, or by another replica for this one.
      return (await write(false)).matchedCount === 1;
    }
  }
}
