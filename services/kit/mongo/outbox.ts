import { randomUUID } from 'node:crypto';
import type { Collection, CollectionOptions } from 'mongodb';
import type { Context } from '../core/context.ts';
import { pause } from '../core/loop.ts';
import type { Bus, StreamMark } from '../events/broker.ts';
import { type EventRecord, streamOf } from '../events/events.ts';
import {
  type OutboxStore,
  type Publication,
  type Publish,
  type Relay,
  type RelayOptions,
  startRelayOf,
} from '../events/relay.ts';
import { insertMissing, isDuplicate } from './duplicates.ts';
import { countEvents, type EmbeddedEvent, eventsIn, removeEvents, type Source } from './embedded-events.ts';
import type { KnownStream, Lease, PublishedEvent } from './kit-collections.ts';
import type { Mongo } from './mongo.ts';

const batchSize = 100;
/** Events published, in consecutive batches, before they are removed from their documents. */
const drainSize = 1_000;
/** Documents per statement of a replay, so that no statement takes long. */
const portionSize = 1_000;
const leaseMs = 10_000;
/** Waits between rechecks; a write takes a few milliseconds. */
const defaultWrittenAfterMs = [5, 15, 40, 100, 250];

interface MongoRelayOptions extends RelayOptions {
  /** Milliseconds between checks whether the document of an event that was just created has been written. */
  writtenAfterMs?: readonly number[];
}

/**
 * Publishes the events embedded in documents of these collections. Each event is part of the atomic write it describes;
 * once published, it moves to `published_events`, where it is stored for seven days.
 */
export function startMongoRelay(
  ctx: Context,
  mongo: Mongo,
  bus: Bus,
  collections: readonly string[],
  { writtenAfterMs = defaultWrittenAfterMs, ...options }: MongoRelayOptions = {},
): Relay {
  for (const name of collections) mongo.ensureIndexes(name, [{ key: { 'outbox._id': 1 }, sparse: true }]);
  mongo.ensureIndexes('published_events', [
    { key: { pending: 1, publishedAt: 1, seq: 1 }, partialFilterExpression: { pending: true } },
  ]);
  const relay = startRelayOf(ctx, new MongoOutbox(mongo, collections), bus, options);
  mongo.onEvent(scheduleRecheck(ctx, relay.wake, writtenAfterMs));
  return relay;
}

/** Wakes the relay several times after an event was created, because its document is written shortly after. */
function scheduleRecheck(ctx: Context, wake: () => void, afterMs: readonly number[]): () => void {
  let remaining: number[] = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    for (let ms = remaining.shift(); ms !== undefined; ms = remaining.shift()) {
      await pause(ms, ctx.stopping);
      wake();
    }
    isRunning = false;
  };
  return () => {
    remaining = [...afterMs];
    if (!isRunning) void run();
  };
}

/** Writes without a majority may be rolled back after a failover; their events must not be published. */
const majorityReads: CollectionOptions = { readConcern: { level: 'majority' } };

class MongoOutbox implements OutboxStore {
  readonly #sources: readonly Collection<Source>[];
  readonly #published: Collection<PublishedEvent>;
  readonly #streams: Collection<KnownStream>;
  readonly #leases: Collection<Lease>;
  readonly #holder = randomUUID();

  constructor(mongo: Mongo, collections: readonly string[]) {
    this.#sources = collections.map((name) => mongo.collection<Source>(name, majorityReads));
    this.#published = mongo.collection<PublishedEvent>('published_events', majorityReads);
    this.#streams = mongo.collection<KnownStream>('outbox_streams', majorityReads);
    this.#leases = mongo.collection<Lease>('outbox_leases', majorityReads);
  }

  async pendingTypes(): Promise<string[]> {
    const [replayed, ...fresh] = await Promise.all([
      this.#pendingReplays(1),
      ...this.#sources.map((source) => eventsIn(source, 1, drainSize)),
    ]);
    return [...replayed.map((event) => event.type), ...fresh.flat().map(({ event }) => event.type)];
  }

