import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Idempotent, insertOnce } from '@tribus/kit/mongo/idempotency.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { type WithOutbox, withEvents } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import type { Collection } from 'mongodb';
import { newestFirst, olderThan } from './pagination.ts';

/** A message in a tribe's chat. Who likes it is written in it, so that a tap is one atomic write. */
export interface StoredChatMessage extends Idempotent {
  tribeId: number;
  userId: string;
  parentId: string | null;
  content: string;
  createdAt: Date;
  likes: string[];
  dislikes: string[];
  /** The newest taps that came with an `Idempotency-Key`. */
  taps?: Idempotent[];
}

/** A message as a page shows it to one reader: however many like it, their ids stay in the database. */
export interface ReadChatMessage
  extends Pick<StoredChatMessage, '_id' | 'tribeId' | 'userId' | 'parentId' | 'content' | 'createdAt'> {
  likesCount: number;
  dislikesCount: number;
  /** Whether the reader is among them. */
  liked: boolean;
  disliked: boolean;
}

export function readBy(viewerId: string, { likes, dislikes, ...message }: StoredChatMessage): ReadChatMessage {
  const mine = { liked: likes.includes(viewerId), disliked: dislikes.includes(viewerId) };
  return { ...message, likesCount: likes.length, dislikesCount: dislikes.length, ...mine };
}

/** Of a message; older ones are not repeated any more. */
const maxReactionReceipts = 200;

const others = { likes: 'dislikes', dislikes: 'likes' } as const;

export class ChatStore {
  readonly #mongo: Mongo;
  readonly #messages: Collection<StoredChatMessage & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
    this.#messages = mongo.collection('chat_messages');
    mongo.ensureIndexes('chat_messages', [{ key: { tribeId: 1, createdAt: -1, _id: -1 } }]);
  }

  /** The newest first, as `viewerId` reads them. */
  page(tribeId: number, viewerId: string, limit: number, before?: Position): Promise<ReadChatMessage[]> {
    const fields = { tribeId: 1, userId: 1, parentId: 1, content: 1, createdAt: 1 };
    const counts = { likesCount: { $size: '$likes' }, dislikesCount: { $size: '$dislikes' } };
    const mine = { liked: { $in: [viewerId, '$likes'] }, disliked: { $in: [viewerId, '$dislikes'] } };
    return this.#messages
      .aggregate<ReadChatMessage>([
        { $match: { tribeId, ...olderThan(before) } },
        { $sort: newestFirst },
        { $limit: limit },
        { $project: { ...fields, ...counts, ...mine } },
      ])
      .toArray();
  }

  async find(tribeId: number, id: string): Promise<Pick<StoredChatMessage, '_id' | 'parentId'> | null> {
    return this.#messages.findOne({ _id: id, tribeId }, { projection: { parentId: 1 } });
  }

  /** Writes a message and says so in the same write. */
  async add(message: StoredChatMessage): Promise<StoredChatMessage> {
    const { tribeId, _id: messageId, parentId, userId } = message;
    const said = this.#mongo.event(ChatPosted, { tribeId, messageId, parentId: parentId ?? '', userId });
    return (await insertOnce(this.#messages, withEvents(message, [said]))).document;
  }

  /**
   * Takes somebody's reaction back if it is set, else sets it in place of the other. Each try is one atomic write that
   * does nothing when another tap came between; a tap that was counted counts no more. Null when the message is gone.
   */
  async toggle(
    id: string,
    kind: 'likes' | 'dislikes',
    userId: string,
    tap: Idempotent,
  ): Promise<StoredChatMessage | null> {
    const options = { returnDocument: 'after', projection: { outbox: 0, taps: 0 } } as const;
    const fresh = { _id: id, 'taps._id': { $ne: tap._id } };
    const counted = tap.bodyHash ? { taps: { $each: [tap], $slice: -maxReactionReceipts } } : undefined;
    for (;;) {
      const cleared = await this.#messages.findOneAndUpdate(
        { ...fresh, [kind]: userId },
        { $pull: { [kind]: userId }, $push: counted },
        options,
      );
      if (cleared) return cleared;
      const set = await this.#messages.findOneAndUpdate(
        { ...fresh, [kind]: { $ne: userId } },
        { $addToSet: { [kind]: userId }, $pull: { [others[kind]]: userId }, $push: counted },
        options,
      );
      if (set) return set;
      const message = await this.#messages.findOne({ _id: id }, { projection: { outbox: 0 } });
      const repeated = message?.taps?.find(({ _id }) => _id === tap._id);
      if (repeated && repeated.bodyHash !== tap.bodyHash) throw fail('idempotency_conflict');
      if (!message || repeated) return message;
    }
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await deleteInSlices(this.#messages, { tribeId });
  }
}
