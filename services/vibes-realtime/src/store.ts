import type { Mongo } from '@tribus/kit/mongo.ts';
import { isDuplicate, updateWithEvents, type WithOutbox } from '@tribus/kit/mongo-outbox.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { Collection } from 'mongodb';
import { eventsKept } from '../limits.ts';

/** One tap on a vibe. */
export interface StoredReaction {
  id: string;
  userId: string;
  emoji: string;
  /** Epoch milliseconds. */
  ts: number;
}

/** A vibe's reactions: how many in all, and the newest of them. One document, so a tap is one atomic write. */
interface StoredVibe {
  _id: string;
  tribeId: number;
  authorId: string;
  total: number;
  lastTs: number;
  events: StoredReaction[];
}

export interface VibeFacts {
  id: string;
  tribeId: number;
  authorId: string;
}

export class ReactionStore {
  readonly #mongo: Mongo;
  readonly #vibes: Collection<StoredVibe & WithOutbox>;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
    this.#vibes = mongo.collection('vibes');
    mongo.ensureIndexes('vibes', [{ key: { tribeId: 1 } }]);
  }

  /**
   * Adds a tap, unless one of this id was added; answers the total, which the author's own taps leave as it is.
   */
  async add(vibe: VibeFacts, reaction: StoredReaction): Promise<{ total: number; lastTs: number }> {
    const { id: vibeId, tribeId, authorId } = vibe;
    const { id: reactionId, userId, emoji, ts } = reaction;
    const said = this.#mongo.event(VibeReacted, { reactionId, vibeId, tribeId, authorId, userId, emoji, tsMs: ts });
    const update = updateWithEvents(
      {
        $setOnInsert: { tribeId, authorId },
        $inc: { total: userId === authorId ? 0 : 1 },
        $max: { lastTs: ts },
        $push: { events: { $each: [reaction], $slice: -eventsKept } },
      },
      [said],
    );
    try {
      const after = await this.#vibes.findOneAndUpdate({ _id: vibeId, 'events.id': { $ne: reactionId } }, update, {
        upsert: true,
        returnDocument: 'after',
        projection: { total: 1, lastTs: 1 },
      });
      return { total: after?.total ?? 0, lastTs: after?.lastTs ?? 0 };
    } catch (error) {
      // The vibe is there and has this tap already.
      if (!isDuplicate(error)) throw error;
      return this.count(vibeId);
    }
  }

  async count(vibeId: string): Promise<{ total: number; lastTs: number }> {
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection: { total: 1, lastTs: 1 } });
    return { total: vibe?.total ?? 0, lastTs: vibe?.lastTs ?? 0 };
  }

  async counts(vibeIds: readonly string[]): Promise<Map<string, { total: number; lastTs: number }>> {
    const vibes = await this.#vibes
      .find({ _id: { $in: [...vibeIds] } }, { projection: { total: 1, lastTs: 1 } })
      .toArray();
    return new Map(vibes.map(({ _id, total, lastTs }) => [_id, { total, lastTs }]));
  }

  /** The newest taps after `since`, in order. */
  async since(vibeId: string, since: number): Promise<StoredReaction[]> {
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection: { events: 1 } });
    return (vibe?.events ?? []).filter(({ ts }) => ts > since).sort((a, b) => a.ts - b.ts);
  }

  async forget(vibeId: string): Promise<void> {
    await this.#vibes.deleteOne({ _id: vibeId });
  }

  async forgetTribe(tribeId: number): Promise<void> {
    await this.#vibes.deleteMany({ tribeId });
  }
}

/** The right to open one stream, once. Its id is the hash of what the browser holds. */
export interface StoredTicket {
  _id: string;
  userId: string;
  sessionId: string;
  role: 'user' | 'admin';
  language: 'es' | 'en' | 'zh';
  isAgent: boolean;
  expiresAt: Date;
}

export class TicketStore {
  readonly #tickets: Collection<StoredTicket>;

  constructor(mongo: Mongo) {
    this.#tickets = mongo.collection('tickets');
    mongo.ensureIndexes('tickets', [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  }

  async add(ticket: StoredTicket): Promise<void> {
    await this.#tickets.insertOne(ticket);
  }

  /** Of any number of takers at once, one gets it. */
  take(hash: string): Promise<StoredTicket | null> {
    return this.#tickets.findOneAndDelete({ _id: hash });
  }
}
