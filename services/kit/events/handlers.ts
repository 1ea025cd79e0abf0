import { type EventMetadata, type EventType, keyOf } from './events.ts';

/**
 * `on`: with its own store only, in the transaction where the store has one. `after`: outside of any transaction, may
 * call peers, and must be safe to run twice. Each kind has its own position in a stream, so that none waits for the
 * other.
 */
export type HandlerKind = 'on' | 'after';

/** An event as a handler of several at once gets it. */
export interface BatchedEvent<P, C> {
  event: P;
  context: C;
  /** Runs `work` as a handler of this event alone would: with its request id and its trace. */
  within<T>(work: () => T): T;
}

/** An event that is to be applied, and how to run something on its behalf. */
export interface EncodedEvent extends EventMetadata {
  type: string;
  payload: Uint8Array;
  within<T>(work: () => T): T;
}

/** Gives the context of an event; undefined for one that was applied before. */
export type ContextFor<C> = (metadata: EventMetadata) => C | undefined;

/** Applies the events it was made for. */
export type Effect<C> = (contextFor: ContextFor<C>) => Promise<void> | void;

/** What a service does about one type of event; `C` is what a handler gets beside the event. */
export interface EventHandler<C, K extends HandlerKind = HandlerKind> {
  readonly kind: K;
  readonly type: string;
  /** Events that follow each other are applied together where their handlers are of one group; alone without. */
  readonly group?: symbol;
  /** What the event is about. Throws when the payload is not what the type says. */
  keyOf(payload: Uint8Array): string;
  /** Reads the events, and does what must be done outside of the transaction. */
  effectOf(events: readonly EncodedEvent[]): Effect<C> | Promise<Effect<C>>;
}

/** What a service does about events of others, by kind of handler. A type has one handler. */
export interface EventHandlers<C> {
  /** `on`, `onBatch` and what `onPrepared` makes */
  on?: readonly EventHandler<C, 'on'>[];
  after?: readonly EventHandler<EventMetadata, 'after'>[];
}

type Handle<P, C> = (event: P, context: C) => Promise<void> | void;

/**
 * `on(MemberJoined, async (event, { tx }) => …)`: the effect lies in the own store and takes place once. A call to a
 * peer is refused here: use `after`.
 */
export const on = <P, C>(type: EventType<P>, handle: Handle<P, C>): EventHandler<C, 'on'> => single('on', type, handle);

/**
 * `after(PostPublished, async (event) => …)`: what calls peers or strangers. It is run until it succeeds (at most ten
 * times, and without end while whom it calls is away), and may be run again after it did.
 */
export const after = <P>(type: EventType<P>, handle: Handle<P, EventMetadata>): EventHandler<EventMetadata, 'after'> =>
  single('after', type, handle);

/** The same as `on` for all events of the type that wait, in their order. */
export function onBatch<P, C>(
  type: EventType<P>,
  handle: (occurrences: readonly BatchedEvent<P, C>[]) => Promise<void>,
): EventHandler<C, 'on'> {
  return {
    ...handlerOf('on', type),
    group: Symbol(type.$type),
    effectOf: (events) => {
      const read = decoded([eventDecoder(type, (event) => event)], events);
      return (contextFor) => handle(occurrencesOf(read, contextFor));
    },
  };
}

/** How a type of event is read where several types are applied together. */
export interface EventDecoder<T> {
  readonly type: string;
  keyOf(payload: Uint8Array): string;
  read(payload: Uint8Array): T;
}

/** `eventDecoder(PostPublished, (event) => …)`: what is applied of an event of the type. */
export const eventDecoder = <P, T>(type: EventType<P>, read: (event: P) => T): EventDecoder<T> => ({
  type: type.$type,
  keyOf: (payload) => keyOf(type, type.decode(payload)),
  read: (payload) => read(type.decode(payload)),
});

/** Handlers, once they are given the peers that they ask before the transaction. */
export type PreparedHandlers<C, P> = (peers: P) => EventHandler<C, 'on'>[];

/**
 * The same for all events of several types that wait, in their order, with a step before the transaction is opened:
 * `prepare` is given the peers, and `apply` the answer of what it makes of them. For facts without which the events
 * cannot be applied; while whom it asks is away, the events of the stream wait.
 */
export function onPrepared<T, C, A, P>(
  decoders: readonly EventDecoder<T>[],
  steps: {
    prepare: (peers: P) => (read: readonly T[]) => Promise<A>;
    apply: (occurrences: readonly BatchedEvent<T, C>[], answer: A) => Promise<void>;
  },
): PreparedHandlers<C, P> {
  const group = Symbol(decoders.map(({ type }) => type).join());
  return (peers) => {
    const ask = steps.prepare(peers);
    const effectOf: EventHandler<C>['effectOf'] = async (events) => {
      const read = decoded(decoders, events);
      const answer = await ask(read.map(({ event }) => event));
      return (contextFor) => steps.apply(occurrencesOf(read, contextFor), answer);
    };
    return decoders.map(({ type, keyOf }) => ({ kind: 'on', type, keyOf, group, effectOf }));
  };
}

function single<P, C, K extends HandlerKind>(kind: K, type: EventType<P>, handle: Handle<P, C>): EventHandler<C, K> {
  return {
    ...handlerOf(kind, type),
    effectOf: (events) => {
      const read = decoded([eventDecoder(type, (event) => event)], events);
      return async (contextFor) => {
        for (const { event, context, within } of occurrencesOf(read, contextFor))
          await within(() => handle(event, context));
      };
    },
  };
}

const handlerOf = <P, K extends HandlerKind>(kind: K, type: EventType<P>) => ({
  kind,
  type: type.$type,
  keyOf: (payload: Uint8Array) => keyOf(type, type.decode(payload)),
});

interface Decoded<P> {
  event: P;
  encoded: EncodedEvent;
}

function decoded<T>(decoders: readonly EventDecoder<T>[], events: readonly EncodedEvent[]): Decoded<T>[] {
  const byType = new Map(decoders.map((each) => [each.type, each]));
  return events.map((encoded) => {
    const known = byType.get(encoded.type);
    if (!known) throw new Error(`${encoded.type} came to the handler of ${[...byType.keys()].join(', ')}`);
    return { event: known.read(encoded.payload), encoded };
  });
}

function occurrencesOf<P, C>(events: readonly Decoded<P>[], contextFor: ContextFor<C>): BatchedEvent<P, C>[] {
  return events.flatMap(({ event, encoded }) => {
    const context = contextFor(encoded);
    return context === undefined ? [] : [{ event, context, within: encoded.within }];
  });
}
