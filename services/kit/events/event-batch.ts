import { serviceActor } from '../runtime/actor.ts';
import type { Context } from '../runtime/context.ts';
import { runInContext } from '../runtime/request-context.ts';
import type { Span, SpanResult } from '../trace/span.ts';
import type { ReceivedEvent } from './broker.ts';
import type { EventHandler, EventMetadata } from './events.ts';

/** What a batch holds, others wait for: so long it goes on with one more event. */
const batchMs = 100;
const effectDeadlineMs = 25_000;

/** What an event does; given its context it may be run again from the start. */
type Effect<C> = (context: C) => Promise<void> | void;

/** An event that is to take effect. */
export interface PendingEffect<C> {
  facts: EventMetadata;
  effect: Effect<C>;
}

/** An event that could be read, with how often it has been delivered. */
export interface DecodedEvent<C> {
  arrival: ReceivedEvent;
  deliveries: number;
  effect: Effect<C>;
}

/** Throws when the event cannot be read, or when there is no handler for it. */
export function readEvent<C>(
  arrival: ReceivedEvent,
  deliveries: number,
  handlers: ReadonlyMap<string, EventHandler<C>>,
): DecodedEvent<C> {
  const { type, payload, id, occurredAt } = arrival;
  const handler = handlers.get(type);
  if (!handler) throw new Error(`nobody handles ${type}`);
  if (!isUuid(id) || Number.isNaN(occurredAt.getTime())) throw new Error('an event without its facts');
  return { arrival, deliveries, effect: handler.read(payload) };
}

/** Events that are applied together, each in a scope and a span of its own, however often it is tried. */
export class EventBatch<C> {
  readonly ids: readonly string[];
  readonly #ctx: Context;
  readonly #consumer: string;
  readonly #events: readonly DecodedEvent<C>[];
  readonly #endAt = performance.now() + batchMs;
  readonly #spans = new Map<DecodedEvent<C>, Span | undefined>();
  #appliedCount = 0;

  constructor(ctx: Context, consumer: string, events: readonly DecodedEvent<C>[]) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.#events = events;
    this.ids = events.map(({ arrival }) => arrival.id);
  }

  /** The events in their order: the first in any case, and as many more as there is time for. Begins anew at each call. */
  *effects(): Generator<PendingEffect<C>> {
    this.#appliedCount = 0;
    for (const event of this.#events) {
      if (this.#appliedCount > 0 && performance.now() > this.#endAt) return;
      const { id, occurredAt, requestId } = event.arrival;
      yield {
        facts: { id, occurredAt, requestId },
        effect: (context) => this.#inScope(event, () => event.effect(context)),
      };
      this.#appliedCount += 1;
    }
  }

  /** Those that had their turn, the last time they were asked for. */
  get passed(): readonly ReceivedEvent[] {
    return this.#events.slice(0, this.#appliedCount).map(({ arrival }) => arrival);
  }

  #inScope<T>(event: DecodedEvent<C>, work: () => T): T {
    const { requestId } = event.arrival;
    const deadline = Date.now() + effectDeadlineMs;
    return runInContext({ requestId, actor: serviceActor(this.#ctx.name), deadline, span: this.#spanOf(event) }, work);
  }

  #spanOf(event: DecodedEvent<C>): Span | undefined {
    if (!this.#spans.has(event)) {
      const { traceparent, type, id } = event.arrival;
      const work = {
        kind: 'consumer',
        event: type,
        id,
        consumer: this.#consumer,
        deliveries: event.deliveries,
      } as const;
      this.#spans.set(event, this.#ctx.tracing?.continueTrace(traceparent, work));
    }
    return this.#spans.get(event);
  }

  /** Ends the spans of what was tried. */
  end(outcome?: SpanResult): void {
    for (const span of this.#spans.values()) span?.end(outcome);
  }
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
