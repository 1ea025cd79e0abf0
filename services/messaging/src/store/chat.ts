import { fail } from '@tribus/kit/core/errors.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import { deleteInPortions } from '@tribus/kit/mongo/document-portions.ts';
import {
  type EmbeddedEvent,
  updateWithEvents,
  type WithOutbox,
  withEvents,
} from '@tribus/kit/mongo/embedded-events.ts';
import { type Idempotent, insertOnce } from '@tribus/kit/mongo/idempotency.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import { isShown, type Moderation, notDecidedSince } from './moderation.ts';
import { around, newestFirst, olderThan } from './pagination.ts';

/** A message in a tribe's chat. It contains its likes, so that a reaction is one atomic write. */
export interface StoredChatMessage extends Idempotent {
  tribeId: number;
  userId: string;
  parentId: string | null;
  content: string;
  createdAt: Date;
  likes: string[];
  dislikes: string[];
  moderation?: Moderation;
  /** The newest reactions with an `Idempotency-Key`. */
  taps?: Idempotent[];
}

/** A message for one viewer; the ids of those who like it are not loaded, because their number is unbounded. */
export interface ChatMessageForViewer
  extends Pick<StoredChatMessage, '_id' | 'tribeId' | 'userId' | 'parentId' | 'content' | 'createdAt'> {
  likesCount: number;
  dislikesCount: number;
  /** Whether the viewer likes it. */
  liked: boolean;
  disliked: boolean;
}

export function forViewer(viewerId: string, { likes, dislikes, ...message }: StoredChatMessage): ChatMessageForViewer {
  const own = { liked: likes.includes(viewerId), disliked: dislikes.includes(viewerId) };
  return { ...message, likesCount: likes.length, dislikesCount: dislikes.length, ...own };
}

/** The text of a message, without its reactions. */
export type WrittenInChat = Pick<StoredChatMessage, '_id' | 'tribeId' | 'userId' | 'content' | 'createdAt'>;

const written = { tribeId: 1, userId: 1, content: 1, createdAt: 1 } as const;

/** Per message; older requests are not expected to be repeated. */
const maxReactionReceipts = 200;

const batchSize = 500;

const opposite = { likes: 'dislikes', dislikes: 'likes' } as const;

