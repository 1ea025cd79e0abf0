import type { EventMetadata, EventRecord } from './events.ts';

/** What identifies a stream and how far it has come. */
export interface StreamMark {
  name: string;
  /** When the broker made it; another value is another stream. */
  created: string;
  lastSeq: number;
}

/** An event as the broker brings it. */
export type ReceivedEvent = Omit<EventRecord, 'attempt'>;

/** A message in the hands of a consumer; exactly one of `ack`, `retryIn` and `bury` ends it. */
export interface Delivery extends ReceivedEvent {
  /** 1 at the first time. */
  deliveries: number;
  ack(): void;
  /** Delivered again after so many milliseconds; what follows in the stream waits. */
  nak(ms: number): void;
  /** The broker must go on waiting. */
  extendAck(): void;
  /** A look at what waits behind it, in its order; nothing when that is little. All of it is still delivered. */
  peek(): Promise<ReceivedEvent[]>;
  /** Moves it to the dead letters, saying why. Rejects when the broker did not take it. */
  deadLetter(reason: string): Promise<void>;
}

export interface Consumer {
  /** Ends after the message in hand. */
  stop(): Promise<void>;
}

export type DeliveryHandler = (delivery: Delivery) => Promise<void>;
export type EventListener = (type: string, payload: Uint8Array, facts: EventMetadata) => void;

/**
 * What carries events between services (bus.ts is it). It carries events and keeps none that an outbox does not keep
 * too: a service starts and answers without it, and catches up when it is back.
 */
export interface Bus {
  readonly connected: boolean;
  /** Hears of every connection, the first and each after a break. */
  onConnected(listener: () => void): void;
  /**
   * Resolves when the broker has the event on disk; a second publication of the same attempt is dropped there. The
   * broker refuses the event if `after` is named and is not what it took last: so several can be on their way at once,
   * and none overtakes one that fails.
   */
  publish(event: EventRecord, after?: EventRecord): Promise<{ seq: number; duplicate: boolean }>;
  /** The stream of that name, made if it is not there. */
  stream(name: string): Promise<StreamMark>;
  /** Hands the events of `types` (of one stream) to `handle`, one after another, each until it is acknowledged. */
  consume(types: readonly string[], handle: DeliveryHandler): Consumer;
  /** Tells every running copy of the service of events as they pass; nothing is kept, nothing repeated. */
  listen(types: readonly string[], heard: EventListener): void;
}
