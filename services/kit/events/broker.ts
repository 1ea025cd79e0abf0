import type { EventRecord, EventType } from './events.ts';

/** Identifies a stream and its last sequence number. */
export interface StreamMark {
  name: string;
  /** Creation time at the broker; a different value means a different stream. */
  created: string;
  lastSeq: number;
}

/** An event as received from the broker. */
export interface ReceivedEvent extends Omit<EventRecord, 'attempt' | 'key'> {
  /** Sequence number in its stream. */
  seq: number;
  /** Undefined for an event published by a version without keys. */
  partition: number | undefined;
}

export interface ReadOptions {
  /** Event types, all of one stream. */
  types: readonly string[];
  /** Partitions to read; events without a partition are always read. */
  partitions: readonly number[];
  /** First sequence number to read. */
  from: number;
}

/** Reads events in stream order; does not save a position. */
export interface EventSubscription {
  /**
   * Resolves to the received events, at most `limit`, or to an empty array when `signal` is aborted. Rejects when the
   * broker is unavailable or has lost the stream; a new subscription is needed then.
   */
  next(limit: number, signal: AbortSignal): Promise<ReceivedEvent[]>;
  /** Number of events not yet returned by `next`; rejects when the broker does not respond. */
  pending(): Promise<number>;
  close(): Promise<void>;
}

/** Called for an event at most once; a failure is logged and not retried. */
export type EventListener<P> = (event: P) => Promise<void> | void;

/**
 * Carries events between services (implemented in bus.ts). Every event it stores is also in an outbox, so a service
 * starts and serves requests without it, and catches up after an outage.
 */
export interface Bus {
  readonly connected: boolean;
  /** Calls `listener` after the first connection and after each reconnection. */
  onConnected(listener: () => void): void;
  /**
   * Resolves when the broker has written the event to disk; it drops a second publication of the same attempt. With
   * `after`, the broker rejects the event unless `after` is the last one it accepted: several publications can be in
   * flight at once, and none overtakes a failed one.
   */
  publish(event: EventRecord, after?: EventRecord): Promise<{ seq: number; duplicate: boolean }>;
  /** Returns the stream of that name; creates it when missing. */
  stream(name: string): Promise<StreamMark>;
  read(options: ReadOptions): Promise<EventSubscription>;
  /** Position of the durable consumer of an earlier version; undefined when there is none. */
  legacyPosition(stream: string): Promise<number | undefined>;
  /** Deletes that consumer, once its position is saved elsewhere. */
  dropLegacyConsumer(stream: string): Promise<void>;
  /** Stores an event that failed for good, with the reason. Rejects when the broker did not accept it. */
  deadLetter(event: ReceivedEvent, consumer: string, deliveries: number, reason: string): Promise<void>;
  /** Calls `listener` in every running replica for each event of a type; best effort, without a position or retries. */
  listen<P>(type: Pick<EventType<P>, '$type' | 'decode'>, listener: EventListener<P>): void;
  /** Wakes the replicas of this service; the signal may be lost. */
  signalReplicas(): void;
  /** Calls `listener` when any replica signals, including this replica. */
  onSignal(listener: () => void): void;
}
