import { serviceActor } from './actor.ts';
import type { Arrival } from './broker.ts';
import type { Context } from './context.ts';
import type { EventFacts, EventHandler } from './events.ts';
import { inScope } from './scope.ts';
import type { Outcome, Span } from './trace.ts';

const effectDeadlineMs = 25_000;

/** What an event does; given its context it may be run again from the start. */
export type Effect<C> = (context: C) => Promise<void> | void;

/** An event that is to take effect. */
export interface Due<C> {
  facts: EventFacts;
  effect: Effect<C>;
}

/** An event that could be read, with how often it has been delivered. */
export interface Legible<C> extends Due<C> {
  arrival: Arrival;
  deliveries: number;
}

/** Throws when the event cannot be read, or when there is no handler for it. */
export function readEvent<C>(
  arrival: Arrival,
  deliveries: number,
  handlers: ReadonlyMap<string, EventHandler<C>>,
): Legible<C> {
  const { type, payload, id, occurredAt, requestId } = arrival;
  const handler = handlers.get(type);
  if (!handler) throw new Error(`nobody handles ${type}`);
  if (!isUuid(id) || Number.isNaN(occurredAt.getTime())) throw new Error('an event without its facts');
  return { arrival, deliveries, facts: { id, occurredAt, requestId }, effect: handler.read(payload) };
}

/** Events that are applied together, each in a scope and a span of its own, however often it is tried. */
export class EventBatch<C> {
  readonly due: readonly Due<C>[];
  readonly #ctx: Context;
  readonly #consumer: string;
  readonly #spans = new Map<Legible<C>, Span | undefined>();

  constructor(ctx: Context, consumer: string, events: readonly Legible<C>[]) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.due = events.map((event) => ({
      facts: event.facts,
      effect: (context) => this.#inScope(event, () => event.effect(context)),
    }));
  }

  #inScope<T>(event: Legible<C>, work: () => T): T {
    const { requestId } = event.facts;
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
