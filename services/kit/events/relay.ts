import type { Context } from '../core/context.ts';
import { pause, startLoop } from '../core/loop.ts';
import type { Span } from '../core/span.ts';
import type { Bus, StreamMark } from './broker.ts';
import { retentionMs } from './event-retention.ts';
import { type EventRecord, streamOf } from './events.ts';

const checkEveryMs = 30_000;
const busyWaitMs = 25;
/** Events within this time after a publication are batched: a batch of one costs as much as a batch of many. */
const gatherMs = 10;

/** Outcome of publishing a batch. */
export interface Publication {
  /** Sequence numbers of the published events: all of the batch, or those before the first that failed. */
  sequences: readonly number[];
  /** The last sequence number by stream. */
  streams: ReadonlyMap<string, number>;
  failure?: { error: unknown };
}

/** Publishes events concurrently; the broker accepts each only after its predecessor. */
export type Publish = (events: readonly EventRecord[]) => Promise<Publication>;

/** The outbox of one kind of store (postgres/outbox.ts, mongo/outbox.ts). */
export interface OutboxStore {
  /** Returns the types with pending events. */
  pendingTypes(): Promise<readonly string[]>;
  /**
   * Publishes a batch of pending events in order and marks them as published. Returns `busy` while another replica is
   * publishing. Rejects when a publication failed; the events before it are marked.
   */
  publishBatch(publish: Publish): Promise<'more' | 'done' | 'busy'>;
  /** Returns the streams as of the last publication. */
  knownStreams(): Promise<readonly StreamMark[]>;
  saveStream(stream: StreamMark): Promise<void>;
  /**
   * Marks events first published since then as pending again, of all streams or one. They expire as before. Returns
   * their number.
   */
  requeue(since: Date, stream?: string): Promise<number>;
  backlog(): Promise<{ events: number; oldestSeconds: number }>;
}

export interface RelayOptions {
  /** Milliseconds between polls of the outbox without a wake-up (1,000). */
  pollMs?: number;
}

export interface Relay {
  /** Republishes the events first published since then, for a consumer that lost them. Returns their number. */
  replay(since: Date): Promise<number>;
}

/**
 * Publishes an outbox to the bus: when woken, after each connection, and every `pollMs`. Events that cannot be
 * published stay in the outbox. When the broker has lost its disk (the stream is a different or a shorter one), all
 * events still in the outbox are republished.
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
    // Publish the events of the last requests before the process ends.
    await worker
      .run()
      .catch((error) => ctx.log.warn({ err: error }, 'outbox not published; retrying after the next start'));
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
  const oldest = ctx.metrics.gauge('outbox_oldest_seconds', 'Age of the oldest unpublished event');
  ctx.metrics.gauge('outbox_pending', 'Events waiting to be published', [], async (pending) => {
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
  /** The last sequence number of each stream that was compared with the saved one. */
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
    let hasPending = await this.#checkStreams();
    const shouldGather = hasPending;
    while (hasPending) {
      const outcome = await this.#store.publishBatch((events) => this.#publishTogether(events));
      if (outcome === 'busy') await pause(busyWaitMs, this.#ctx.stopping);
      hasPending = outcome === 'more' || (outcome === 'busy' && !this.#ctx.stopping.aborted);
    }
    if (shouldGather) await pause(gatherMs, this.#ctx.stopping);
  }

  /** Publishes concurrently: in sequence, each event would wait for the broker's disk separately. */
  async #publishTogether(events: readonly EventRecord[]): Promise<Publication> {
    const lastOf = new Map<string, EventRecord>();
    const outcomes = await Promise.allSettled(
      events.map(async (event) => {
        const stream = streamOf(event.type);
        const before = lastOf.get(stream);
        lastOf.set(stream, event);
        return { stream, seq: await this.#publish(stream, event, before) };
      }),
    );
    const sequences: number[] = [];
    const streams = new Map<string, number>();
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') return { sequences, streams, failure: { error: outcome.reason } };
      const { stream, seq } = outcome.value;
      sequences.push(seq);
      streams.set(stream, seq);
    }
    return { sequences, streams };
  }

  async #publish(stream: string, event: EventRecord, before: EventRecord | undefined): Promise<number> {
    const span = this.#spanOf(event);
    try {
      const traced = span ? { ...event, traceparent: span.traceparent } : event;
      const { seq, duplicate } = await this.#bus.publish(traced, before);
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

  /** A replay starts a new trace, linked to the original one. */
  #spanOf({ id, type, traceparent, attempt }: EventRecord): Span | undefined {
    if (traceparent === undefined) return undefined;
    const work = { kind: 'producer', event: type, id } as const;
    const { tracing } = this.#ctx;
    return attempt === 0 ? tracing?.continueTrace(traceparent, work) : tracing?.startTrace(work, traceparent);
  }

  /** Checks the streams to publish to. Returns whether events are pending. */
  async #checkStreams(): Promise<boolean> {
    const names = new Set((await this.#store.pendingTypes()).map(streamOf));
    let hasPending = names.size > 0;
    const known = await this.#known(names);
    for (const name of names) {
      if (this.#streams.has(name)) continue;
      const mark = await this.#bus.stream(name);
      if (await this.#republishIfLost(mark, known.get(name))) hasPending = true;
      this.#streams.set(name, mark.lastSeq);
    }
    return hasPending;
  }

  /** Returns the saved streams; periodically, and after each connection, adds all of them to `names`. */
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

  async #republishIfLost(mark: StreamMark, known: StreamMark | undefined): Promise<boolean> {
    const lost = known !== undefined && (mark.created !== known.created || mark.lastSeq < known.lastSeq);
    if (lost) {
      const events = await this.#store.requeue(new Date(Date.now() - retentionMs), mark.name);
      this.#ctx.log.warn({ stream: mark.name, events }, 'broker stream lost; republishing from the outbox');
    }
    // Save last: after an interruption the loss is detected again.
    if (lost || !known) await this.#store.saveStream(mark);
    return lost;
  }
}

/** The sub-command `replay --since 2026-03-01T00:00:00Z` of a service's process. */
export function replayCommand(relay: Relay): (args: readonly string[]) => Promise<string> {
  return async (args) => {
    const since = new Date(args[args.indexOf('--since') + 1] ?? '');
    if (!args.includes('--since') || Number.isNaN(since.getTime()))
      return 'Missing start time: replay --since 2026-03-01T00:00:00Z';
    return `Republishing ${await relay.replay(since)} events.`;
  };
}
