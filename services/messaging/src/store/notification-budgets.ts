import { createHash } from 'node:crypto';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { isDuplicate } from '@tribus/kit/mongo/outbox.ts';
import type { Collection } from 'mongodb';

/** How many events of one kind by one person raise notices in a window of time. */
export interface NotificationBudget {
  most: number;
  windowMs: number;
}

/** Which events spent a budget in one window. They are named, so that one that comes again spends nothing more. */
interface SpentBudget {
  _id: string;
  events: string[];
  begunAt: Date;
}

const keptSeconds = 2 * 24 * 60 * 60;

/** Bounds what one person can make others be told of. */
export class NotificationBudgets {
  readonly #spent: Collection<SpentBudget>;

  constructor(mongo: Mongo) {
    this.#spent = mongo.collection('notice_budgets');
    mongo.ensureIndexes('notice_budgets', [{ key: { begunAt: 1 }, expireAfterSeconds: keptSeconds }]);
  }

  /** Whether this event may raise notices, by the budget of its kind, sender and whatever else it is counted for. */
  async spend(
    { most, windowMs }: NotificationBudget,
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
      // The document is there: full, or made a moment ago by another event, or by another copy with this one.
      return (await write(false)).matchedCount === 1;
    }
  }
}
