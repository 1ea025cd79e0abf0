import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import { hasFewerEventsThan, isDuplicate, updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/outbox.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { Collection } from 'mongodb';
import { eventsKept, ticketsPerPerson } from '../limits.ts';
import { assertSame, TapReceipts } from './tap-receipts.ts';
import { WriteCoalescer } from './write-coalescer.ts';

/** One tap on a vibe. */
export interface StoredReaction {
  id: string;
  userId: string;
  emoji: string;
  /** Epoch milliseconds. */
  ts: number;
}

/**
 * A vibe's reactions: how many in all, and the newest of them. One document, so that a tap and what is said of it are
 * one atomic write; taps that come at once share it.
 */
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

/** How many taps a vibe has, its author's own left out, and the time of the last in epoch milliseconds. */
export interface ReactionTotals {
  total: number;
  lastTs: number;
}

/** The tally with a tap, and the tap's own time. */
export interface TakenTap extends ReactionTotals {
  /** Epoch milliseconds. */
  ts: number;
}

/** A tap on its way, and what is said of it. */
interface Tap {
  vibe: VibeFacts;
  reaction: StoredReaction;
  /** Of the request, where its repetition must be the same answer. */
  bodyHash: string | undefined;
  said: EmbeddedEvent;
}

const tapsAtOnce = 100;
/** That wait for the broker in one vibe; some 400 bytes each. */
const eventsWaiting = 2_000;

export class ReactionStore {
  readonly #mongo: Mongo;
  readonly #now: () => Date;
  readonly #receipts: TapReceipts;
  readonly #vibes: Collection<StoredVibe & WithOutbox>;
  readonly #gathering = new WriteCoalescer<Tap, TakenTap & { bodyHash?: string }>(tapsAtOnce, (taps) =>
    this.#addOnce(taps),
  );

  constructor(mongo: Mongo, now: () => Date) {
    this.#mongo = mongo;
    this.#now = now;
    this.#receipts = new TapReceipts(mongo);
    this.#vibes = mongo.collection('vibes');
    mongo.ensureIndexes('vibes', [{ key: { tribeId: 1 } }]);
  }

  /**
   * Adds a tap, unless one of this id was added. With the hash of its request a tap of this id is the same answer for
   * a day, and another request 409 `idempotency_conflict`.
   */
  async add(vibe: VibeFacts, reaction: StoredReaction, bodyHash: string | undefined): Promise<TakenTap> {
    const { id: vibeId, tribeId, authorId } = vibe;
    const { id: reactionId, userId, emoji, ts } = reaction;
    const said = this.#mongo.event(VibeReacted, { reactionId, vibeId, tribeId, authorId, userId, emoji, tsMs: ts });
    const taken = await this.#gathering.add(vibeId, { vibe, reaction, bodyHash, said });
    if (bodyHash !== undefined) assertSame(taken, bodyHash);
    return { total: taken.total, lastTs: taken.lastTs, ts: taken.ts };
  }

  /** Taps on one vibe, among which some may be the same, or were taken before. */
  async #addOnce(taps: readonly Tap[]): Promise<(TakenTap & { bodyHash?: string })[]> {
    const keyed = taps.filter(({ bodyHash }) => bodyHash !== undefined);
    const before = await this.#receipts.find(keyed.map(({ reaction }) => reaction.id));
    const fresh = new Map<string, Tap>();
    for (const tap of taps)
      if (!before.has(tap.reaction.id) && !fresh.has(tap.reaction.id)) fresh.set(tap.reaction.id, tap);
    const taken = fresh.size === 0 ? new Map() : await this.#write([...fresh.values()]);
    const madeAt = this.#now();
    const kept = await this.#receipts.keep(
      [...fresh.values()].flatMap(({ reaction: { id: _id }, bodyHash }) =>
        bodyHash === undefined ? [] : [{ _id, bodyHash, madeAt, ...(taken.get(_id) ?? missing(_id)) }],
      ),
    );
    return taps.map(({ reaction: { id } }) => before.get(id) ?? kept.get(id) ?? taken.get(id) ?? missing(id));
  }

  /** The tally with each of these taps on one vibe, by the tap's id. */
  async #write(taps: readonly Tap[]): Promise<Map<string, TakenTap>> {
    const vibe = taps[0]?.vibe ?? missing('no tap');
    const reactions = taps.map(({ reaction }) => reaction);
    const counted = (of: readonly StoredReaction[]) => of.filter(({ userId }) => userId !== vibe.authorId).length;
    const update = updateWithEvents(
      {
        $setOnInsert: { tribeId: vibe.tribeId, authorId: vibe.authorId },
        $inc: { total: counted(reactions) },
        $max: { lastTs: Math.max(...reactions.map(({ ts }) => ts)) },
        $push: { events: { $each: reactions, $slice: -eventsKept } },
      },
      taps.map(({ said }) => said),
    );
    const isNew = {
      _id: vibe.id,
      'events.id': { $nin: reactions.map(({ id }) => id) },
      ...hasFewerEventsThan(eventsWaiting),
    };
    try {
      const after = await this.#vibes.findOneAndUpdate(isNew, update, {
        upsert: true,
        returnDocument: 'after',
        projection: { total: 1, lastTs: 1 },
      });
      const { total, lastTs } = after ?? missing(vibe.id);
      return new Map(
        reactions.map(({ id, ts }, index) => [id, { total: total - counted(reactions.slice(index + 1)), lastTs, ts }]),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.#writeAbsent(vibe.id, taps);
    }
  }

  /** The vibe is there: with some of these taps already, or since a moment by another copy of the service. */
  async #writeAbsent(vibeId: string, taps: readonly Tap[]): Promise<Map<string, TakenTap>> {
    const projection = { total: 1, lastTs: 1, 'events.id': 1, 'events.ts': 1, 'outbox._id': 1 };
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection });
    const { total = 0, lastTs = 0, events = [], outbox = [] } = vibe ?? {};
    const present = new Map(events.map(({ id, ts }) => [id, ts]));
    const absent = taps.filter(({ reaction }) => !present.has(reaction.id));
    if (absent.length > 0 && outbox.length >= eventsWaiting) throw fail('unavailable', undefined, { retryAfter: 5 });
    const taken = new Map(taps.map(({ reaction: { id, ts } }) => [id, { total, lastTs, ts: present.get(id) ?? ts }]));
    return absent.length === 0 ? taken : new Map([...taken, ...(await this.#write(absent))]);
  }

  async count(vibeId: string): Promise<ReactionTotals> {
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection: { total: 1, lastTs: 1 } });
    return { total: vibe?.total ?? 0, lastTs: vibe?.lastTs ?? 0 };
  }

  async counts(vibeIds: readonly string[]): Promise<Map<string, ReactionTotals>> {
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

  async deleteVibe(vibeId: string): Promise<void> {
    await this.#vibes.deleteOne({ _id: vibeId });
  }

  async deleteTribe(tribeId: number): Promise<void> {
    await deleteInSlices(this.#vibes, { tribeId });
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
    mongo.ensureIndexes('tickets', [
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      { key: { userId: 1, expiresAt: -1 } },
    ]);
  }

  /** Keeps the ticket, and of the same person's others the newest, `ticketsPerPerson` in all. */
  async add(ticket: StoredTicket): Promise<void> {
    await this.#tickets.insertOne(ticket);
    const { _id, userId } = ticket;
    const oldest = await this.#tickets
      .find({ userId, _id: { $ne: _id } }, { projection: { _id: 1 } })
      .sort({ userId: 1, expiresAt: -1 })
      .skip(ticketsPerPerson - 1)
      .toArray();
    if (oldest.length > 0) await this.#tickets.deleteMany({ _id: { $in: oldest.map((each) => each._id) } });
  }

  /** Of any number of takers at once, one gets it. */
  take(hash: string): Promise<StoredTicket | null> {
    return this.#tickets.findOneAndDelete({ _id: hash });
  }
}

function missing(what: string): never {
  throw new Error(`the database did not answer for ${what}`);
}
