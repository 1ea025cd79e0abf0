import type { WithOutbox } from '@tribus/kit/mongo/embedded-events.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { NotificationType, StoredNotification } from './notification.ts';
import { countedUntil } from './notifications.ts';

/** A queue of pending items: of a tribe for its moderators, or of the site for its admins. */
export interface Queue {
  type: Extract<NotificationType, 'submissions_waiting' | 'cases_waiting' | 'site_cases_waiting'>;
  /** Null for the site's queue. */
  tribeId: number | null;
}

/** The number of pending items of one notification's recipient. */
export interface WaitingCount {
  _id: string;
  waiting: number;
  countedAt: Date;
}

/** The notifications of pending items; raised by `Notifications`, which also has the indexes. */
export class WaitingNotifications {
  readonly #notifications: Collection<StoredNotification & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#notifications = mongo.collection('notifications');
  }

  /** Returns the users who have the notification of a queue, present moderators or not. */
  async listHolders(queue: Queue): Promise<string[]> {
    const found = await this.#notifications.find({ ...queue }, { projection: { userId: 1 } }).toArray();
    return found.map(({ userId }) => userId);
  }

  /** Sets the number of pending items in existing notifications; deletes them at 0. A number counted later stays. */
  async setCounts(counts: readonly WaitingCount[]): Promise<void> {
    if (counts.length === 0) return;
    const writes = counts.map(({ _id, waiting, countedAt }): AnyBulkWriteOperation<StoredNotification & WithOutbox> => {
      const filter = { _id, ...countedUntil(countedAt) };
      if (waiting <= 0) return { deleteOne: { filter } };
      return { updateOne: { filter, update: { $set: { waiting, countedAt } } } };
    });
    await this.#notifications.bulkWrite(writes, { ordered: false });
  }
}
