import type { Context } from '../core/context.ts';
import { AppError, isOutage } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import type { Bus, ReceivedEvent } from './broker.ts';
import { type ConsumerStore, type ParkedEvent, PartitionLost } from './consumer-store.ts';
import { type DecodedEvent, decodeEvent } from './event-batch.ts';
import type { EventHandler } from './handlers.ts';
import { ParkedEvents, type WaitingEvent } from './parked-events.ts';
import type { PartitionOwnership } from './partition-ownership.ts';
import { choosePartition } from './partitions.ts';
import { Unfinished } from './unfinished.ts';

const maxDeliveries = 10;
const retriesAtOnce = 4;
const defaultMaxParked = 100_000;
const waitForRetriesMs = 100;
/** Histogram buckets in seconds: usually within two (trust.md), minutes after an outage. */
const delays = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300];

export interface ConsumerOptions {
  /** Milliseconds before the second, third, … delivery of a failed event; the last value repeats. */
  retryMs?: readonly number[];
  /** Milliseconds between attempts while a store or a peer is unavailable; the last value repeats. */
  outageMs?: readonly number[];
  /** Concurrent `after` handlers in one replica. */
  concurrency?: number;
  /**
   * While a dependency of `after` handlers is unavailable, events are parked to let other keys proceed only up to this
   * number of parked events (10,000); then the consumer stops reading.
   */
  maxParkedInOutage?: number;
  /** From this number of parked events (100,000), which are in memory, the consumer reads no more until some are handled. */
  maxParked?: number;
  /** Milliseconds after which a batch of `on` handlers takes no further event (100): its locks block others. */
  batchMs?: number;
  /** Milliseconds without a heartbeat after which a replica counts as dead and loses its partitions (5,000). */
  aliveMs?: number;
}

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>;

export function consumerMetrics(ctx: Context) {
  const label = ['consumer'] as const;
  return {
    processed: ctx.metrics.counter('consumer_processed_total', 'Events handled', label),
    redelivered: ctx.metrics.counter('consumer_redelivered_total', 'Events retried', label),
    delay: ctx.metrics.histogram('event_delay_seconds', 'Delay between commit and handling of an event', label, delays),
    dead: ctx.metrics.counter('dead_letters', 'Events moved to the dead-letter stream', label),
  };
}

/** Dependencies of a consumer of one stream. */
export interface ConsumerDeps<C> {
  ctx: Context;
  bus: Bus;
  store: ConsumerStore;
  ownership: PartitionOwnership;
  /** As in metrics and dead letters: `messaging/content`, `messaging/content/after`. */
  label: string;
  /** As in the store: `content`, `content/after`. */
  name: string;
  handlers: ReadonlyMap<string, EventHandler<C>>;
  metrics: ConsumerMetrics;
  options: ConsumerOptions;
}

interface StoreRetry {
  /** Event id. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

/**
 * Parks, retries and dead-letters the failed events of one consumer. A failed event is parked in the service's store
 * with all that follow it in its key, and retried at most ten times; then, or at once when it cannot be decoded, it
 * becomes a dead letter. Attempts that fail because a store or a peer is unavailable do not count: they are repeated
 * until it is available.
 */
export class Consumption<C> {
  readonly deps: ConsumerDeps<C>;
  readonly parked = new ParkedEvents();
  readonly #retryMs: readonly number[];
  readonly #outageMs: readonly number[];
  readonly #retries = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #applyParked: ((event: DecodedEvent<C>) => Promise<void>) | undefined;

