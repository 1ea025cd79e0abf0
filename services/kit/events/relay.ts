import type { Context } from '../core/context.ts';
import { pause, startLoop } from '../core/loop.ts';
import type { Span } from '../core/span.ts';
import type { Bus, StreamMark } from './broker.ts';
import { type EventRecord, streamOf } from './events.ts';

const checkEveryMs = 30_000;
const busyWaitMs = 25;
/** After a publication what comes within this time goes together: a batch of one costs as much as a batch of many. */
const gatherMs = 10;

/** What became of a batch. */
export interface Publication {
  /** The places in their streams of the events from the first on, up to one that failed. */
  places: readonly number[];
  /** How far these streams have come by that. */
  streams: ReadonlyMap<string, number>;
  failure?: { error: unknown };
}

/** Publishes events together, each only behind those before it. */
export type Publish = (events: readonly EventRecord[]) => Promise<Publication>;

/** The outbox of one kind of store (postgres/outbox.ts, mongo/outbox.ts). */
export interface OutboxStore {
  /** The types of which something waits. */
  waitingTypes(): Promise<readonly string[]>;
  /**
   * Publishes a batch of what waits, in order, and marks what was published. `busy`: another copy of the service is
   * at it. Rejects when a publication failed; what was published before it is marked.
   */
  publishBatch(publish: Publish): Promise<'more' | 'done' | 'busy'>;
  /** The streams as they were known when last published to. */
  knownStreams(): Promise<readonly StreamMark[]>;
  saveStream(stream: StreamMark): Promise<void>;
  /** Marks what was published since then for publishing again; all streams or one. Answers how many. */
  requeue(since: Date, stream?: string): Promise<number>;
  backlog(): Promise<{ events: number; oldestSeconds: number }>;
}

export interface RelayOptions {
  /** Milliseconds between two looks into the outbox that nothing has led to (1,000). */
  pollMs?: number;
}

export interface Relay {
  /** Publishes again what was published since then, for a consumer that lost it. Answers how many events. */
  replay(since: Date): Promise<number>;
}

export const retentionDays = 7;
export const retentionMs = retentionDays * 24 * 60 * 60 * 1000;

/**
 * Carries an outbox to the bus: when woken, when the bus is back, and every `pollMs`. What cannot be published waits in
 * the outbox. A broker that has lost its disk (its stream is another one, or shorter than it was) is given again all
 * that the outbox still has.
 */
export function startRelayOf(
  ctx: Context,
  store: OutboxStore,
  bus: Bus,
  { pollMs = 1_000 }: RelayOptions = {},
): Relay & { wake(): void } {
  const worker = new RelayWorker(ctx, store, bus);
  const loop = startLoop(ctx, 'relay of the outbox', pollMs, () => worker.run());
  bus.onConnected(() => {
    worker.recheckStreams();
    loop.wake();
  });
  ctx.onStop('relay', async () => {
    await loop.stop();
    // What the last requests said is on its way before the process is gone; if this fails it waits for the next.
    await worker.run().catch((error) => ctx.log.warn({ err: error }, 'the outbox waits for the next start'));
  });
  outboxMetrics(ctx, store);
  return {
    wake: () => loop.wake(),
    async replay(since) {
      const count = await store.requeue(since);
      loop.wake();
      return count;
    },
  };
}

function outboxMetrics(ctx: Context, store: OutboxStore): void {
  const oldest = ctx.metrics.gauge('outbox_oldest_seconds', 'How long the oldest event waits to be published');
  ctx.metrics.gauge('outbox_pending', 'Events that wait to be published', [], async (pending) => {
    const unknown = { events: Number.NaN, oldestSeconds: Number.NaN };
    const { events, oldestSeconds } = await store.backlog().catch(() => unknown);
    pending.set(events);
    oldest.set(oldestSeconds);
  });
}

