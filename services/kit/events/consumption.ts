import type { Context } from '../core/context.ts';
import { AppError, isOutage } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import type { Bus, ReceivedEvent } from './broker.ts';
import { type ConsumerStore, type ParkedEvent, PartitionLost } from './consumer-store.ts';
import { type DecodedEvent, decodeEvent } from './event-batch.ts';
import type { EventHandler } from './handlers.ts';
import { ParkedEvents, type WaitingEvent } from './parked-events.ts';
import type { PartitionOwnership } from './partition-ownership.ts';
import { partitionOf } from './partitions.ts';

const maxDeliveries = 10;
const retriesAtOnce = 4;
/** Seconds: within two as a rule (trust.md), minutes after an outage. */
const delays = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300];

export interface ConsumerOptions {
  /** Milliseconds before the second, third, … delivery of an event that failed; the last counts for all further. */
  retryMs?: readonly number[];
  /** The same between attempts while a store or a peer is away. */
  outageMs?: readonly number[];
  /** How many events of `after` handlers are at work at once in one copy. */
  concurrency?: number;
  /**
   * While what events of `after` handlers need is away, different keys are parked for one another only until so many
   * events are parked (10,000); then the consumer reads no further.
   */
  maxParkedInOutage?: number;
  /** Milliseconds after which a batch of `on` handlers goes on with no further event (100): others wait for what it holds. */
  batchMs?: number;
  /** A copy that was not heard of for so many milliseconds is dead, and its partitions go to others (5,000). */
  aliveMs?: number;
}

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>;

export function consumerMetrics(ctx: Context) {
  const label = ['consumer'] as const;
  return {
    processed: ctx.metrics.counter('consumer_processed_total', 'Events dealt with', label),
    redelivered: ctx.metrics.counter('consumer_redelivered_total', 'Events that were tried again', label),
    delay: ctx.metrics.histogram('event_delay_seconds', 'From the commit of an event to its effect', label, delays),
    dead: ctx.metrics.counter('dead_letters', 'Events given up on', label),
  };
}

/** What a consumer of one stream is made of. */
export interface ConsumerParts<C> {
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
  /** The event's. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

/**
 * One consumer at work: which of its events wait because they failed, and what becomes of them. An event that fails is
 * parked in the service's store with all that follow it in its key, and is tried again later, at most ten times; then,
 * or at once when it cannot be read, it becomes a dead letter. While a store or a peer is away an event is nobody's
 * failure: it is tried until that part is back.
 */
export class Consumption<C> {
  readonly parts: ConsumerParts<C>;
  readonly parked = new ParkedEvents();
  readonly #retryMs: readonly number[];
  readonly #outageMs: readonly number[];
  readonly #retries = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #applyParked: ((event: DecodedEvent<C>) => Promise<void>) | undefined;

