import type { EventRecord, EventType } from './events.ts';

/** What identifies a stream and how far it has come. */
export interface StreamMark {
  name: string;
  /** When the broker made it; another value is another stream. */
  created: string;
  lastSeq: number;
}

/** An event as the broker brings it. */
export interface ReceivedEvent extends Omit<EventRecord, 'attempt' | 'key'> {
  /** Its place in its stream. */
  seq: number;
  /** Undefined for one that a version without keys published. */
  partition: number | undefined;
}

export interface ReadOptions {
  /** Of one stream. */
  types: readonly string[];
  /** Which partitions; an event without one is always read. */
  partitions: readonly number[];
  /** The first place in the stream that is read. */
  from: number;
}

/** Reads events in the order of their stream; keeps no position. */
export interface EventSubscription {
  /**
   * Resolves to what has arrived, at most `limit`, or to nothing when `signal` fires. Rejects when the broker is away or
   * has lost the stream; then a new reader is needed.
   */
  next(limit: number, signal: AbortSignal): Promise<ReceivedEvent[]>;
  /** How many events were not given out yet; rejects when the broker does not say. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

/** What is done about an event as it passes. One that fails is logged, and is not told again. */
export type EventListener<P> = (event: P) => Promise<void> | void;

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
  read(options: ReadOptions): Promise<EventSubscription>;
  /** Where the durable consumer of a version before stands in a stream; undefined when there is none. */
  legacyPosition(stream: string): Promise<number | undefined>;
  /** Removes that consumer, once its position is kept elsewhere. */
  dropLegacyConsumer(stream: string): Promise<void>;
  /** Keeps an event that is given up on, with the reason. Rejects when the broker did not take it. */
  deadLetter(event: ReceivedEvent, consumer: string, deliveries: number, reason: string): Promise<void>;
  /** Tells every running copy of the service of events of a type as they pass; nothing is kept, nothing repeated. */
  listen<P>(type: Pick<EventType<P>, '$type' | 'decode'>, listener: EventListener<P>): void;
  /** Wakes the other copies of this service; may be lost. */
  signalCopies(): void;
  /** Hears when another copy, or this one, signals. */
  onSignal(listener: () => void): void;
}