  constructor(deps: ConsumerDeps<C>) {
    this.deps = deps;
    this.#retryMs = deps.options.retryMs ?? [1_000, 2_000, 5_000, 10_000, 30_000];
    this.#outageMs = deps.options.outageMs ?? [100, 250, 500, 1_000, 2_000];
    // Start at 0: an alert on the increase would miss the first event of a counter that starts at 1.
    for (const counter of [deps.metrics.redelivered, deps.metrics.dead]) counter.inc(this.#consumer, 0);
  }

  /** Loads the parked events of these partitions; `apply` retries one of them. */
  async begin(partitions: readonly number[], apply: (event: DecodedEvent<C>) => Promise<void>): Promise<void> {
    this.parked.load(await this.deps.store.parked(this.deps.name, partitions));
    this.#applyParked = apply;
    this.#retrySoon();
  }

  /** Resolves when no retry is running. */
  async end(): Promise<void> {
    this.#applyParked = undefined;
    clearTimeout(this.#timer);
    await Promise.all(this.#retries);
  }

  /** Resolves when there is memory for further parked events, or `signal` is aborted. */
  async waitForRoom(signal: AbortSignal): Promise<void> {
    const { ctx, options } = this.deps;
    const maxParked = options.maxParked ?? defaultMaxParked;
    if (this.parked.size < maxParked) return;
    ctx.log.warn({ ...this.#consumer, parked: this.parked.size }, 'consumer paused: too many parked events');
    while (this.parked.size >= maxParked && !signal.aborted) await pause(waitForRetriesMs, signal);
  }

  /** Returns the events to apply; parks those whose key is blocked and dead-letters those that cannot be decoded. */
  async sort(received: readonly ReceivedEvent[]): Promise<DecodedEvent<C>[]> {
    return this.withoutParked(await this.decode(received));
  }

  /** Returns the decoded events; those that cannot be decoded become dead letters. */
  async decode(received: readonly ReceivedEvent[]): Promise<DecodedEvent<C>[]> {
    const events: DecodedEvent<C>[] = [];
    for (const each of received) {
      try {
        events.push(decodeEvent(each, 1, this.deps.handlers));
      } catch (error) {
        await this.#deadLetter(each, 1, error);
      }
    }
    return events;
  }

  /** Parks the events whose key has parked events; returns the others. */
  async withoutParked(events: readonly DecodedEvent<C>[]): Promise<DecodedEvent<C>[]> {
    const blocked = new Set(events.filter(({ key }) => this.parked.has(key)));
    if (blocked.size > 0) await this.#park([...blocked].map((event) => this.#toPark(event, 0, 0)));
    return events.filter((event) => !blocked.has(event));
  }

  /** Logs and parks an event that failed at its first delivery. */
  async failed(event: DecodedEvent<C>, error: unknown): Promise<void> {
    this.logFailure(event.received, 1, error);
    await this.parkFailed(event);
  }

  /** Parks an event that failed at its first delivery. */
  async parkFailed(event: DecodedEvent<C>): Promise<void> {
    await this.#park([this.#toPark(event, 1, chooseWait(this.#retryMs, 0))]);
  }

  /** Parks an event that waits for a store or a peer and blocks others; the attempts so far do not count. */
  async postponed(event: DecodedEvent<C>, attempt: number): Promise<void> {
    await this.#park([this.#toPark(event, 0, chooseWait(this.#outageMs, attempt))], attempt + 1);
  }

  /**
   * Resolves when the event is to be applied again: at once for `Unfinished`, after a wait when a store or a peer is
   * unavailable; otherwise rethrows the error.
   */
  async waitIfUnavailable(error: unknown, attempt: number, signal: AbortSignal): Promise<void> {
    if (error instanceof Unfinished && !signal.aborted) return;
    if (!isUnavailable(error) || signal.aborted) throw error;
    const retryInMs = chooseWait(this.#outageMs, attempt);
    if (attempt === 0)
      this.deps.ctx.log.warn(
        { err: error, ...this.#consumer, retryInMs },
        'consumer paused: store or peer unavailable',
      );
    await pause(retryInMs, signal);
  }

  /** Waits before the next attempt to park an event after the store failed. */
  async waitForStore(error: unknown, { id, attempt, signal }: StoreRetry): Promise<void> {
    const retryInMs = chooseWait(this.#outageMs, attempt);
    if (attempt === 0)
      this.deps.ctx.log.warn({ err: error, ...this.#consumer, id, retryInMs }, 'event not parked; retrying');
    await pause(retryInMs, signal);
  }

  done(events: readonly DecodedEvent<C>[]): void {
    const { metrics } = this.deps;
    metrics.processed.inc(this.#consumer, events.length);
    // secondsSince is never negative although the clocks of two machines differ.
    for (const { received } of events)
      if (received.writtenAt) metrics.delay.observe(this.#consumer, secondsSince(received.writtenAt));
  }

  /** Counts redelivered events, which were handled before. */
  skipped(count: number): void {
    this.deps.metrics.processed.inc(this.#consumer, count);
  }

  get #consumer(): { consumer: string } {
    return { consumer: this.deps.label };
  }

  async #park(events: readonly ParkedEvent[], outageAttempts = 0): Promise<void> {
    await this.deps.store.park(this.deps.name, events);
    this.skipped(events.filter((event) => !this.parked.add(event, outageAttempts)).length);
    this.#retrySoon();
  }

  #toPark({ received, key }: DecodedEvent<C>, deliveries: number, waitMs: number): ParkedEvent {
    const partition = received.partition ?? choosePartition(key);
    return { ...received, key, partition, deliveries, dueAt: new Date(Date.now() + waitMs) };
  }

  #retrySoon(): void {
    clearTimeout(this.#timer);
    const { nextAt } = this.parked;
    if (!this.#applyParked || nextAt === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#retryDue(), Math.max(0, nextAt - Date.now()));
  }

  #retryDue(): void {
    for (const event of this.parked.takeDue(Date.now(), retriesAtOnce - this.#retries.size)) {
      const retry = this.#retry(event).finally(() => {
        this.parked.release(event);
        this.#retries.delete(retry);
        this.#retrySoon();
      });
      this.#retries.add(retry);
    }
    // A timer may fire slightly early. When all slots are taken, the next retry that ends schedules again.
    if (this.#retries.size < retriesAtOnce) this.#retrySoon();
  }

  async #retry(event: WaitingEvent): Promise<void> {
    const deliveries = event.deliveries + 1;
    try {
      const decoded = decodeEvent(event, deliveries, this.deps.handlers);
      await this.#applyParked?.(decoded);
      this.parked.remove(event);
      this.#countRetry(deliveries);
      this.done([decoded]);
    } catch (error) {
      await this.#failedAgain(event, deliveries, error).catch((cause) => {
        this.deps.ctx.log.warn({ err: cause, ...this.#consumer, id: event.id }, 'parked event not updated; retrying');
        this.#retryLater(event);
      });
    }
  }

  async #failedAgain(event: WaitingEvent, deliveries: number, error: unknown): Promise<void> {
    const { store, name } = this.deps;
    // After a lost partition its new owner retries; this attempt does not count.
    if (isUnavailable(error) || error instanceof PartitionLost) return this.#retryLater(event);
    if (error instanceof Unfinished) return this.parked.update({ ...event, outageAttempts: 0, dueAt: new Date() });
    this.#countRetry(deliveries);
    if (deliveries >= maxDeliveries) {
      await this.#deadLetter(event, deliveries, error);
      await store.unpark(name, event.id);
      return this.parked.remove(event);
    }
    this.logFailure(event, deliveries, error);
    const wait = chooseWait(this.#retryMs, deliveries - 1);
    const retryEvent = { ...event, outageAttempts: 0, deliveries, dueAt: new Date(Date.now() + wait) };
    await store.postpone(name, retryEvent);
    this.parked.update(retryEvent);
  }

  /** Reschedules without counting the attempt as a failure of the event. */
  #retryLater(event: WaitingEvent): void {
    const dueAt = new Date(Date.now() + chooseWait(this.#outageMs, event.outageAttempts));
    this.parked.update({ ...event, dueAt, outageAttempts: event.outageAttempts + 1 });
  }

  #countRetry(deliveries: number): void {
    if (deliveries > 1) this.deps.metrics.redelivered.inc(this.#consumer);
  }

  logFailure({ id, type, requestId }: ReceivedEvent, deliveries: number, error: unknown): void {
    this.deps.ctx.log.warn(
      { err: error, ...this.#consumer, id, type, requestId, deliveries },
      'event failed; retrying later',
    );
  }

  async #deadLetter(event: ReceivedEvent, deliveries: number, error: unknown): Promise<void> {
    const { ctx, bus, metrics, label } = this.deps;
    await bus.deadLetter(event, label, deliveries, error instanceof Error ? error.message : String(error));
    const { id, type, requestId, writtenAt } = event;
    ctx.log.error({ err: error, ...this.#consumer, id, type, requestId, deliveries }, 'event moved to dead letters');
    metrics.dead.inc(this.#consumer);
    metrics.processed.inc(this.#consumer);
    if (writtenAt) metrics.delay.observe(this.#consumer, secondsSince(writtenAt));
  }
}

const secondsSince = (then: Date): number => Math.max(0, Date.now() - then.getTime()) / 1000;

export const chooseWait = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? 0;

/**
 * True when a store or a peer is unavailable. A statement timeout counts as a failure of the event itself, and so does
 * a call timeout while the peer responds to other calls (504).
 */
const isUnavailable = (error: unknown): boolean => (error instanceof AppError ? error.status === 503 : isOutage(error));