class RelayWorker {
  readonly #ctx: Context;
  readonly #store: OutboxStore;
  readonly #bus: Bus;
  readonly #published;
  /** The place last seen of each stream that was compared with what we knew. */
  readonly #streams = new Map<string, number>();
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: Context, store: OutboxStore, bus: Bus) {
    this.#ctx = ctx;
    this.#store = store;
    this.#bus = bus;
    this.#published = ctx.metrics.counter('outbox_published_total', 'Events published');
  }

  /** Compares the streams before the next publication. */
  recheckStreams(): void {
    this.#streams.clear();
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  async run(): Promise<void> {
    if (!this.#bus.connected) return;
    let somethingWaits = await this.#checkStreams();
    const gathers = somethingWaits;
    while (somethingWaits) {
      const outcome = await this.#store.publishBatch((events) => this.#publishAll(events));
      if (outcome === 'busy') await pause(busyWaitMs, this.#ctx.stopping);
      somethingWaits = outcome === 'more' || (outcome === 'busy' && !this.#ctx.stopping.aborted);
    }
    if (gathers) await pause(gatherMs, this.#ctx.stopping);
  }

  /** All at once: one after another, each would wait for the disk of the broker alone. */
  async #publishAll(events: readonly EventRecord[]): Promise<Publication> {
    const lastOf = new Map<string, EventRecord>();
    const outcomes = await Promise.allSettled(
      events.map(async (event) => {
        const stream = streamOf(event.type);
        const before = lastOf.get(stream);
        lastOf.set(stream, event);
        return { stream, place: await this.#publish(stream, event, before) };
      }),
    );
    const places: number[] = [];
    const streams = new Map<string, number>();
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') return { places, streams, failure: { error: outcome.reason } };
      const { stream, place } = outcome.value;
      places.push(place);
      streams.set(stream, place);
    }
    return { places, streams };
  }

  async #publish(stream: string, event: EventRecord, before: EventRecord | undefined): Promise<number> {
    const span = this.#spanOf(event);
    try {
      const said = span ? { ...event, traceparent: span.traceparent } : event;
      const { seq, duplicate } = await this.#bus.publish(said, before);
      span?.end();
      const last = this.#streams.get(stream) ?? 0;
      if (seq <= last && !duplicate) this.recheckStreams();
      else this.#streams.set(stream, Math.max(seq, last));
      this.#published.inc();
      return seq;
    } catch (error) {
      span?.end({ error });
      this.recheckStreams();
      throw error;
    }
  }

  /** A replay is a trace of its own, however long ago that was which it repeats. */
  #spanOf({ id, type, traceparent, attempt }: EventRecord): Span | undefined {
    if (traceparent === undefined) return undefined;
    const work = { kind: 'producer', event: type, id } as const;
    const { tracing } = this.#ctx;
    return attempt === 0 ? tracing?.continueTrace(traceparent, work) : tracing?.startTrace(work, traceparent);
  }

  /** Makes sure of the streams that are published to. Answers whether something waits. */
  async #checkStreams(): Promise<boolean> {
    const names = new Set((await this.#store.waitingTypes()).map(streamOf));
    let somethingWaits = names.size > 0;
    const known = await this.#known(names);
    for (const name of names) {
      if (this.#streams.has(name)) continue;
      const mark = await this.#bus.stream(name);
      if (await this.#refillIfLost(mark, known.get(name))) somethingWaits = true;
      this.#streams.set(name, mark.lastSeq);
    }
    return somethingWaits;
  }

  /** The streams we knew; from time to time (and after each connection) they are looked at though nothing waits. */
  async #known(names: Set<string>): Promise<Map<string, StreamMark>> {
    const now = performance.now();
    const due = now - this.#checkedAt > checkEveryMs;
    if (!due && [...names].every((name) => this.#streams.has(name))) return new Map();
    const known = new Map((await this.#store.knownStreams()).map((mark) => [mark.name, mark]));
    if (due) {
      this.#streams.clear();
      for (const name of known.keys()) names.add(name);
      this.#checkedAt = now;
    }
    return known;
  }

  async #refillIfLost(mark: StreamMark, known: StreamMark | undefined): Promise<boolean> {
    const lost = known !== undefined && (mark.created !== known.created || mark.lastSeq < known.lastSeq);
    if (lost) {
      const events = await this.#store.requeue(new Date(Date.now() - retentionMs), mark.name);
      this.#ctx.log.warn({ stream: mark.name, events }, 'the broker lost its stream; it is filled again');
    }
    // Only now: broken off before, the loss is found again.
    if (lost || !known) await this.#store.saveStream(mark);
    return lost;
  }
}

/** The sub-command `replay --since 2026-03-01T00:00:00Z` of a service's process. */
export function replayCommand(relay: Relay): (args: readonly string[]) => Promise<string> {
  return async (args) => {
    const since = new Date(args[args.indexOf('--since') + 1] ?? '');
    if (!args.includes('--since') || Number.isNaN(since.getTime()))
      return 'Say from when: replay --since 2026-03-01T00:00:00Z';
    return `${await relay.replay(since)} events are published again.`;
  };
}
