import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { deleteInPortions, updateInPortions } from '@tribus/kit/mongo/document-portions.ts';
import { isOnlyDuplicates } from '@tribus/kit/mongo/duplicates.ts';
import {
  type EmbeddedEvent,
  updateWithEvents,
  type WithOutbox,
  withEvents,
} from '@tribus/kit/mongo/embedded-events.ts';
import { type Idempotent, insertOnce } from '@tribus/kit/mongo/idempotency.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import { maxUnreadCounted } from '../../limits.ts';
import type { StoredConversation } from './conversation.ts';
import { isShown, type Moderation, notDecidedSince } from './moderation.ts';
import { around, newestFirst, olderThan, upTo } from './pagination.ts';

/** A direct message. */
export interface StoredMessage extends Idempotent {
  /** The id of the conversation. */
  conversation: string;
  tribeId: number;
  fromUserId: string;
  toUserId: string;
  content: string;
  createdAt: Date;
  read: boolean;
  moderation?: Moderation;
}

const batchSize = 500;

export class Messages {
  readonly #messages: Collection<StoredMessage & WithOutbox>;
  readonly #conversations: Collection<StoredConversation>;

  constructor(mongo: Mongo) {
    this.#messages = mongo.collection('direct_messages');
    this.#conversations = mongo.collection('direct_conversations');
    mongo.ensureIndexes('direct_messages', [
      { key: { conversation: 1, createdAt: -1, _id: -1 } },
      { key: { toUserId: 1, read: 1, tribeId: 1, conversation: 1 } },
      { key: { fromUserId: 1, _id: 1 } },
      { key: { tribeId: 1 } },
    ]);
    mongo.ensureIndexes('direct_conversations', [
      { key: { listedFor: 1, lastAt: -1, _id: -1 } },
      { key: { listedFor: 1, _id: 1 } },
      { key: { tribeId: 1 } },
    ]);
  }

  /** Returns a page of a conversation, the newest first. */
  page(conversation: string, limit: number, before?: ListPosition): Promise<StoredMessage[]> {
    return this.#messages
      .find({ conversation, ...isShown, ...olderThan(before) }, { projection: { outbox: 0 } })
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  }