export class Chat {
  readonly #messages: Collection<StoredChatMessage & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#messages = mongo.collection('chat_messages');
    mongo.ensureIndexes('chat_messages', [
      { key: { tribeId: 1, createdAt: -1, _id: -1 } },
      { key: { userId: 1, _id: 1 } },
      { key: { likes: 1, _id: 1 } },
      { key: { dislikes: 1, _id: 1 } },
    ]);
  }

  /** Returns messages for one viewer, the newest first, without those of blocked people. */
  page(
    tribeId: number,
    { viewerId, blocked }: { viewerId: string; blocked: readonly string[] },
    limit: number,
    before?: ListPosition,
  ): Promise<ChatMessageForViewer[]> {
    const shown = blocked.length > 0 ? { userId: { $nin: blocked } } : {};
    const fields = { tribeId: 1, userId: 1, parentId: 1, content: 1, createdAt: 1 };
    const counts = { likesCount: { $size: '$likes' }, dislikesCount: { $size: '$dislikes' } };
    const own = { liked: { $in: [viewerId, '$likes'] }, disliked: { $in: [viewerId, '$dislikes'] } };
    return this.#messages
      .aggregate<ChatMessageForViewer>([
        { $match: { tribeId, ...shown, ...isShown, ...olderThan(before) } },
        { $sort: newestFirst },
        { $limit: limit },
        { $project: { ...fields, ...counts, ...own } },
      ])
      .toArray();
  }

  /** Returns a user's messages in the order of the ids. */
  writtenBy(userId: string, limit: number, afterId: string) {
    return this.#listOwn({ userId }, limit, afterId).toArray();
  }

  /** Returns the messages a user likes or dislikes, in the order of the ids. */
  reactedTo(kind: 'likes' | 'dislikes', userId: string, limit: number, afterId: string) {
    return this.#listOwn({ [kind]: userId }, limit, afterId).toArray();
  }

  #listOwn(of: { userId: string } | Record<string, string>, limit: number, afterId: string) {
    return this.#messages
      .find({ ...of, _id: { $gt: afterId } }, { projection: { tribeId: 1, parentId: 1, content: 1, createdAt: 1 } })
      .sort({ _id: 1 })
      .limit(limit);
  }

  async find(tribeId: number, id: string): Promise<Pick<StoredChatMessage, '_id' | 'parentId' | 'userId'> | null> {
    return this.#messages.findOne({ _id: id, tribeId, ...isShown }, { projection: { parentId: 1, userId: 1 } });
  }

  /** Returns a message in any tribe. */
  findById(id: string): Promise<WrittenInChat | null> {
    return this.#messages.findOne({ _id: id, ...isShown }, { projection: written });
  }

  /** Returns up to `max` messages before and after a message, in the order written. */
  around({ _id: id, tribeId, createdAt }: WrittenInChat, max: number) {
    return around<WrittenInChat>({ createdAt, id }, (side, order) =>
      this.#messages
        .find({ tribeId, ...isShown, ...side }, { projection: written })
        .sort(order)
        .limit(max)
        .toArray(),
    );
  }

  /** Hides or restores a message after the newest decision; no effect when it was already applied. */
  async moderate(id: string, moderation: Moderation, event: EmbeddedEvent): Promise<void> {
    const update = updateWithEvents({ $set: { moderation } }, [event]);
    await this.#messages.updateOne(notDecidedSince(id, moderation), update);
  }

  /** Permanently deletes removed messages: one, or all of a deleted user. */
  async deleteRemoved(of: { _id: string } | { userId: string }): Promise<void> {
    await deleteInPortions(this.#messages, { ...of, 'moderation.removed': true });
  }

  /** Writes a message and its event in one write. */
  async add(message: StoredChatMessage, event: EmbeddedEvent): Promise<StoredChatMessage> {
    return (await insertOnce(this.#messages, withEvents(message, [event]))).document;
  }

  /**
   * Toggles a user's reaction: removes it if set, else sets it and removes the opposite one. Each attempt is one atomic
   * write without effect when a concurrent reaction came first; a repeated request has no effect. Returns null when the
   * message is deleted; throws 409 `idempotency_conflict` when the key was used for another request.
   */
  async toggle(
    id: string,
    kind: 'likes' | 'dislikes',
    userId: string,
    request: Idempotent,
  ): Promise<StoredChatMessage | null> {
    const options = { returnDocument: 'after', projection: { outbox: 0, taps: 0 } } as const;
    const notRepeated = { _id: id, 'taps._id': { $ne: request._id } };
    const counted = request.bodyHash ? { taps: { $each: [request], $slice: -maxReactionReceipts } } : undefined;
    for (;;) {
      const cleared = await this.#messages.findOneAndUpdate(
        { ...notRepeated, [kind]: userId },
        { $pull: { [kind]: userId }, $push: counted },
        options,
      );
      if (cleared) return cleared;
      const set = await this.#messages.findOneAndUpdate(
        { ...notRepeated, [kind]: { $ne: userId } },
        { $addToSet: { [kind]: userId }, $pull: { [opposite[kind]]: userId }, $push: counted },
        options,
      );
      if (set) return set;
      const message = await this.#messages.findOne({ _id: id }, { projection: { outbox: 0 } });
      const repeated = message?.taps?.find(({ _id }) => _id === request._id);
      if (repeated && repeated.bodyHash !== request.bodyHash) throw fail('idempotency_conflict');
      if (!message || repeated) return message;
    }
  }

  /** Removes a user's reactions in batches. Resumable after an interruption. */
  async deleteReactionsOf(userId: string): Promise<void> {
    for (const kind of ['likes', 'dislikes'] as const) await this.#deleteReactions(kind, userId);
  }

  async #deleteReactions(kind: 'likes' | 'dislikes', userId: string): Promise<void> {
    for (;;) {
      const portion = await this.#messages
        .find({ [kind]: userId }, { projection: { _id: 1 } })
        .limit(batchSize)
        .toArray();
      if (portion.length === 0) return;
      const ids = portion.map(({ _id }) => _id);
      await this.#messages.updateMany({ _id: { $in: ids } }, { $pull: { [kind]: userId } });
    }
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await deleteInPortions(this.#messages, { tribeId });
  }
}
