import type { Context } from '../runtime/context.ts';
import { AppError, isOutage } from '../runtime/errors.ts';
import { pause } from '../runtime/loop.ts';
import type { Bus, Delivery, ReceivedEvent } from './broker.ts';
import { type DecodedEvent, EventBatch, readEvent } from './event-batch.ts';
import { consumerName, type EventHandler, streamOf } from './events.ts';

const maxDeliveries = 10;
/** Well within the broker's patience for an acknowledgement, which begins anew each time. */
const extendAckEveryMs = 2_000;
/** Seconds: within two as a rule (trust.md), minutes after an outage. */
const delays = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300];

export interface ConsumerOptions {
  /** Milliseconds before the second, third, … delivery of an event that failed; the last counts for all further. */
  retryMs?: readonly number[];
  /** The same between attempts while a store or a peer is away. */
  outageMs?: readonly number[];
}

/** Applies events in their turn, each once: knows which were handled before, and remembers those that are now. */
type Apply<C> = (batch: EventBatch<C>) => Promise<void>;

/**
 * Consumes the types that have a handler, each stream in order. An effect that fails is tried again later, at most
 * ten times; then, or at once when the payload cannot be read, the event becomes a dead letter. While a store or a
 * peer is away an event is nobody's failure: it is held and tried until that part is back.
 *
 * One event is in the hands of a service at a time, over all its copies. Where many wait, those behind it are applied
 * with it; each is still delivered, and is acknowledged then, by whichever copy it reaches.
 */
export function startConsumers<C>(
  ctx: Context,
  bus: Bus,
  handlers: readonly EventHandler<C>[],
  apply: Apply<C>,
  options: ConsumerOptions = {},
): void {
  const stopping = new AbortController();
  const metrics = consumerMetrics(ctx);
  const byType = new Map(handlers.map((handler) => [handler.type, handler]));
  const streams = Map.groupBy(byType.keys(), streamOf);
  const consumers = [...streams].map(([stream, types]) => {
    const name = consumerName(ctx.name, stream);
    // A counter that begins with its first event has no rise that an alert could see.
    for (const counter of [metrics.redelivered, metrics.dead]) counter.inc({ consumer: name }, 0);
    const reader = { name, metrics, handlers: byType, apply, stopping: stopping.signal };
    const handling = new ConsumerRunner(ctx, reader, options);
    return bus.consume(types, (delivery) => handling.run(delivery));
  });
  ctx.onStop('consumers', async () => {
    stopping.abort();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
  });
}

function consumerMetrics(ctx: Context) {
  const label = ['consumer'] as const;
  return {
    processed: ctx.metrics.counter('consumer_processed_total', 'Events dealt with', label),
    redelivered: ctx.metrics.counter('consumer_redelivered_total', 'Events that came again', label),
    delay: ctx.metrics.histogram('event_delay_seconds', 'From the commit of an event to its effect', label, delays),
    dead: ctx.metrics.counter('dead_letters', 'Events given up on', label),
  };
}

/** A service as the reader of one stream. */
interface ConsumerSpec<C> {
  name: string;
  metrics: ReturnType<typeof consumerMetrics>;
  handlers: ReadonlyMap<string, EventHandler<C>>;
  apply: Apply<C>;
  stopping: AbortSignal;
}

/** The handling of its deliveries, one after another. */
class ConsumerRunner<C> {
  readonly #ctx: Context;
  readonly #spec: ConsumerSpec<C>;
  readonly #retryMs: readonly number[];
  readonly #outageMs: readonly number[];
  /** Applied with an earlier event, and still to be delivered. */
  #ahead = new Set<string>();
  /** So many deliveries are taken alone, since one of them failed among others. */
  #serialOnly = 0;

  constructor(
    ctx: Context,
    reader: ConsumerSpec<C>,
    { retryMs = [1_000, 2_000, 5_000, 10_000, 30_000], outageMs = [100, 250, 500, 1_000, 2_000] }: ConsumerOptions,
  ) {
    this.#ctx = ctx;
    this.#spec = reader;
    this.#retryMs = retryMs;
    this.#outageMs = outageMs;
  }

  get #label(): { consumer: string } {
    return { consumer: this.#spec.name };
  }

