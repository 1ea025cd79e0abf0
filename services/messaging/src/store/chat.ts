import type { Position } from '@tribus/kit/http/keyset.ts';
import { type Idempotent, insertOnce } from '@tribus/kit/mongo/idempotency.ts';
import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import { type WithOutbox, withEvents } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Collection } from 'mongodb';
import { newestFirst, olderThan } from './pagination.ts';

/** A message in a tribe's chat. Who likes it stands in it, so that a reaction is one atomic write. */
export interface StoredChatMessage extends Idempotent {
  tribeId: number;
  userId: string;
  parentId: string | null;
  content: string;
  createdAt: Date;
  likes: string[];
  dislikes: string[];
  /** The newest reactions that came with an `Idempotency-Key`. */
  taps?: Idempotent[];
}

/** A message for one viewer; the ids of those who like it stay in the database, however many they are. */
export interface ChatMessageForViewer
  extends Pick<StoredChatMessage, '_id' | 'tribeId' | 'userId' | 'parentId' | 'content' | 'createdAt'> {
  likesCount: number;
  dislikesCount: number;
  /** Whether the viewer is among them. */
  liked: boolean;
  disliked: boolean;
}

export function forViewer(viewerId: string, { likes, dislikes, ...message }: StoredChatMessage): ChatMessageForViewer {
  const mine = { liked: likes.includes(viewerId), disliked: dislikes.includes(viewerId) };
  return { ...message, likesCount: likes.length, dislikesCount: dislikes.length, ...mine };
}

/** Per message; nobody repeats older requests. */
const maxReactionReceipts = 200;

const opposite = { likes: 'dislikes', dislikes: 'likes' } as const;

export class Chat {
  readonly #messages: Collection<StoredChatMessage & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#messages = mongo.collection('chat_messages');
    mongo.ensureIndexes('chat_messages', [{ key: { tribeId: 1, createdAt: -1, _id: -1 } }]);
  }

  /** The newest first, for one viewer. */
  page(tribeId: number, viewerId: string, limit: number, before?: Position): Promise<ChatMessageForViewer[]> {
    const fields = { tribeId: 1, userId: 1, parentId: 1, content: 1, createdAt: 1 };
    const counts = { likesCount: { $size: '$likes' }, dislikesCount: { $size: '$dislikes' } };
    const mine = { liked: { $in: [viewerId, '$likes'] }, disliked: { $in: [viewerId, '$dislikes'] } };
    return this.#messages
      .aggregate<ChatMessageForViewer>([
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

  /** Writes a message and its event in one write. */
  async add(message: StoredChatMessage, event: EmbeddedEvent): Promise<StoredChatMessage> {
    return (await insertOnce(this.#messages, withEvents(message, [event]))).document;
  }

  /**
   * Takes a user's reaction back if it is set, else sets it in place of the other. Each attempt is one atomic write that
   * changes nothing when a concurrent reaction came first; a repeated request changes nothing. Null when the message is
   * gone; 409 `idempotency_conflict` when the key was used for another request.
   */
  async toggle(
    id: string,
    kind: 'likes' | 'dislikes',
    userId: string,
    request: Idempotent,
  ): Promise<StoredChatMessage | null> {
    const options = { returnDocument: 'after', projection: { outbox: 0, taps: 0 } } as const;
    const fresh = { _id: id, 'taps._id': { $ne: request._id } };
    const counted = request.bodyHash ? { taps: { $each: [request], $slice: -maxReactionReceipts } } : undefined;
    for (;;) {
      const cleared = await this.#messages.findOneAndUpdate(
        { ...fresh, [kind]: userId },
        { $pull: { [kind]: userId }, $push: counted },
        options,
      );
      if (cleared) return cleared;
      const set = await this.#messages.findOneAndUpdate(
        { ...fresh, [kind]: { $ne: userId } },
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

  async deleteOfTribe(tribeId: number): Promise<void> {
    await deleteInSlices(this.#messages, { tribeId });
  }
}
