import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { deleteInPortions, updateInPortions } from '@tribus/kit/mongo/document-portions.ts';
import { isDuplicate, isOnlyDuplicates } from '@tribus/kit/mongo/duplicates.ts';
import { type EmbeddedEvent, updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/embedded-events.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { AnyBulkWriteOperation, Collection, UpdateFilter } from 'mongodb';
import {
  changedBy,
  changedUntil,
  type EventOrder,
  levelSetBy,
  levelUntil,
  orderOf,
  raisedUntil,
} from './event-order.ts';
import type { AudienceFields, StoredNotification } from './notification.ts';
import { newestFirst, olderThan, upTo } from './pagination.ts';

/** People whose notifications in one tribe, or outside of tribes (null), are left out. */
export interface NotifiedUser {
  tribeId: number | null;
  userIds: readonly string[];
}

/** Notifications that are neither listed nor counted. */
export interface Exclusions {
  users: readonly NotifiedUser[];
  tribeIds: readonly number[];
}

/** A notification with the event that is published once it is written. */
export interface RaisedNotification {
  notification: StoredNotification;
  event: EmbeddedEvent;
}

interface NotificationWrite {
  notification: StoredNotification;
  update: (fields: Omit<StoredNotification, '_id'>) => UpdateFilter<StoredNotification & WithOutbox>;
}

/** The `eventId` of a marker. */
const noEvent = '';

export const noExclusions: Exclusions = { users: [], tribeIds: [] };

export class Notifications {
  readonly #notifications: Collection<StoredNotification & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#notifications = mongo.collection('notifications');
    mongo.ensureIndexes('notifications', [
      { key: { userId: 1, createdAt: -1, _id: -1 } },
      { key: { userId: 1, seen: 1 } },
      { key: { postId: 1 } },
      { key: { tribeId: 1, type: 1, personId: 1 } },
      { key: { personId: 1 }, sparse: true },
    ]);
  }

  /** Writes notifications with their events; one of the same id is replaced, unless the same event raised it. */
  async upsert(raised: readonly RaisedNotification[]): Promise<void> {
    await this.#write(
      raised.map(({ notification, event }) => {
        return { notification, update: (fields) => updateWithEvents({ $set: fields }, [event]) };
      }),
    );
  }

  /** As `upsert`, without events: they are listed and not pushed. */
  async list(notifications: readonly StoredNotification[]): Promise<void> {
    await this.#write(notifications.map((notification) => ({ notification, update: (fields) => ({ $set: fields }) })));
  }

  /**
   * A redelivered event changes nothing: its notification may have been seen, and was pushed with the first write. Nor
   * does a late one, after a newer event has raised the notification or its subject has ended.
   */
  async #write(written: readonly NotificationWrite[]): Promise<void> {
    if (written.length === 0) return;
    const writes = (upsert: boolean): AnyBulkWriteOperation<StoredNotification & WithOutbox>[] =>
      written.map(({ notification, update }) => {
        const { _id, ...fields } = notification;
        const { eventId, countedAt } = fields;
        const order = orderOf(notification);
        const isOlder = { $and: [raisedUntil(order), changedUntil(order), countedUntil(countedAt)] };
        const filter = { _id, eventId: { $ne: eventId }, ...isOlder };
        return { updateOne: { filter, update: update(fields), upsert } };
      });
    try {
      await this.#notifications.bulkWrite(writes(true), { ordered: false });
    } catch (error) {
      if (!isOnlyDuplicates(error)) throw error;
      // They exist: raised by the same event, or inserted concurrently by another one.
      await this.#notifications.bulkWrite(writes(false), { ordered: false });
    }
  }

  /** The newest first. */
  page(userId: string, exclusions: Exclusions, limit: number, before?: ListPosition): Promise<StoredNotification[]> {
    return this.#notifications
      .find(
        { userId, isHidden: { $ne: true }, ...without(exclusions), ...olderThan(before) },
        { projection: { outbox: 0 } },
      )
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  }

  /** Counts a user's unseen notifications per audience. */
  async unseen(userId: string, exclusions: Exclusions): Promise<{ fields: AudienceFields; count: number }[]> {
    const groups = await this.#notifications
      .aggregate<{ _id: AudienceFields; count: number }>([
        { $match: { userId, seen: false, isHidden: { $ne: true }, ...without(exclusions) } },
        {
          $group: {
            _id: {
              ...{ tribeId: '$tribeId', type: '$type', minLevelOrder: '$minLevelOrder' },
              // The audience depends on the person only where a hidden author would be revealed.
              personId: { $cond: [{ $eq: ['$type', 'follow_post'] }, '$personId', null] },
            },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({ fields: _id, count }));
  }

  /** Returns which of these people a user has notifications about, and in which tribes. */
  async about(userId: string, personIds: readonly string[]): Promise<{ tribeId: number | null; personId: string }[]> {
    if (personIds.length === 0) return [];
    const found = await this.#notifications
      .aggregate<{ _id: { tribeId: number | null; personId: string } }>([
        { $match: { userId, personId: { $in: [...personIds] } } },
        { $group: { _id: { tribeId: '$tribeId', personId: '$personId' } } },
      ])
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Marks a user's notifications as seen: those up to a position of their list, or all. */
  async markSeen(userId: string, newest?: ListPosition): Promise<void> {
    const unseen = { userId, seen: false, ...(newest && upTo(newest)) };
    await updateInPortions(this.#notifications, unseen, { seen: true });
  }

  /**
   * Grants the celebration of a reached level to the first attempt; returns whether this one has it, or undefined when
   * there is no such notification.
   */
  async grantCelebration(userId: string, id: string, attempt: string): Promise<boolean | undefined> {
    const levelUp = { _id: id, userId, type: 'level_up_result', isHidden: { $ne: true } } as const;
    await this.#notifications.updateOne({ ...levelUp, celebratedBy: null }, { $set: { celebratedBy: attempt } });
    const found = await this.#notifications.findOne(levelUp, { projection: { celebratedBy: 1 } });
    return found ? found.celebratedBy === attempt : undefined;
  }

  /** Returns those of these ids that exist. */
  async existing(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.#notifications.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Returns whether this notification is listed with this change of a membership. */
  async isListed({ _id, change }: StoredNotification): Promise<boolean> {
    const listed = { _id, change, isHidden: { $ne: true } };
    return (await this.#notifications.findOne(listed, { projection: { _id: 1 } })) !== null;
  }

  /** Returns the time a user's notification was last raised; undefined when there is none with that id. */
  async raisedAt(userId: string, id: string): Promise<Date | undefined> {
    const found = await this.#notifications.findOne({ _id: id, userId }, { projection: { createdAt: 1 } });
    return found?.createdAt;
  }

  /**
   * Deletes a user's notification unless it was raised again after `raisedAt`; returns false when there is none with
   * that id.
   */
  async remove(userId: string, id: string, raisedAt?: Date): Promise<boolean> {
    const unchanged = raisedAt ? { createdAt: raisedAt } : {};
    return (await this.#notifications.deleteOne({ _id: id, userId, ...unchanged })).deletedCount === 1;
  }

  /**
   * Hides the notification of a follow, a review, a level, a ban, an offer or a request that ended at its `createdAt`, unless
   * it was raised again since. Without one it stores a hidden marker, so that the event of the beginning has no effect
   * when it is handled later.
   */
  async hideEnded(ended: StoredNotification): Promise<void> {
    const { _id, userId, type, tribeId, personId, createdAt, sequence } = ended;
    const raised = { createdAt, ...(sequence !== undefined && { sequence }) };
    const marker = { userId, type, personId, tribeId, postId: null, status: null, ...raised };
    const order = orderOf(ended);
    try {
      await this.#notifications.updateOne(
        { _id, $and: [raisedUntil(order), changedUntil(order)] },
        {
          $set: { isHidden: true, ...changedBy(order) },
          $setOnInsert: { ...marker, eventId: noEvent, seen: true },
        },
        { upsert: true },
      );
    } catch (error) {
      // It exists, and was raised again.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Returns whether the subject of a notification ended after the event that raised it. */
  async hasEndedSince(notification: StoredNotification): Promise<boolean> {
    const ended = { _id: notification._id, $nor: [changedUntil(orderOf(notification))] };
    return (await this.#notifications.findOne(ended, { projection: { _id: 1 } })) !== null;
  }

  /** Shows the notification of a follow that began again, as it was; no effect on a marker. */
  async showFollowAgain(notification: StoredNotification): Promise<void> {
    const order = orderOf(notification);
    await this.#notifications.updateOne(
      { _id: notification._id, eventId: { $ne: noEvent }, ...changedUntil(order) },
      { $set: { isHidden: false, ...changedBy(order) } },
    );
  }

  /** Updates the level that a post requires since an edit, unless a later edit or announcement has set it. */
  async setLevel(postId: string, minLevelOrder: number, edit: EventOrder): Promise<void> {
    const ofPost = { postId, $and: [raisedUntil(edit), levelUntil(edit)] };
    await updateInPortions(this.#notifications, ofPost, { minLevelOrder, ...levelSetBy(edit) });
  }

  /**
   * Notifications of a hidden post are neither listed nor counted. No effect on those of a post that was hidden, shown
   * or announced after this event.
   */
  async setHidden(postId: string, isHidden: boolean, event: EventOrder): Promise<void> {
    const ofPost = { postId, $and: [raisedUntil(event), changedUntil(event)] };
    await updateInPortions(this.#notifications, ofPost, { isHidden, ...changedBy(event) });
  }

  async removeAboutPost(postId: string): Promise<void> {
    await deleteInPortions(this.#notifications, { postId });
  }

  async removeAboutTribe(tribeId: number): Promise<void> {
    await deleteInPortions(this.#notifications, { tribeId });
  }

  /** Deletes a user's notifications, and others' notifications about them. */
  async removeOfUser(userId: string): Promise<void> {
    await deleteInPortions(this.#notifications, { userId });
    await deleteInPortions(this.#notifications, { personId: userId });
  }

  /** Deletes the moderators' notifications of a user's join request, unless raised again after this event. */
  async withdrawJoinRequests(tribeId: number, requesterId: string, event: EventOrder): Promise<void> {
    const raised = { tribeId, type: 'join_request', personId: requesterId, eventId: { $ne: noEvent } } as const;
    await deleteInPortions(this.#notifications, { ...raised, ...raisedUntil(event) });
  }
}

/** Numbers may be written in another order than they were counted; the latest one counts. */
export const countedUntil = (at: Date | undefined) => (at ? { countedAt: { $not: { $gt: at } } } : {});

function without({ users, tribeIds }: Exclusions) {
  const about = users.map(({ tribeId, userIds }) => ({ tribeId, personId: { $in: [...userIds] } }));
  const inTribes = tribeIds.length > 0 ? [{ tribeId: { $in: [...tribeIds] } }] : [];
  return about.length + inTribes.length > 0 ? { $nor: [...about, ...inTribes] } : {};
}