  async run(delivery: Delivery): Promise<void> {
    if (delivery.deliveries > 1) this.#spec.metrics.redelivered.inc(this.#label);
    if (this.#ahead.delete(delivery.id)) return this.#done(delivery);
    let event: DecodedEvent<C>;
    try {
      event = readEvent(delivery, delivery.deliveries, this.#spec.handlers);
    } catch (error) {
      return this.#deadLetter(delivery, error);
    }
    const patience = setInterval(() => delivery.extendAck(), extendAckEveryMs);
    try {
      const together = await this.#applyWithFollowing(event, delivery);
      if (!together) await this.#applyAlone(event);
      this.#done(delivery);
    } catch (error) {
      await this.#failed(delivery, error);
    } finally {
      clearInterval(patience);
    }
  }

  /** Whether that went well. If not, each is tried alone, so that only the one at fault is held up. */
  async #applyWithFollowing(event: DecodedEvent<C>, delivery: Delivery): Promise<boolean> {
    if (this.#serialOnly > 0) {
      this.#serialOnly -= 1;
      return false;
    }
    const following = this.#decode(await delivery.peek());
    if (following.length === 0) return false;
    try {
      const applied = await this.#apply([event, ...following], this.#spec.apply);
      this.#ahead = new Set(applied.slice(1).map(({ id }) => id));
      return true;
    } catch (error) {
      this.#ctx.log.info({ err: error, ...this.#label }, 'events are taken one by one');
      this.#serialOnly = following.length;
      return false;
    }
  }

  /** Up to the first that cannot be read. */
  #decode(arrivals: readonly ReceivedEvent[]): DecodedEvent<C>[] {
    const events: DecodedEvent<C>[] = [];
    try {
      for (const arrival of arrivals) events.push(readEvent(arrival, 1, this.#spec.handlers));
    } catch {
      // It is dealt with when it is delivered.
    }
    return events;
  }

  async #applyAlone(event: DecodedEvent<C>): Promise<void> {
    await this.#apply([event], (batch) => this.#retryWhileUnavailable(() => this.#spec.apply(batch)));
  }

  async #apply(events: readonly DecodedEvent<C>[], apply: Apply<C>): Promise<readonly ReceivedEvent[]> {
    const batch = new EventBatch(this.#ctx, this.#spec.name, events);
    try {
      await apply(batch);
      batch.end();
      for (const arrival of batch.passed) this.#observeDelay(arrival);
      return batch.passed;
    } catch (error) {
      batch.end({ error });
      throw error;
    }
  }

  async #retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error) || this.#spec.stopping.aborted) throw error;
        if (attempt === 0) this.#ctx.log.warn({ err: error, ...this.#label }, 'waiting for what is away');
        await pause(waitOf(this.#outageMs, attempt), this.#spec.stopping);
      }
    }
  }

  async #failed(delivery: Delivery, error: unknown): Promise<void> {
    if (isAway(error)) return delivery.nak(0);
    if (delivery.deliveries >= maxDeliveries) return this.#deadLetter(delivery, error);
    const { id, type, requestId, deliveries } = delivery;
    this.#ctx.log.warn({ err: error, ...this.#label, id, type, requestId, deliveries }, 'event failed');
    delivery.nak(waitOf(this.#retryMs, deliveries - 1));
  }

  async #deadLetter(delivery: Delivery, error: unknown): Promise<void> {
    const { id, type, requestId, deliveries } = delivery;
    try {
      await delivery.deadLetter(error instanceof Error ? error.message : String(error));
    } catch (cause) {
      this.#ctx.log.error({ err: cause, ...this.#label, id, type }, 'dead letter not kept; it stays');
      return delivery.nak(waitOf(this.#retryMs, deliveries));
    }
    this.#spec.metrics.dead.inc(this.#label);
    this.#ctx.log.error({ err: error, ...this.#label, id, type, requestId, deliveries }, 'dead letter');
    this.#observeDelay(delivery);
    this.#done(delivery);
  }

  #done(delivery: Delivery): void {
    delivery.ack();
    this.#spec.metrics.processed.inc(this.#label);
  }

  #observeDelay({ writtenAt }: ReceivedEvent): void {
    // The clocks of two machines differ a little; nothing takes effect before it is written.
    if (writtenAt) this.#spec.metrics.delay.observe(this.#label, secondsSince(writtenAt));
  }
}

const secondsSince = (then: Date): number => Math.max(0, Date.now() - then.getTime()) / 1000;

const waitOf = (waits: readonly number[], index: number): number => waits[Math.min(index, waits.length - 1)] ?? 0;

/**
 * A store or a peer is away. A statement that takes too long is a failure of the event itself, and so is a call that
 * takes too long while the peer answers others (504).
 */
const isAway = (error: unknown): boolean => (error instanceof AppError ? error.status === 503 : isOutage(error));