  /** Returns a user's messages in the order of the ids. */
  writtenBy(fromUserId: string, limit: number, afterId: string): Promise<StoredMessage[]> {
    return this.#messages
      .find({ fromUserId, _id: { $gt: afterId } }, { projection: { outbox: 0 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** Returns all of a user's conversations in the order of the ids. */
  conversationsOf(userId: string, limit: number, afterId: string): Promise<StoredConversation[]> {
    return this.#conversations
      .find({ listedFor: userId, _id: { $gt: afterId } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** Returns messages by id; deleted and removed messages are absent. */
  async findMany(ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    const found = await this.#messages
      .find({ _id: { $in: [...ids] }, ...isShown }, { projection: { outbox: 0 } })
      .toArray();
    return new Map(found.map((message) => [message._id, message]));
  }

  /** Returns up to `max` messages before and after a message, in the order written. */
  around({ _id: id, conversation, createdAt }: StoredMessage, max: number) {
    return around<StoredMessage>({ createdAt, id }, (side, order) =>
      this.#messages
        .find({ conversation, ...isShown, ...side }, { projection: { outbox: 0 } })
        .sort(order)
        .limit(max)
        .toArray(),
    );
  }

  /** Returns a message, also a removed one. */
  find(id: string): Promise<StoredMessage | null> {
    return this.#messages.findOne({ _id: id }, { projection: { outbox: 0 } });
  }

  /**
   * Hides or restores a message after the newest decision, and updates the conversation's last message. Resumable after
   * an interruption.
   */
  async moderate(message: StoredMessage, moderation: Moderation, event: EmbeddedEvent): Promise<void> {
    const update = updateWithEvents({ $set: { moderation } }, [event]);
    await this.#messages.updateOne(notDecidedSince(message._id, moderation), update);
    const { conversation, createdAt } = message;
    const [newest] = await this.page(conversation, 1);
    if (newest && newest.createdAt >= createdAt) return this.touchConversations([newest]);
    // Only if the removed message was the last: a concurrent new message sets itself as the last.
    const wasLast = { _id: conversation, lastAt: createdAt };
    if (newest) await this.#conversations.updateOne(wasLast, { $set: lastOf(newest) });
    else await this.#conversations.deleteOne(wasLast);
  }

  /** Permanently deletes removed messages: one, or all of a deleted user. */
  async deleteRemoved(of: { _id: string } | { fromUserId: string }): Promise<void> {
    await deleteInPortions(this.#messages, { ...of, 'moderation.removed': true });
  }

  /** Returns those of these messages that are read. */
  async readAmong(ids: readonly string[]): Promise<Pick<StoredMessage, 'fromUserId' | 'toUserId' | 'tribeId'>[]> {
    if (ids.length === 0) return [];
    const fields = { fromUserId: 1, toUserId: 1, tribeId: 1 };
    return this.#messages.find({ _id: { $in: [...ids] }, read: true }, { projection: fields }).toArray();
  }

  /** Writes a message and its event in one write. */
  async add(message: StoredMessage, event: EmbeddedEvent): Promise<StoredMessage> {
    return (await insertOnce(this.#messages, withEvents(message, [event]))).document;
  }

  /** Sets each message as the last of its conversation; no effect when a newer one is set. Idempotent. */
  async touchConversations(messages: readonly StoredMessage[]): Promise<void> {
    const newest = new Map<string, StoredMessage>();
    for (const message of messages) {
      const known = newest.get(message.conversation);
      if (!known || known.createdAt <= message.createdAt) newest.set(message.conversation, message);
    }
    if (newest.size === 0) return;
    const writes = (upsert: boolean) => [...newest.values()].map((message) => touch(message, upsert));
    try {
      await this.#conversations.bulkWrite(writes(true), { ordered: false });
    } catch (error) {
      if (!isOnlyDuplicates(error)) throw error;
      // They exist now, each with a newer last message, or with an older one of a concurrent write.
      await this.#conversations.bulkWrite(writes(false), { ordered: false });
    }
  }

  /** Returns the tribes in which a user has conversations. */
  tribesOf(userId: string): Promise<number[]> {
    return this.#conversations.distinct('tribeId', { listedFor: userId });
  }

  /** Returns a user's conversations with any of these people. */
  conversationsWith(
    userId: string,
    others: readonly string[],
  ): Promise<Pick<StoredConversation, '_id' | 'tribeId' | 'people'>[]> {
    return this.#conversations
      .find({ listedFor: userId, people: { $in: [...others] } }, { projection: { tribeId: 1, people: 1 } })
      .toArray();
  }

  /** Returns a user's conversations in these tribes, except the ids in `excluded`, the newest first. */
  conversations(
    userId: string,
    tribeIds: readonly number[],
    limit: number,
    excluded: readonly string[],
    before?: ListPosition,
  ): Promise<StoredConversation[]> {
    const shown = excluded.length > 0 ? { _id: { $nin: [...excluded] } } : {};
    return this.#conversations
      .find({ listedFor: userId, tribeId: { $in: tribeIds }, ...shown, ...olderThan(before, 'lastAt') })
      .sort({ lastAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
  }

  /** Returns the tribes in which a user has unread messages. */
  tribesWithUnread(toUserId: string): Promise<number[]> {
    return this.#messages.distinct('tribeId', { toUserId, read: false });
  }

  /** Counts a user's unread messages in these tribes, except the conversations in `leftOut`; up to 1,000. */
  countUnread(toUserId: string, tribeIds: readonly number[], leftOut: readonly string[]): Promise<number> {
    const shown = leftOut.length > 0 ? { conversation: { $nin: [...leftOut] } } : {};
    const filter = { toUserId, read: false, tribeId: { $in: [...tribeIds] }, ...shown, ...isShown };
    return this.#messages.countDocuments(filter, { limit: maxUnreadCounted });
  }

  /** Counts a user's unread messages in each of these conversations, up to 1,000; those without any are absent. */
  async unreadIn(
    toUserId: string,
    conversations: readonly Pick<StoredConversation, '_id' | 'tribeId'>[],
  ): Promise<Map<string, number>> {
    if (conversations.length === 0) return new Map();
    const groups = await this.#messages
      .aggregate<{ _id: string; count: number }>([
        { $match: { toUserId, read: false, ...isIn(conversations), ...isShown } },
        { $limit: maxUnreadCounted },
        { $group: { _id: '$conversation', count: { $sum: 1 } } },
      ])
      .toArray();
    const total = groups.reduce((sum, { count }) => sum + count, 0);
    if (total < maxUnreadCounted) return new Map(groups.map(({ _id, count }) => [_id, count]));
    // The limit may have cut off whole conversations.
    const counts = await Promise.all(
      conversations.map(async (each) => {
        const filter = { toUserId, read: false, ...isIn([each]), ...isShown };
        return [each._id, await this.#messages.countDocuments(filter, { limit: maxUnreadCounted })] as const;
      }),
    );
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** Marks messages to this user, up to this one, as read; returns false when none was unread. */
  async markRead(
    conversation: string,
    toUserId: string,
    { _id: id, createdAt }: Pick<StoredMessage, '_id' | 'createdAt'>,
  ): Promise<boolean> {
    const unread = { conversation, toUserId, read: false, ...upTo({ createdAt, id }) };
    return (await updateInPortions(this.#messages, unread, { read: true })) > 0;
  }

  async hasUnread(conversation: string, toUserId: string): Promise<boolean> {
    const unread = await this.#messages.findOne(
      { conversation, toUserId, read: false, ...isShown },
      { projection: { _id: 1 } },
    );
    return unread !== null;
  }

  /**
   * Removes all conversations from a user's list. Their messages stay for the other person, without a name; once both
   * accounts are deleted, so is the conversation. Resumable after an interruption, and safe for both users
   * concurrently.
   */
  async deleteOfUser(userId: string): Promise<void> {
    for (;;) {
      const listed = await this.#conversations.find({ listedFor: userId }).limit(batchSize).toArray();
      if (listed.length === 0) return;
      const shared = listed.filter(isShared).map(({ _id }) => _id);
      const last = listed.filter((each) => !isShared(each)).map(({ _id }) => _id);
      for (const conversation of last) await deleteInPortions(this.#messages, { conversation });
      await this.#conversations.deleteMany({ _id: { $in: last } });
      const stillShared = { _id: { $in: shared }, 'listedFor.1': { $exists: true } };
      await this.#conversations.updateMany(stillShared, { $pull: { listedFor: userId } });
    }
  }

  /** Deletes conversations whose last message is one of these deleted ones, and that contain no other. */
  async dropEmptyConversations(deleted: readonly StoredMessage[]): Promise<void> {
    for (const { conversation, createdAt } of deleted)
      if (!(await this.#messages.findOne({ conversation }, { projection: { _id: 1 } })))
        await this.#conversations.deleteOne({ _id: conversation, lastAt: createdAt });
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await deleteInPortions(this.#messages, { tribeId });
    await deleteInPortions(this.#conversations, { tribeId });
  }
}

const isIn = (conversations: readonly Pick<StoredConversation, '_id' | 'tribeId'>[]) => ({
  tribeId: { $in: [...new Set(conversations.map(({ tribeId }) => tribeId))] },
  conversation: { $in: conversations.map(({ _id }) => _id) },
});

const isShared = ({ listedFor }: StoredConversation): boolean => listedFor.length > 1;

const lastOf = ({ fromUserId, content, createdAt }: StoredMessage) => ({
  lastMessage: { fromUserId, content },
  lastAt: createdAt,
});

function touch(message: StoredMessage, upsert: boolean) {
  const { conversation, fromUserId, toUserId, tribeId, createdAt } = message;
  const people = [fromUserId, toUserId];
  const update = {
    $set: lastOf(message),
    $setOnInsert: { tribeId, people, listedFor: people },
  };
  return { updateOne: { filter: { _id: conversation, lastAt: { $lt: createdAt } }, update, upsert } };
}
