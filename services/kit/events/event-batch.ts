import { serviceActor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { isUuid } from '../core/ids.ts';
import { withOwnStoreOnly } from '../core/own-store-only.ts';
import { runInContext } from '../core/request-context.ts';
import type { Span, SpanResult } from '../core/span.ts';
import type { ReceivedEvent } from './broker.ts';
import type { ContextFor, Effect, EncodedEvent, EventHandler } from './handlers.ts';

const defaultBatchMs = 100;
const effectDeadlineMs = 25_000;

/** A decoded event with its delivery count. */
export interface DecodedEvent<C> {
  received: ReceivedEvent;
  key: string;
  /** 1 at the first delivery. */
  deliveries: number;
  handler: EventHandler<C>;
}

/** Decodes an event; throws when it is malformed or has no handler. */
export function decodeEvent<C>(
  received: ReceivedEvent,
  deliveries: number,
  handlers: ReadonlyMap<string, EventHandler<C>>,
): DecodedEvent<C> {
  const { type, payload, id, occurredAt } = received;
  const handler = handlers.get(type);
  if (!handler) throw new Error(`no handler for ${type}`);
  if (!isUuid(id) || Number.isNaN(occurredAt.getTime())) throw new Error('event without valid metadata');
  return { received, key: handler.keyOf(payload), deliveries, handler };
}

/** Events passed to one handler call; most handlers take one. */
interface Step<C> {
  events: DecodedEvent<C>[];
  effect: Effect<C>;
}

/** The failed step: index of its first event and number of its events. */
interface StepFailure {
  offset: number;
  size: number;
}

/** Events applied in order, in one transaction where the store has them; each has its own span. */
export class EventBatch<C> {
  readonly events: readonly DecodedEvent<C>[];
  readonly ids: readonly string[];
  readonly #ctx: Context;
  readonly #consumer: string;
  readonly #batchMs: number;
  readonly #spans = new Map<string, Span | undefined>();
  #steps: Step<C>[] = [];
  #applied = 0;
  #failure: StepFailure | undefined;

  /** The batch starts no further step after `batchMs` milliseconds, because its locks block others. */
  constructor(ctx: Context, consumer: string, events: readonly DecodedEvent<C>[], batchMs = defaultBatchMs) {
    this.#ctx = ctx;
    this.#consumer = consumer;
    this.#batchMs = batchMs;
    this.events = events;
    this.ids = events.map(({ received }) => received.id);
  }

  /** Runs the preparation of all handlers, outside the transaction. */
  async prepare(): Promise<void> {
    this.#steps = [];
    this.#applied = 0;
    this.#failure = undefined;
    for (const events of stepsOf(this.events)) {
      const effect = await this.#step(events, false, (handler) =>
        handler.effectOf(events.map((event) => this.#encoded(event))),
      );
      if (effect) this.#steps.push({ events, effect });
    }
    this.#applied = 0;
  }

  /**
   * Applies the first step always, and further ones until `batchMs` has passed. Each call starts from the first event.
   * Calls to peers are rejected here except from `after` handlers.
   */
  async apply(contextFor: ContextFor<C>): Promise<void> {
    const endAt = performance.now() + this.#batchMs;
    this.#applied = 0;
    for (const { events, effect } of this.#steps) {
      if (this.#applied > 0 && performance.now() > endAt) return;
      await this.#step(events, true, () => effect(contextFor));
    }
  }

  /** Events applied by the last call of `apply`. */
  get applied(): readonly DecodedEvent<C>[] {
    return this.events.slice(0, this.#applied);
  }

  /** The step that failed last; undefined when the failure was outside of a step. */
  get failure(): StepFailure | undefined {
    return this.#failure;
  }

  /** Ends the spans of the batch. */
  end(outcome?: SpanResult): void {
    for (const span of this.#spans.values()) span?.end(outcome);
  }

  async #step<T>(
    events: readonly DecodedEvent<C>[],
    isApplied: boolean,
    work: (handler: EventHandler<C>) => Promise<T> | T,
  ): Promise<T | undefined> {
    const [first] = events;
    if (!first) return undefined;
    this.#failure = { offset: this.#applied, size: events.length };
    const ownStoreOnly = isApplied && first.handler.kind !== 'after';
    const run = async () => work(first.handler);
    const result = await this.#runInContext(first, () => (ownStoreOnly ? withOwnStoreOnly(run) : run()));
    this.#failure = undefined;
    this.#applied += events.length;
    return result;
  }

  #encoded(event: DecodedEvent<C>): EncodedEvent {
    const { id, type, occurredAt, sequence, requestId, traceparent, writtenAt, payload } = event.received;
    const within = <T>(work: () => T): T => this.#runInContext(event, work);
    return { id, type, occurredAt, sequence, requestId, traceparent, writtenAt, payload, within };
  }

  #runInContext<T>(event: DecodedEvent<C>, work: () => T): T {
    const { requestId } = event.received;
    const deadline = Date.now() + effectDeadlineMs;
    const actor = serviceActor(this.#ctx.name);
    return runInContext({ requestId, actor, deadline, span: this.#spanOf(event) }, work);
  }

  #spanOf({ received: { id, type, traceparent }, deliveries }: DecodedEvent<C>): Span | undefined {
    if (!this.#spans.has(id)) {
      const work = { kind: 'consumer', event: type, id, consumer: this.#consumer, deliveries } as const;
      this.#spans.set(id, this.#ctx.tracing?.continueTrace(traceparent, work));
    }
    return this.#spans.get(id);
  }
}

/** Groups consecutive events whose handlers share a group into one step. */
function stepsOf<C>(events: readonly DecodedEvent<C>[]): DecodedEvent<C>[][] {
  const steps: DecodedEvent<C>[][] = [];
  for (const event of events) {
    const last = steps.at(-1);
    const { group } = event.handler;
    if (last && group && last[0]?.handler.group === group) last.push(event);
    else steps.push([event]);
  }
  return steps;
}
