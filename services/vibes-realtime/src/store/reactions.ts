import { fail } from '@tribus/kit/core/errors.ts';
import { DeletedActors } from '@tribus/kit/mongo/deleted-actors.ts';
import { deleteInPortions } from '@tribus/kit/mongo/document-portions.ts';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import {
  type EmbeddedEvent,
  hasFewerEventsThan,
  updateWithEvents,
  type WithOutbox,
} from '@tribus/kit/mongo/embedded-events.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { Tombstones } from '@tribus/kit/mongo/tombstones.ts';
import type { Collection } from 'mongodb';
import { reactionsShownMax } from '../../limits.ts';
import { assertSameRequest, ReactionReceipts } from './reaction-receipts.ts';
import { WriteCoalescer } from './write-coalescer.ts';

/** One reaction of one person to a vibe; a person may react any number of times. */
export interface StoredReaction {
  id: string;
  userId: string;
  emoji: string;
  /** Epoch milliseconds. */
  ts: number;
}

/**
 * A vibe's reactions: their number, and the newest of them. One document, so that reactions and their events are one
 * atomic write, also for concurrent reactions.
 */
export interface StoredVibe {
  _id: string;
  tribeId: number;
  authorId: string;
  total: number;
  lastTs: number;
  events: StoredReaction[];
}

/** The vibe of a reaction. */
export interface VibeRef {
  id: string;
  tribeId: number;
  authorId: string;
}

/** The number of a vibe's reactions except its author's, and the time of the last in epoch milliseconds. */
export interface ReactionTotals {
  total: number;
  lastTs: number;
}

/** The totals including a reaction, and the reaction's own time. */
export interface ReactionResult extends ReactionTotals {
  /** Epoch milliseconds. */
  ts: number;
}

/** A reaction to be written with its event. */
interface NewReaction {
  vibe: VibeRef;
  reaction: StoredReaction;
  /** The hash of the request, when a repetition must get the same response. */
  bodyHash: string | undefined;
  event: EmbeddedEvent;
}

const maxBatch = 100;
const batchSize = 100;
/** Events of one vibe that wait for the broker; some 400 bytes each. */
const maxPendingEvents = 2_000;