  constructor(parts: ConsumerParts<C>) {
    this.parts = parts;
    this.#retryMs = parts.options.retryMs ?? [1_000, 2_000, 5_000, 10_000, 30_000];
    this.#outageMs = parts.options.outageMs ?? [100, 250, 500, 1_000, 2_000];
    // A counter that begins with its first event has no rise that an alert could see.
    for (const counter of [parts.metrics.redelivered, parts.metrics.dead]) counter.inc(this.#consumer, 0);
  }

  /** Begins with what is parked in these partitions; `apply` is how one of them is tried alone. */
  async begin(partitions: readonly number[], apply: (event: DecodedEvent<C>) => Promise<void>): Promise<void> {
    this.parked.load(await this.parts.store.parked(this.parts.name, partitions));
    this.#applyParked = apply;
    this.#retrySoon();
  }

  /** Resolves when nothing parked is at work any more. */
  async end(): Promise<void> {
    this.#applyParked = undefined;
    clearTimeout(this.#timer);
    await Promise.all(this.#retries);
  }

  /** The events that can be read and are not parked; the others are parked, or become dead letters. */
  async sort(received: readonly ReceivedEvent[]): Promise<DecodedEvent<C>[]> {
    return this.withoutParked(await this.decode(received));
  }

  /** The events that can be read; the others become dead letters. */
  async decode(received: readonly ReceivedEvent[]): Promise<DecodedEvent<C>[]> {
    const events: DecodedEvent<C>[] = [];
    for (const each of received) {
      try {
        events.push(decodeEvent(each, 1, this.parts.handlers));
      } catch (error) {
        await this.#deadLetter(each, 1, error);
      }
    }
    return events;
  }

  /** Parks those whose key waits; answers the others. */
  async withoutParked(events: readonly DecodedEvent<C>[]): Promise<DecodedEvent<C>[]> {
    const held = new Set(events.filter(({ key }) => this.parked.holds(key)));
    if (held.size > 0) await this.#park([...held].map((event) => this.#toPark(event, 0, 0)));
    return events.filter((event) => !held.has(event));
  }

  /** An event failed at its first delivery. */
  async failed(event: DecodedEvent<C>, error: unknown): Promise<void> {
    this.logFailure(event.received, 1, error);
    await this.parkFailed(event);
  }

  /** Parks an event that failed at its first delivery. */
  async parkFailed(event: DecodedEvent<C>): Promise<void> {
    await this.#park([this.#toPark(event, 1, waitOf(this.#retryMs, 0))]);
  }

  /** Parks an event that waits for a store or a peer and holds up others; the attempts so far do not count. */
  async postponed(event: DecodedEvent<C>, attempt: number): Promise<void> {
    await this.#park([this.#toPark(event, 0, waitOf(this.#outageMs, attempt))], attempt + 1);
  }

  /** Waits before the next attempt, when what failed is that a store or a peer is away; else throws the error. */
  async waitIfAway(error: unknown, attempt: number, signal: AbortSignal): Promise<void> {
    if (!isAway(error) || signal.aborted) throw error;
    const retryInMs = waitOf(this.#outageMs, attempt);
    if (attempt === 0)
      this.parts.ctx.log.warn(
        { err: error, ...this.#consumer, retryInMs },
        'consumer paused: store or peer unavailable',
      );
    await pause(retryInMs, signal);
  }

  /** Waits before an event that the store did not take is parked once more. */
  async waitForStore(error: unknown, { id, attempt, signal }: StoreRetry): Promise<void> {
    const retryInMs = waitOf(this.#outageMs, attempt);
    if (attempt === 0)
      this.parts.ctx.log.warn({ err: error, ...this.#consumer, id, retryInMs }, 'event could not be parked, retrying');
    await pause(retryInMs, signal);
  }

  done(events: readonly DecodedEvent<C>[]): void {
    const { metrics } = this.parts;
    metrics.processed.inc(this.#consumer, events.length);
    // The clocks of two machines differ a little; nothing takes effect before it is written.
    for (const { received } of events)
      if (received.writtenAt) metrics.delay.observe(this.#consumer, secondsSince(received.writtenAt));
  }

  /** Some came once more, and are dealt with by the first. */
  skipped(count: number): void {
    this.parts.metrics.processed.inc(this.#consumer, count);
  }

  get #consumer(): { consumer: string } {
    return { consumer: this.parts.label };
  }

  async #park(events: readonly ParkedEvent[], awayAttempts = 0): Promise<void> {
    await this.parts.store.park(this.parts.name, events);
    this.skipped(events.filter((event) => !this.parked.add(event, awayAttempts)).length);
    this.#retrySoon();
  }

  #toPark({ received, key }: DecodedEvent<C>, deliveries: number, waitMs: number): ParkedEvent {
    const partition = received.partition ?? partitionOf(key);
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
    // A timer may be a little early. When all slots are taken, the end of one looks again.
    if (this.#retries.size < retriesAtOnce) this.#retrySoon();
  }

  async #retry(event: WaitingEvent): Promise<void> {
    const deliveries = event.deliveries + 1;
    try {
      const decoded = decodeEvent(event, deliveries, this.parts.handlers);
      await this.#applyParked?.(decoded);
      this.parked.remove(event);
      this.#countRetry(deliveries);
      this.done([decoded]);
    } catch (error) {
      await this.#failedAgain(event, deliveries, error).catch((cause) => {
        this.parts.ctx.log.warn({ err: cause, ...this.#consumer, id: event.id }, 'parked event could not be updated');
        this.#retryLater(event);
      });
    }
  }

  async #failedAgain(event: WaitingEvent, deliveries: number, error: unknown): Promise<void> {
    const { store, name } = this.parts;
    // The copy that has the partition by now tries it; this one must only not be counted.
    if (isAway(error) || error instanceof PartitionLost) return this.#retryLater(event);
    this.#countRetry(deliveries);
    if (deliveries >= maxDeliveries) {
      await this.#deadLetter(event, deliveries, error);
      await store.unpark(name, event.id);
      return this.parked.remove(event);
    }
    this.logFailure(event, deliveries, error);
    const wait = waitOf(this.#retryMs, deliveries - 1);
    const later = { ...event, awayAttempts: 0, deliveries, dueAt: new Date(Date.now() + wait) };
    await store.postpone(name, later);
    this.parked.update(later);
  }

  /** The attempt was no failure of the event's own. */
  #retryLater(event: WaitingEvent): void {
    const dueAt = new Date(Date.now() + waitOf(this.#outageMs, event.awayAttempts));
    this.parked.update({ ...event, dueAt, awayAttempts: event.awayAttempts + 1 });
  }

  #countRetry(deliveries: number): void {
    if (deliveries > 1) this.parts.metrics.redelivered.inc(this.#consumer);
  }

  logFailure({ id, type, requestId }: ReceivedEvent, deliveries: number, error: unknown): void {
    this.parts.ctx.log.warn({ err: error, ...this.#consumer, id, type, requestId, deliveries }, 'event failed');
  }

  async #deadLetter(event: ReceivedEvent, deliveries: number, error: unknown): Promise<void> {
    const { ctx, bus, metrics, label } = this.parts;
    await bus.deadLetter(event, label, deliveries, error instanceof Error ? error.message : String(error));
    const { id, type, requestId, writtenAt } = event;
    ctx.log.error({ err: error, ...this.#consumer, id, type, requestId, deliveries }, 'dead letter');
    metrics.dead.inc(this.#consumer);
    metrics.processed.inc(this.#consumer);
    if (writtenAt) metrics.delay.observe(this.#consumer, secondsSince(writtenAt));
  }
}

const secondsSince = (then: Date): number => Math.max(0, Date.now() - then.getTime()) / 1000;

export const waitOf = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? 0;

/**
 * A store or a peer is away. A statement that takes too long is a failure of the event itself, and so is a call that
 * takes too long while the peer answers others (504).
 */
const isAway = (error: unknown): boolean => (error instanceof AppError ? error.status === 503 : isOutage(error));
