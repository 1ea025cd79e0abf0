import { type EventMetadata, type EventType, keyOf } from './events.ts';

/**
 * `on`: uses its own store only, within the transaction where the store has one. `after`: runs outside of any
 * transaction, may call peers, must be idempotent. Each kind has its own position in a stream, so neither blocks the
 * other.
 */
export type HandlerKind = 'on' | 'after';

/** One event of the batch passed to `onBatch` and `onPrepared` handlers. */
export interface BatchedEvent<P, C> {
  event: P;
  context: C;
  /** Runs `work` with the request id and the trace of this event. */
  within<T>(work: () => T): T;
}

/** An encoded event; `within` runs work with its request id and trace. */
export interface EncodedEvent extends EventMetadata {
  type: string;
  payload: Uint8Array;
  within<T>(work: () => T): T;
}

/** Returns the handler context of an event; undefined when it was applied before. */
export type ContextFor<C> = (metadata: EventMetadata) => C | undefined;

/** Applies the events it was created for. */
export type Effect<C> = (contextFor: ContextFor<C>) => Promise<void> | void;

/** The handler of one event type; `C` is the context passed in addition to the event. */
export interface EventHandler<C, K extends HandlerKind = HandlerKind> {
  readonly kind: K;
  readonly type: string;
  /** Consecutive events whose handlers share a group are applied in one call; without a group each is applied alone. */
  readonly group?: symbol;
  /** Returns the event's key; throws when the payload is malformed. */
  keyOf(payload: Uint8Array): string;
  /** Decodes the events and runs the preparation outside the transaction; returns the effect to apply. */
  effectOf(events: readonly EncodedEvent[]): Effect<C> | Promise<Effect<C>>;
}

/** The event handlers of a service by kind. A type has one handler. */
export interface EventHandlers<C> {
  /** Created by `on`, `onBatch` and `onPrepared`. */
  on?: readonly EventHandler<C, 'on'>[];
  after?: readonly EventHandler<EventMetadata, 'after'>[];
}

type Handle<P, C> = (event: P, context: C) => Promise<void> | void;

/**
 * `on(MemberJoined, async (event, { tx }) => …)`: the effect is in the service's own store and is applied once. Calls
 * to peers are rejected here: use `after`.
 */
export const on = <P, C>(type: EventType<P>, handle: Handle<P, C>): EventHandler<C, 'on'> => single('on', type, handle);

/**
 * `after(PostPublished, async (event) => …)`: may call peers and external hosts. It is retried until it succeeds (at
 * most ten times, without limit while a dependency is unavailable), and may run again after it succeeded. Its calls to
 * peers have 25 s; longer work stores its progress and throws `Unfinished`.
 */
export const after = <P>(type: EventType<P>, handle: Handle<P, EventMetadata>): EventHandler<EventMetadata, 'after'> =>
  single('after', type, handle);

/** Like `on`, but called with all pending events of the type, in order. */
export function onBatch<P, C>(
  type: EventType<P>,
  handle: (events: readonly BatchedEvent<P, C>[]) => Promise<void>,
): EventHandler<C, 'on'> {
  return {
    ...handlerOf('on', type),
    group: Symbol(type.$type),
    effectOf: (events) => {
      const read = decoded([eventDecoder(type, (event) => event)], events);
      return (contextFor) => handle(batchedEventsOf(read, contextFor));
    },
  };
}

/** Decodes one event type for a handler of several types. */
export interface EventDecoder<T> {
  readonly type: string;
  keyOf(payload: Uint8Array): string;
  read(payload: Uint8Array): T;
}

/** `eventDecoder(PostPublished, (event) => …)`: maps an event of the type to the handler's input. */
export const eventDecoder = <P, T>(type: EventType<P>, read: (event: P) => T): EventDecoder<T> => ({
  type: type.$type,
  keyOf: (payload) => keyOf(type, type.decode(payload)),
  read: (payload) => read(type.decode(payload)),
});

/** Creates handlers from the peers they call before the transaction. */
export type PreparedHandlers<C, P> = (peers: P) => EventHandler<C, 'on'>[];

/**
 * Like `onBatch` for several types, with a step before the transaction: `prepare` receives the peers and returns a
 * function whose result is passed to `apply`. For data of peers that the effect depends on; while a peer is
 * unavailable, the events of the stream wait.
 */
export function onPrepared<T, C, A, P>(
  decoders: readonly EventDecoder<T>[],
  steps: {
    prepare: (peers: P) => (read: readonly T[]) => Promise<A>;
    apply: (events: readonly BatchedEvent<T, C>[], prepared: A) => Promise<void>;
  },
): PreparedHandlers<C, P> {
  const group = Symbol(decoders.map(({ type }) => type).join());
  return (peers) => {
    const prepare = steps.prepare(peers);
    const effectOf: EventHandler<C>['effectOf'] = async (events) => {
      const read = decoded(decoders, events);
      const prepared = await prepare(read.map(({ event }) => event));
      return (contextFor) => steps.apply(batchedEventsOf(read, contextFor), prepared);
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
        for (const { event, context, within } of batchedEventsOf(read, contextFor))
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
    if (!known) throw new Error(`the handler of ${[...byType.keys()].join(', ')} received ${encoded.type}`);
    return { event: known.read(encoded.payload), encoded };
  });
}

function batchedEventsOf<P, C>(events: readonly Decoded<P>[], contextFor: ContextFor<C>): BatchedEvent<P, C>[] {
  return events.flatMap(({ event, encoded }) => {
    const context = contextFor(encoded);
    return context === undefined ? [] : [{ event, context, within: encoded.within }];
  });
}
