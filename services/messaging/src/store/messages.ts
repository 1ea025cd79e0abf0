import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Idempotent, insertOnce } from '@tribus/kit/mongo/idempotency.ts';
import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import { isDuplicate, type WithOutbox, withEvents } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import { type Collection, MongoBulkWriteError } from 'mongodb';
import { newestFirst, olderThan } from './pagination.ts';

/** A direct message. */
export interface StoredMessage extends Idempotent {
  /** Both people and the tribe they write in. */
  conversation: string;
  tribeId: number;
  fromUserId: string;
  toUserId: string;
  content: string;
  createdAt: Date;
  read: boolean;
}

/** A conversation in the list of one of its two people. */
export interface StoredConversation {
  _id: string;
  ownerId: string;
  otherId: string;
  tribeId: number;
  lastMessage: { fromUserId: string; content: string };
  lastAt: Date;
}

export interface UnreadMessages {
  conversation: string;
  tribeId: number;
  count: number;
}

/** The conversation's id, the same for both. */
export const conversationOf = (tribeId: number, one: string, other: string): string =>
  [tribeId, ...[one, other].sort()].join(':');

export class Messages {
  readonly #messages: Collection<StoredMessage & WithOutbox>;
  readonly #conversations: Collection<StoredConversation>;

  constructor(mongo: Mongo) {
    this.#messages = mongo.collection('direct_messages');
    this.#conversations = mongo.collection('conversations');
    mongo.ensureIndexes('direct_messages', [
      { key: { conversation: 1, createdAt: -1, _id: -1 } },
      { key: { toUserId: 1, read: 1 } },
      { key: { tribeId: 1 } },
    ]);
    mongo.ensureIndexes('conversations', [{ key: { ownerId: 1, lastAt: -1 } }, { key: { tribeId: 1 } }]);
  }

  /** The newest first. */
  page(conversation: string, limit: number, before?: Position): Promise<StoredMessage[]> {
    return this.#messages
      .find({ conversation, ...olderThan(before) }, { projection: { outbox: 0 } })
      .sort(newestFirst)
      .limit(limit)
      .toArray();
  }

  /** By id; those that are gone are absent. */
  async findMany(ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    const found = await this.#messages.find({ _id: { $in: [...ids] } }, { projection: { outbox: 0 } }).toArray();
    return new Map(found.map((message) => [message._id, message]));
  }

  /** Those of the messages that were read. */
  async readAmong(ids: readonly string[]): Promise<Pick<StoredMessage, 'fromUserId' | 'toUserId' | 'tribeId'>[]> {
    if (ids.length === 0) return [];
    const fields = { fromUserId: 1, toUserId: 1, tribeId: 1 };
    return this.#messages.find({ _id: { $in: [...ids] }, read: true }, { projection: fields }).toArray();
  }

  /** Writes a message and its event in one write. */
  async add(message: StoredMessage, event: EmbeddedEvent): Promise<StoredMessage> {
    return (await insertOnce(this.#messages, withEvents(message, [event]))).document;
  }

  /** Makes each message the last of its conversation for both; no effect when a newer one is. Idempotent. */
  async touchConversations(messages: readonly StoredMessage[]): Promise<void> {
    const newest = new Map<string, StoredMessage>();
    for (const message of messages) {
      const known = newest.get(message.conversation);
      if (!known || known.createdAt <= message.createdAt) newest.set(message.conversation, message);
    }
    if (newest.size === 0) return;
    const writes = (upsert: boolean) => [...newest.values()].flatMap((message) => conversationWrites(message, upsert));
    try {
      await this.#conversations.bulkWrite(writes(true), { ordered: false });
    } catch (error) {
      if (!isOnlyDuplicates(error)) throw error;
      // Both exist now, each with a newer last message, or with an older one of a concurrent write.
      await this.#conversations.bulkWrite(writes(false), { ordered: false });
    }
  }

  /** The tribes in which a user has conversations. */
  tribesOf(ownerId: string): Promise<number[]> {
    return this.#conversations.distinct('tribeId', { ownerId });
  }

  /** A user's conversations in these tribes, the newest first. */
  conversations(ownerId: string, tribeIds: readonly number[], limit: number): Promise<StoredConversation[]> {
    return this.#conversations
      .find({ ownerId, tribeId: { $in: tribeIds } })
      .sort({ lastAt: -1 })
      .limit(limit)
      .toArray();
  }

  /** A user's unread messages, counted by conversation. */
  async unread(userId: string): Promise<UnreadMessages[]> {
    const counts = await this.#messages
      .aggregate<{ _id: string; tribeId: number; count: number }>([
        { $match: { toUserId: userId, read: false } },
        { $group: { _id: '$conversation', tribeId: { $first: '$tribeId' }, count: { $sum: 1 } } },
      ])
      .toArray();
    return counts.map(({ _id, tribeId, count }) => ({ conversation: _id, tribeId, count }));
  }

  /** Marks all messages to this user as read; false when none was unread. */
  async markRead(conversation: string, toUserId: string): Promise<boolean> {
    const { modifiedCount } = await this.#messages.updateMany(
      { conversation, toUserId, read: false },
      { $set: { read: true } },
    );
    return modifiedCount > 0;
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await deleteInSlices(this.#messages, { tribeId });
    await deleteInSlices(this.#conversations, { tribeId });
  }
}

/** What a message changes for each of the two. */
function conversationWrites(message: StoredMessage, upsert: boolean) {
  const { conversation, fromUserId, toUserId, tribeId, content, createdAt } = message;
  const memberships = [
    [fromUserId, toUserId],
    [toUserId, fromUserId],
  ] as const;
  return memberships.map(([ownerId, otherId]) => ({
    updateOne: {
      filter: { _id: `${conversation}:${ownerId}`, lastAt: { $lt: createdAt } },
      update: { $set: { ownerId, otherId, tribeId, lastMessage: { fromUserId, content }, lastAt: createdAt } },
      upsert,
    },
  }));
}

/** Whether all failures are upserts whose document exists without matching the filter. */
function isOnlyDuplicates(error: unknown): boolean {
  const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  return refused.length > 0 && refused.every(isDuplicate);
}
