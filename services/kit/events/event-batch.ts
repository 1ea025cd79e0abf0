import { serviceActor } from '../runtime/actor.ts';
import type { Context } from '../runtime/context.ts';
import { inScope } from '../runtime/request-context.ts';
import type { Outcome, Span } from '../trace/trace.ts';
import type { Arrival } from './broker.ts';
import type { EventFacts, EventHandler } from './events.ts';

/** What a batch holds, others wait for: so long it goes on with one more event. */
const batchMs = 100;
const effectDeadlineMs = 25_000;

/** What an event does; given its context it may be run again from the start. */
type Effect<C> = (context: C) => Promise<void> | void;

/** An event that is to take effect. */
export interface Due<C> {
  facts: EventFacts;
  effect: Effect<C>;
}

/** An event that could be read, with how often it has been delivered. */
export interface Legible<C> {
  arrival: Arrival;
  deliveries: number;
  effect: Effect<C>;
}

/** Throws when the event cannot be read, or when there is no handler for it. */
export function readEvent<C>(
  arrival: Arrival,
  deliveries: number,
  handlers: ReadonlyMap<string, EventHandler<C>>,
): Legible<C> {
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
  readonly #events: readonly Legible<C>[];
  readonly #endAt = performance.now() + batchMs;
  readonly #spans = new Map<Legible<C>, Span | undefined>();
  #passed = 0;

  constructor(ctx: Context, consumer: string, events: readonly Legible<C>[]) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.#events = events;
    this.ids = events.map(({ arrival }) => arrival.id);
  }

  /** The events in their order: the first in any case, and as many more as there is time for. Begins anew at each call. */
  *inTurn(): Generator<Due<C>> {
    this.#passed = 0;
    for (const event of this.#events) {
      if (this.#passed > 0 && performance.now() > this.#endAt) return;
      const { id, occurredAt, requestId } = event.arrival;
      yield {
        facts: { id, occurredAt, requestId },
        effect: (context) => this.#inScope(event, () => event.effect(context)),
      };
      this.#passed += 1;
    }
  }

  /** Those that had their turn, the last time they were asked for. */
  get passed(): readonly Arrival[] {
    return this.#events.slice(0, this.#passed).map(({ arrival }) => arrival);
  }

  #inScope<T>(event: Legible<C>, work: () => T): T {
    const { requestId } = event.arrival;
    const deadline = Date.now() + effectDeadlineMs;
    return inScope({ requestId, actor: serviceActor(this.#ctx.name), deadline, span: this.#spanOf(event) }, work);
  }

  #spanOf(event: Legible<C>): Span | undefined {
    if (!this.#spans.has(event)) {
      const { traceparent, type, id } = event.arrival;
      const work = { does: 'apply', event: type, id, consumer: this.#consumer, deliveries: event.deliveries } as const;
      this.#spans.set(event, this.#ctx.tracing?.follow(traceparent, work));
    }
    return this.#spans.get(event);
  }

  /** Ends the spans of what was tried. */
  end(outcome?: Outcome): void {
    for (const span of this.#spans.values()) span?.end(outcome);
  }
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