  async publishBatch(publish: Publish): Promise<'more' | 'done' | 'busy'> {
    if (!(await this.#lease())) return 'busy';
    try {
      const replayed = await this.#republish(publish);
      if (!(await this.#renewLease())) return 'busy';
      const fresh = await this.#publishFresh(publish);
      return replayed || fresh ? 'more' : 'done';
    } finally {
      await this.#leases.deleteOne({ _id: 'relay', holder: this.#holder });
    }
  }

  async knownStreams(): Promise<StreamMark[]> {
    const streams = await this.#streams.find().toArray();
    return streams.map(({ _id, created, lastSeq }) => ({ name: _id, created, lastSeq }));
  }

  async saveStream({ name, created, lastSeq }: StreamMark): Promise<void> {
    await this.#streams.updateOne({ _id: name }, { $set: { created, lastSeq } }, { upsert: true });
  }

  /** Safe to repeat after an interruption. */
  async requeue(since: Date, stream?: string): Promise<number> {
    const until = new Date();
    const to = { pending: { $exists: false }, ...(stream && { stream }) };
    for (let [from, total] = [since, 0]; ; ) {
      const slice = await this.#published
        .find({ publishedAt: { $gte: from, $lte: until }, ...to }, { projection: { publishedAt: 1 } })
        .sort({ publishedAt: 1 })
        .limit(portionSize)
        .toArray();
      const ids = slice.map(({ _id }) => _id);
      const update = { $set: { pending: true }, $inc: { attempt: 1 } } as const;
      total += (await this.#published.updateMany({ _id: { $in: ids }, ...to }, update)).modifiedCount;
      if (slice.length < portionSize) return total;
      from = slice.at(-1)?.publishedAt ?? until;
    }
  }

  async backlog(): Promise<{ events: number; oldestSeconds: number }> {
    const [replayed, ...fresh] = await Promise.all([
      this.#published.countDocuments({ pending: true }),
      ...this.#sources.map(countEvents),
    ]);
    const oldest = Math.min(Date.now(), ...fresh.map((count) => count.oldest));
    return {
      events: fresh.reduce((total, count) => total + count.events, replayed),
      oldestSeconds: (Date.now() - oldest) / 1000,
    };
  }

  /** Acquires the relay lease; concurrent relays would break the order. An abandoned lease expires. */
  async #lease(): Promise<boolean> {
    const now = Date.now();
    try {
      const lease = { holder: this.#holder, until: new Date(now + leaseMs) };
      await this.#leases.updateOne({ _id: 'relay', until: { $lt: new Date(now) } }, { $set: lease }, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Prolongs the lease, since a slow broker may exceed it within a batch. Returns whether it is still ours. */
  async #renewLease(): Promise<boolean> {
    const until = new Date(Date.now() + leaseMs);
    const renewed = await this.#leases.updateOne({ _id: 'relay', holder: this.#holder }, { $set: { until } });
    return renewed.matchedCount === 1;
  }

  #pendingReplays(limit: number): Promise<PublishedEvent[]> {
    return this.#published.find({ pending: true }).sort({ publishedAt: 1, seq: 1 }).limit(limit).toArray();
  }

  /** Publishes pending replays. Returns whether there may be more. */
  async #republish(publish: Publish): Promise<boolean> {
    const events = await this.#pendingReplays(batchSize);
    const { sequences, streams, failure } = await publish(events.map((event) => recordOf(event, event.attempt)));
    const ids = events.slice(0, sequences.length).map(({ _id }) => _id);
    if (ids.length > 0) await this.#published.updateMany({ _id: { $in: ids } }, { $unset: { pending: true } });
    await this.#saveSequences(streams);
    if (failure) throw failure.error;
    return events.length === batchSize;
  }

  async #publishFresh(publish: Publish): Promise<boolean> {
    const found = (await Promise.all(this.#sources.map((source) => eventsIn(source, batchSize, drainSize)))).flat();
    found.sort((a, b) => (a.event._id < b.event._id ? -1 : 1));
    const batch = found.slice(0, drainSize);
    const events = batch.map(({ event }) => event);
    const { sequences, streams, failure } = await this.#publishInBatches(publish, events);
    await this.#archive(events, sequences);
    await this.#saveSequences(streams);
    await removeEvents(batch.slice(0, sequences.length));
    if (failure) throw failure.error;
    return found.length >= batchSize;
  }

  /** Publishes batches in sequence until one fails or the lease is lost to another relay. */
  async #publishInBatches(publish: Publish, events: readonly EmbeddedEvent[]): Promise<Publication> {
    const sequences: number[] = [];
    const streams = new Map<string, number>();
    for (let from = 0; from < events.length; from += batchSize) {
      if (from > 0 && !(await this.#renewLease())) return { sequences, streams };
      const batch = events.slice(from, from + batchSize);
      const published = await publish(batch.map((event) => recordOf(event, 0)));
      sequences.push(...published.sequences);
      for (const [stream, seq] of published.streams) streams.set(stream, seq);
      if (published.failure) return { sequences, streams, failure: published.failure };
    }
    return { sequences, streams };
  }

  async #archive(events: readonly EmbeddedEvent[], sequences: readonly number[]): Promise<void> {
    const publishedAt = new Date();
    const writes = sequences.flatMap((seq, index) => {
      const embedded = events[index];
      if (!embedded) return [];
      const { _id, writtenAt: _, ...event } = embedded;
      return [{ _id, ...event, stream: streamOf(event.type), seq, attempt: 0, publishedAt }];
    });
    await insertMissing(this.#published, writes);
  }

  async #saveSequences(streams: ReadonlyMap<string, number>): Promise<void> {
    for (const [stream, lastSeq] of streams) await this.#streams.updateOne({ _id: stream }, { $set: { lastSeq } });
  }
}

type Embedded = Omit<EmbeddedEvent, 'writtenAt'> & { writtenAt?: Date };

function recordOf(event: Embedded, attempt: number): EventRecord {
  const { _id: id, type, key, payload, occurredAt, writtenAt, requestId, traceparent } = event;
  return { id, type, key, payload: payload.buffer, occurredAt, writtenAt, requestId, traceparent, attempt };
}
