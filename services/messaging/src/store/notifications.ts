import type { Audience, AudienceKind } from '@tribus/community/delivery-gate.ts';
import type { Position } from '@tribus/kit/http/keyset.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { newestFirst, olderThan } from './pagination.ts';

/** What is told as yet: nobody raises a `level_up_result`. */
type NotificationType = Exclude<proto.NotificationType, 'none' | 'level_up_result'>;

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

type About = Pick<StoredNotification, 'tribeId' | 'type' | 'minLevelOrder'>;

/** Who may receive a notification of each type. The result of a join request is its requester's, member or not. */
const audienceKinds: Record<NotificationType, AudienceKind> = {
  join_request: 'moderators',
  join_request_result: 'anyone',
  message: 'members',
  follow_post: 'readers',
  follow: 'anyone',
};

/** Who may receive it; checked whenever it is delivered. */
export const audienceOf = ({ tribeId, type, minLevelOrder }: About): Audience => ({
  tribeId,
  kind: audienceKinds[type],
  minLevelOrder,
});

const retentionSeconds = 90 * 24 * 60 * 60;

export class Notifications {
  readonly #mongo: Mongo;
  readonly #notifications: Collection<StoredNotification & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
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
  async upsert(notifications: readonly StoredNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const writes: AnyBulkWriteOperation<StoredNotification & WithOutbox>[] = notifications.map(({ _id, ...rest }) => {
      const event = this.#mongo.event(NotificationRaised, raisedEvent(_id, rest));
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

  /** A user's unseen notifications, counted by audience. */
  async unseen(userId: string): Promise<{ audience: Audience; count: number }[]> {
    const groups = await this.#notifications
      .aggregate<{ _id: About; count: number }>([
        { $match: { userId, seen: false } },
        {
          $group: {
            _id: { tribeId: '$tribeId', type: '$type', minLevelOrder: '$minLevelOrder' },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ audience: audienceOf(_id), count }));
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

function raisedEvent(notificationId: string, about: Omit<StoredNotification, '_id'>): NotificationRaised {
  const { tribeId, kind, minLevelOrder } = audienceOf(about);
  return {
    userId: about.userId,
    notificationId,
    type: about.type,
    tribeId: tribeId ?? 0,
    audience: kind,
    minLevelOrder: minLevelOrder ?? 0,
  };
}