export class Reactions {
  readonly #deletedActors: DeletedActors;
  readonly #deletedTribes: Tombstones;
  readonly #deletedVibes: Tombstones;
  readonly #now: () => Date;
  readonly #receipts: ReactionReceipts;
  readonly #vibes: Collection<StoredVibe & WithOutbox>;
  readonly #writes = new WriteCoalescer<NewReaction, ReactionResult & { bodyHash?: string }>(maxBatch, (batch) =>
    this.#addOnce(batch),
  );

  constructor(mongo: Mongo, now: () => Date) {
    this.#deletedActors = new DeletedActors(mongo);
    this.#deletedTribes = new Tombstones(mongo, 'deleted_tribes');
    this.#deletedVibes = new Tombstones(mongo, 'deleted_vibes');
    this.#now = now;
    this.#receipts = new ReactionReceipts(mongo);
    this.#vibes = mongo.collection('vibes');
    const byReactor = { 'events.userId': 1, _id: 1 } as const;
    mongo.ensureIndexes('vibes', [{ key: { tribeId: 1 } }, { key: { authorId: 1 } }, { key: byReactor }]);
  }

  /**
   * Adds a reaction with its event; idempotent by id. With `bodyHash`, the hash of the request, repeating the id
   * returns the same result for a day; throws 409 `idempotency_conflict` for another hash. Throws 404 when the vibe is
   * deleted, and 503 `unavailable` when too many events of the vibe wait for the broker.
   */
  async add(
    vibe: VibeRef,
    reaction: StoredReaction,
    { event, bodyHash }: Pick<NewReaction, 'event'> & { bodyHash?: string | undefined },
  ): Promise<ReactionResult> {
    const result = await this.#writes.add(vibe.id, { vibe, reaction, bodyHash, event });
    if (bodyHash !== undefined) assertSameRequest(result, bodyHash);
    return { total: result.total, lastTs: result.lastTs, ts: result.ts };
  }

  /** Adds reactions to one vibe, with possible duplicates within the batch or in the store. */
  async #addOnce(batch: readonly NewReaction[]): Promise<(ReactionResult & { bodyHash?: string })[]> {
    const keyed = batch.filter(({ bodyHash }) => bodyHash !== undefined);
    const before = await this.#receipts.find(keyed.map(({ reaction }) => reaction.id));
    const unknown = new Map<string, NewReaction>();
    for (const each of batch)
      if (!before.has(each.reaction.id) && !unknown.has(each.reaction.id)) unknown.set(each.reaction.id, each);
    const added = unknown.size === 0 ? new Map() : await this.#write([...unknown.values()]);
    const people = batch.flatMap(({ vibe, reaction }) => [vibe.authorId, reaction.userId]);
    for (const userId of await this.#deletedActors.among(people)) await this.deleteOfUser(userId);
    if (unknown.size > 0) await this.#requireVibe(batch);
    const madeAt = this.#now();
    const receipts = await this.#receipts.add(
      [...unknown.values()].flatMap(({ reaction: { id: _id }, bodyHash }) =>
        bodyHash === undefined ? [] : [{ _id, bodyHash, madeAt, ...(added.get(_id) ?? missing(_id)) }],
      ),
    );
    return batch.map(({ reaction: { id } }) => before.get(id) ?? receipts.get(id) ?? added.get(id) ?? missing(id));
  }

  /** Deletes again what was written concurrently with the deletion of the vibe or its tribe; throws 404 then. */
  async #requireVibe([first]: readonly NewReaction[]): Promise<void> {
    const { id, tribeId } = first?.vibe ?? missing('an empty batch');
    const [deletedVibes, deletedTribes] = await Promise.all([
      this.#deletedVibes.among([id]),
      this.#deletedTribes.among([String(tribeId)]),
    ]);
    if (deletedVibes.length + deletedTribes.length === 0) return;
    await this.#vibes.deleteOne({ _id: id });
    throw fail('not_found');
  }

  /** Adds new reactions to one vibe; returns the totals after each, by the reaction's id. */
  async #write(batch: readonly NewReaction[]): Promise<Map<string, ReactionResult>> {
    const vibe = batch[0]?.vibe ?? missing('an empty batch');
    const reactions = batch.map(({ reaction }) => reaction);
    const counted = (among: readonly StoredReaction[]) => among.filter(({ userId }) => userId !== vibe.authorId).length;
    const update = updateWithEvents(
      {
        $setOnInsert: { tribeId: vibe.tribeId, authorId: vibe.authorId },
        $inc: { total: counted(reactions) },
        $max: { lastTs: Math.max(...reactions.map(({ ts }) => ts)) },
        $push: { events: { $each: reactions, $slice: -reactionsShownMax } },
      },
      batch.map(({ event }) => event),
    );
    const hasNoneOfThem = {
      _id: vibe.id,
      'events.id': { $nin: reactions.map(({ id }) => id) },
      ...hasFewerEventsThan(maxPendingEvents),
    };
    try {
      const after = await this.#vibes.findOneAndUpdate(hasNoneOfThem, update, {
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
      return this.#writeAbsent(vibe.id, batch);
    }
  }

  /**
   * Retry when the vibe's document exists: it contains some of these reactions, or was inserted concurrently by another
   * replica.
   */
  async #writeAbsent(vibeId: string, batch: readonly NewReaction[]): Promise<Map<string, ReactionResult>> {
    const projection = { total: 1, lastTs: 1, 'events.id': 1, 'events.ts': 1, 'outbox._id': 1 };
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection });
    const { total = 0, lastTs = 0, events = [], outbox = [] } = vibe ?? {};
    const present = new Map(events.map(({ id, ts }) => [id, ts]));
    const absent = batch.filter(({ reaction }) => !present.has(reaction.id));
    if (absent.length > 0 && outbox.length >= maxPendingEvents) throw fail('unavailable', undefined, { retryAfter: 5 });
    const results = batch.map(
      ({ reaction: { id, ts } }) => [id, { total, lastTs, ts: present.get(id) ?? ts }] as const,
    );
    return new Map(absent.length === 0 ? results : [...results, ...(await this.#write(absent))]);
  }

  /** Returns the totals of one vibe; zeros without reactions. */
  async count(vibeId: string): Promise<ReactionTotals> {
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection: { total: 1, lastTs: 1 } });
    return { total: vibe?.total ?? 0, lastTs: vibe?.lastTs ?? 0 };
  }

  /** Returns the totals by vibe; vibes without reactions are absent. */
  async counts(vibeIds: readonly string[]): Promise<Map<string, ReactionTotals>> {
    const vibes = await this.#vibes
      .find({ _id: { $in: [...vibeIds] } }, { projection: { total: 1, lastTs: 1 } })
      .toArray();
    return new Map(vibes.map(({ _id, total, lastTs }) => [_id, { total, lastTs }]));
  }

  /** Returns the newest reactions after `since` (epoch milliseconds), in order. */
  async since(vibeId: string, since: number): Promise<StoredReaction[]> {
    const vibe = await this.#vibes.findOne({ _id: vibeId }, { projection: { events: 1 } });
    return (vibe?.events ?? []).filter(({ ts }) => ts > since).sort((a, b) => a.ts - b.ts);
  }

  /**
   * Returns a user's stored reactions in the next vibes with any, in the order of the vibes' ids, and the last of these
   * vibes; undefined at the end.
   */
  async writtenBy(
    userId: string,
    vibes: number,
    afterId: string,
  ): Promise<{ reactions: (StoredReaction & { vibeId: string; tribeId: number })[]; lastId: string | undefined }> {
    const found = await this.#vibes
      .find({ 'events.userId': userId, _id: { $gt: afterId } }, { projection: { tribeId: 1, events: 1 } })
      .sort({ _id: 1 })
      .limit(vibes)
      .toArray();
    const reactions = found.flatMap(({ _id: vibeId, tribeId, events }) =>
      events.filter((event) => event.userId === userId).map((event) => ({ ...event, vibeId, tribeId })),
    );
    return { reactions, lastId: found.at(-1)?._id };
  }

  async deleteVibe(vibeId: string): Promise<void> {
    await this.#deletedVibes.add(vibeId);
    await this.#vibes.deleteOne({ _id: vibeId });
  }

  /**
   * Deletes a user's reactions from lists and counts, and all reactions to the user's own vibes. Resumable after an
   * interruption.
   */
  async deleteOfUser(userId: string): Promise<void> {
    await deleteInPortions(this.#vibes, { authorId: userId });
    for (;;) {
      const portion = await this.#vibes
        .find({ 'events.userId': userId }, { projection: { 'events.id': 1, 'events.userId': 1 } })
        .limit(batchSize)
        .toArray();
      if (portion.length === 0) return;
      await this.#vibes.bulkWrite(portion.map((vibe) => withoutReactionsOf(userId, vibe)));
    }
  }

  async deleteTribe(tribeId: number): Promise<void> {
    await this.#deletedTribes.add(String(tribeId));
    await deleteInPortions(this.#vibes, { tribeId });
  }
}

/** Has no effect when newer reactions have evicted some of them; the document is then read again. */
function withoutReactionsOf(userId: string, { _id, events }: Pick<StoredVibe, '_id' | 'events'>) {
  const ids = events.filter((event) => event.userId === userId).map(({ id }) => id);
  const update = { $pull: { events: { id: { $in: ids } } }, $inc: { total: -ids.length } };
  return { updateOne: { filter: { _id, 'events.id': { $all: ids } }, update } };
}

function missing(name: string): never {
  throw new Error(`the database returned no ${name}`);
}
