import { type EventMetadata, type EventType, keyOf } from './events.ts';

/**
 * `on`: with its own store only, in the transaction where the store has one. `after`: outside of any transaction, may
 * call peers, and must be safe to run twice. Each kind has its own position in a stream, so that none waits for the
 * other.
 */
export type HandlerKind = 'on' | 'after';

/** An event as a handler of several at once gets it. */
export interface Occurrence<P, C> {
  event: P;
  context: C;
  /** Runs `work` as a handler of this event alone would: with its request id and its trace. */
  within<T>(work: () => T): T;
}

/** An event that is to be applied, and how to run something on its behalf. */
export interface EncodedEvent extends EventMetadata {
  payload: Uint8Array;
  within<T>(work: () => T): T;
}

/** Gives the context of an event; undefined for one that was applied before. */
export type ContextFor<C> = (metadata: EventMetadata) => C | undefined;

/** Applies the events it was made for. */
export type Effect<C> = (contextFor: ContextFor<C>) => Promise<void> | void;

/** What a service does about one type of event; `C` is what a handler gets beside the event. */
export interface EventHandler<C> {
  readonly kind: HandlerKind;
  readonly type: string;
  /** Whether events of this type that follow each other are applied together. */
  readonly takesMany: boolean;
  /** What the event is about. Throws when the payload is not what the type says. */
  keyOf(payload: Uint8Array): string;
  /** Reads the events, and does what must be done outside of the transaction. */
  effectOf(events: readonly EncodedEvent[]): Effect<C> | Promise<Effect<C>>;
}

/** What a service does about events of others, by kind of handler. A type has one handler. */
export interface EventHandlers<C> {
  /** `on`, `onBatch` and `onPrepared` */
  on?: readonly EventHandler<C>[];
  after?: readonly EventHandler<EventMetadata>[];
}

type Handle<P, C> = (event: P, context: C) => Promise<void> | void;

/**
 * `on(MemberJoined, async (event, { tx }) => …)`: the effect lies in the own store and takes place once. A call to a
 * peer is refused here: use `after`.
 */
export const on = <P, C>(type: EventType<P>, handle: Handle<P, C>): EventHandler<C> => single('on', type, handle);

/**
 * `after(PostPublished, async (event) => …)`: what calls peers or strangers. It is run until it succeeds (at most ten
 * times, and without end while whom it calls is away), and may be run again after it did.
 */
export const after = <P>(type: EventType<P>, handle: Handle<P, EventMetadata>): EventHandler<EventMetadata> =>
  single('after', type, handle);

/** The same as `on` for all events of the type that wait, in their order. */
export function onBatch<P, C>(
  type: EventType<P>,
  handle: (occurrences: readonly Occurrence<P, C>[]) => Promise<void>,
): EventHandler<C> {
  return {
    ...handlerOf('on', type),
    takesMany: true,
    effectOf: (events) => {
      const read = decoded(type, events);
      return (contextFor) => handle(occurrencesOf(read, contextFor));
    },
  };
}

/**
 * The same, with a step before the transaction is opened: `prepare` may call peers, and `apply` gets its answer. For
 * facts without which the event cannot be applied; while whom it asks is away, the events of the stream wait.
 */
export function onPrepared<P, C, A>(
  type: EventType<P>,
  steps: {
    prepare: (events: readonly P[]) => Promise<A>;
    apply: (occurrences: readonly Occurrence<P, C>[], answer: A) => Promise<void>;
  },
): EventHandler<C> {
  return {
    ...handlerOf('on', type),
    takesMany: true,
    effectOf: async (events) => {
      const read = decoded(type, events);
      const answer = await steps.prepare(read.map(({ event }) => event));
      return (contextFor) => steps.apply(occurrencesOf(read, contextFor), answer);
    },
  };
}

function single<P, C>(kind: HandlerKind, type: EventType<P>, handle: Handle<P, C>): EventHandler<C> {
  return {
    ...handlerOf(kind, type),
    takesMany: false,
    effectOf: (events) => {
      const read = decoded(type, events);
      return async (contextFor) => {
        for (const { event, context, within } of occurrencesOf(read, contextFor))
          await within(() => handle(event, context));
      };
    },
  };
}

const handlerOf = <P>(kind: HandlerKind, type: EventType<P>) => ({
  kind,
  type: type.$type,
  keyOf: (payload: Uint8Array) => keyOf(type, type.decode(payload)),
});

interface Decoded<P> {
  event: P;
  encoded: EncodedEvent;
}

const decoded = <P>(type: EventType<P>, events: readonly EncodedEvent[]): Decoded<P>[] =>
  events.map((encoded) => ({ event: type.decode(encoded.payload), encoded }));

function occurrencesOf<P, C>(events: readonly Decoded<P>[], contextFor: ContextFor<C>): Occurrence<P, C>[] {
  return events.flatMap(({ event, encoded }) => {
    const context = contextFor(encoded);
    return context === undefined ? [] : [{ event, context, within: encoded.within }];
  });
}
