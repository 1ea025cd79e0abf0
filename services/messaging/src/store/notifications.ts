import type { Position } from '@tribus/kit/http/keyset.ts';
import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import { updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { newestFirst, olderThan } from './pagination.ts';

/** Those that are stored as yet; there is no `level_up_result`. */
export type NotificationType = Exclude<proto.NotificationType, 'none' | 'level_up_result'>;

/** A notification of one user. It holds ids only: names are resolved when it is read, as the user may see them then. */
export interface StoredNotification {
  _id: string;
  userId: string;
  type: NotificationType;
  tribeId: number | null;
  /** The person it is about. */
  personId: string | null;
  postId: string | null;
  /** The level the post asks for; absent where every member may receive it. */
  minLevelOrder?: number;
  status: 'approved' | 'rejected' | null;
  createdAt: Date;
  seen: boolean;
}

/** What decides who may receive a notification. */
export type NotificationScope = Pick<StoredNotification, 'tribeId' | 'type' | 'minLevelOrder'>;

/** A notification with the event that is published once it is written. */
export interface RaisedNotification {
  notification: StoredNotification;
  event: EmbeddedEvent;
}

const retentionSeconds = 90 * 24 * 60 * 60;

export class Notifications {
  readonly #notifications: Collection<StoredNotification & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#notifications = mongo.collection('notifications');
    mongo.ensureIndexes('notifications', [
      { key: { userId: 1, createdAt: -1, _id: -1 } },
      { key: { userId: 1, seen: 1 } },
      { key: { postId: 1 } },
      { key: { tribeId: 1, type: 1, personId: 1 } },
      { key: { createdAt: 1 }, expireAfterSeconds: retentionSeconds },
    ]);
  }

  /** Writes notifications with their events; one of the same id is replaced. */
  async upsert(raised: readonly RaisedNotification[]): Promise<void> {
    if (raised.length === 0) return;
    const writes: AnyBulkWriteOperation<StoredNotification & WithOutbox>[] = raised.map(({ notification, event }) => {
      const { _id, ...rest } = notification;
      return { updateOne: { filter: { _id }, update: updateWithEvents({ $set: rest }, [event]), upsert: true } };
    });
    await this.#notifications.bulkWrite(writes, { ordered: false });
  }

  /** Writes notifications without events: they are listed and not pushed. */
  async list(notifications: readonly StoredNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const writes = notifications.map(({ _id, ...rest }) => {
      return { updateOne: { filter: { _id }, update: { $set: rest }, upsert: true } };
    });
    await this.#notifications.bulkWrite(writes, { ordered: false });
  }

  /** The newest first. */
  page(userId: string, limit: number, before?: Position): Promise<StoredNotification[]> {
    return this.#notifications
      .find({ userId, ...olderThan(before) }, { projection: { outbox: 0 } })
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  }

  /** A user's unseen notifications, counted by what decides who may receive them. */
  async unseen(userId: string): Promise<{ scope: NotificationScope; count: number }[]> {
    const groups = await this.#notifications
      .aggregate<{ _id: NotificationScope; count: number }>([
        { $match: { userId, seen: false } },
        {
          $group: {
            _id: { tribeId: '$tribeId', type: '$type', minLevelOrder: '$minLevelOrder' },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ scope: _id, count }));
  }

  async markSeen(userId: string): Promise<void> {
    await this.#notifications.updateMany({ userId, seen: false }, { $set: { seen: true } });
  }

  /** Deletes a user's notification; false when they have none of that id. */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.#notifications.deleteOne({ _id: id, userId })).deletedCount === 1;
  }

  /** Updates the level that a post asks for. */
  async setLevel(postId: string, minLevelOrder: number): Promise<void> {
    await this.#notifications.updateMany({ postId }, { $set: { minLevelOrder } });
  }

  async removeAboutPost(postId: string): Promise<void> {
    await deleteInSlices(this.#notifications, { postId });
  }

  async removeAboutTribe(tribeId: number): Promise<void> {
    await deleteInSlices(this.#notifications, { tribeId });
  }

  /** Deletes what moderators were notified of a user's join request. */
  async removeJoinRequests(tribeId: number, requesterId: string): Promise<void> {
    await this.#notifications.deleteMany({ tribeId, type: 'join_request', personId: requesterId });
  }
}
