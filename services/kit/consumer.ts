import { serviceActor } from './actor.ts';
import type { Bus, Delivery } from './broker.ts';
import type { Context } from './context.ts';
import { AppError, codeOf, isOutage } from './errors.ts';
import { type EventFacts, type EventHandler, streamOf } from './events.ts';
import { pause } from './loop.ts';
import { inScope } from './scope.ts';
import type { Span } from './trace.ts';

const maxDeliveries = 10;
/** Well within the broker's patience for an acknowledgement, which begins anew each time. */
const stillWorkingEveryMs = 2_000;
const effectDeadlineMs = 25_000;
/** Seconds: within two as a rule (trust.md), minutes after an outage. */
const delays = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300];

export interface ConsumerOptions {
  /** Milliseconds before the second, third, … delivery of an event that failed; the last counts for all further. */
  retryMs?: readonly number[];
  /** The same between attempts while a store or a peer is away. */
  outageMs?: readonly number[];
}

/** What an event does; given its context it may be run again from the start. */
type Effect<C> = (context: C) => Promise<void> | void;

/** Applies an effect once: knows whether the event was handled before, and remembers that it is now. */
export type Apply<C> = (facts: EventFacts, effect: Effect<C>) => Promise<void>;

/**
 * Consumes the types that have a handler, each stream in order. An effect that fails is tried again later, at most
 * ten times; then, or at once when the payload cannot be read, the event becomes a dead letter. While a store or a
 * peer is away an event is nobody's failure: it is held and tried until that part is back.
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
  const consumers = [...streams.values()].map((types) => {
    const consumer = bus.consume(types, (delivery) =>
      new Handling(ctx, consumer.name, metrics, options, stopping.signal).run(delivery, byType, apply),
    );
    // A counter that begins with its first event has no rise that an alert could see.
    for (const counter of [metrics.redelivered, metrics.dead]) counter.inc({ consumer: consumer.name }, 0);
    return consumer;
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

/** The handling of one delivery. */
class Handling {
  readonly #ctx: Context;
  readonly #consumer: string;
  readonly #metrics: ReturnType<typeof consumerMetrics>;
  readonly #retryMs: readonly number[];
  readonly #outageMs: readonly number[];
  readonly #stopping: AbortSignal;

  constructor(
    ctx: Context,
    consumer: string,
    metrics: ReturnType<typeof consumerMetrics>,
    { retryMs = [1_000, 2_000, 5_000, 10_000, 30_000], outageMs = [100, 250, 500, 1_000, 2_000] }: ConsumerOptions,
    stopping: AbortSignal,
  ) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.#metrics = metrics;
    this.#retryMs = retryMs;
    this.#outageMs = outageMs;
    this.#stopping = stopping;
  }

  async run<C>(delivery: Delivery, handlers: ReadonlyMap<string, EventHandler<C>>, apply: Apply<C>): Promise<void> {
    if (delivery.deliveries > 1) this.#metrics.redelivered.inc({ consumer: this.#consumer });
    let effect: Effect<C>;
    try {
      effect = readEvent(delivery, handlers);
    } catch (error) {
      return this.#giveUp(delivery, error);
    }
    const patience = setInterval(() => delivery.working(), stillWorkingEveryMs);
    const span = this.#spanOf(delivery);
    try {
      await this.#outliveOutages(() => this.#inScope(delivery, span, () => apply(delivery, effect)));
      span?.end();
      this.#done(delivery);
    } catch (error) {
      span?.end({ error });
      await this.#failed(delivery, error);
    } finally {
      clearInterval(patience);
    }
  }

  #spanOf({ type, id, deliveries, traceparent }: Delivery): Span | undefined {
    const consumer = this.#consumer;
    return this.#ctx.tracing?.follow(traceparent, { does: 'apply', event: type, id, consumer, deliveries });
  }

  #inScope(delivery: Delivery, span: Span | undefined, work: () => Promise<void>): Promise<void> {
    const scope = {
      requestId: delivery.requestId,
      actor: serviceActor(this.#ctx.name),
      deadline: Date.now() + effectDeadlineMs,
      span,
    };
    return inScope(scope, work);
  }

  async #outliveOutages(work: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error) || this.#stopping.aborted) throw error;
        if (attempt === 0) this.#ctx.log.warn({ err: error, consumer: this.#consumer }, 'waiting for what is away');
        await pause(waitOf(this.#outageMs, attempt), this.#stopping);
      }
    }
  }

  async #failed(delivery: Delivery, error: unknown): Promise<void> {
    if (isAway(error)) return delivery.retryIn(0);
    if (delivery.deliveries >= maxDeliveries) return this.#giveUp(delivery, error);
    const { id, type, requestId, deliveries } = delivery;
    this.#ctx.log.warn({ err: error, consumer: this.#consumer, id, type, requestId, deliveries }, 'event failed');
    delivery.retryIn(waitOf(this.#retryMs, deliveries - 1));
  }

  async #giveUp(delivery: Delivery, error: unknown): Promise<void> {
    const { id, type, requestId, deliveries } = delivery;
    try {
      await delivery.bury(error instanceof Error ? error.message : String(error));
    } catch (cause) {
      this.#ctx.log.error({ err: cause, consumer: this.#consumer, id, type }, 'dead letter not kept; it stays');
      return delivery.retryIn(waitOf(this.#retryMs, deliveries));
    }
    this.#metrics.dead.inc({ consumer: this.#consumer });
    this.#ctx.log.error({ err: error, consumer: this.#consumer, id, type, requestId, deliveries }, 'dead letter');
    this.#done(delivery);
  }

  #done(delivery: Delivery): void {
    delivery.ack();
    const { writtenAt } = delivery;
    // The clocks of two machines differ a little; nothing takes effect before it is written.
    if (writtenAt) this.#metrics.delay.observe({ consumer: this.#consumer }, secondsSince(writtenAt));
    this.#metrics.processed.inc({ consumer: this.#consumer });
  }
}

const secondsSince = (then: Date): number => Math.max(0, Date.now() - then.getTime()) / 1000;

function readEvent<C>(delivery: Delivery, handlers: ReadonlyMap<string, EventHandler<C>>): Effect<C> {
  const handler = handlers.get(delivery.type);
  if (!handler) throw new Error(`nobody handles ${delivery.type}`);
  if (!isUuid(delivery.id) || Number.isNaN(delivery.occurredAt.getTime()))
    throw new Error('an event without its facts');
  return handler.read(delivery.payload);
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const waitOf = (waits: readonly number[], index: number): number => waits[Math.min(index, waits.length - 1)] ?? 0;

/** A store or a peer is away; a statement that takes too long (57014) is a failure of the event itself. */
function isAway(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 503;
  return isOutage(error) && codeOf(error) !== '57014';
}
