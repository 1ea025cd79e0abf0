import type { StreamMark } from './broker.ts';
import type { EventBatch } from './event-batch.ts';
import type { EventRecord } from './events.ts';

/** Which copies of a service live, and which of them has each partition; a partition may be nobody's. */
export interface OwnershipView {
  /** Among them the one that asks. */
  living: readonly string[];
  owners: ReadonlyMap<number, string>;
}

/** An event that waits in the service's own store: it failed, or one of its key before it did. */
export interface ParkedEvent extends Omit<EventRecord, 'attempt' | 'key'> {
  key: string;
  seq: number;
  partition: number;
  /** How often it was tried. */
  deliveries: number;
  dueAt: Date;
}

/** Up to where a consumer has read. */
export interface ConsumerPosition {
  consumer: string;
  partitions: readonly number[];
  seq: number;
}

/** What a batch changes beside its effects, with them where the store has transactions. */
export interface BatchChanges {
  /** The position once these events are applied. */
  position?: (applied: number) => ConsumerPosition;
  /** A parked event that the batch consists of; it is parked no longer. */
  parked?: { consumer: string; id: string };
}

/** Thrown when another copy has taken over a partition; what was about to be written is not. */
export class PartitionLost extends Error {}

/** Where the consumers of a service keep what they know: its own store. */
export interface ConsumerStore {
  /** Says that this copy lives for so long. */
  heartbeat(copy: string, aliveMs: number): Promise<OwnershipView>;
  /** Takes those of the partitions that no living copy has; answers which. */
  take(copy: string, partitions: readonly number[]): Promise<number[]>;
  release(copy: string, partitions: readonly number[]): Promise<void>;
  /** This copy is gone. */
  leave(copy: string): Promise<void>;

  /** By partition; those of another stream of the same name do not count. `first` is asked where nothing is known. */
  positions(
    consumer: string,
    partitions: readonly number[],
    stream: StreamMark,
    first: () => Promise<number>,
  ): Promise<Map<number, number>>;
  savePosition(copy: string, position: ConsumerPosition): Promise<void>;

  /** In their order. */
  parked(consumer: string, partitions: readonly number[]): Promise<ParkedEvent[]>;
  /** One that is parked already stays as it is. */
  park(consumer: string, events: readonly ParkedEvent[]): Promise<void>;
  postpone(consumer: string, event: ParkedEvent): Promise<void>;
  unpark(consumer: string, id: string): Promise<void>;

  /** Which of these events were applied before. */
  handled(ids: readonly string[]): Promise<Set<string>>;
  remember(ids: readonly string[]): Promise<void>;
}

/** A store in which handlers have their effects. */
export interface EffectStore<C> extends ConsumerStore {
  /** Applies the events of the batch that were not applied before, each once; `PartitionLost` when it may not. */
  applyBatch(copy: string, batch: EventBatch<C>, changes: BatchChanges): Promise<void>;
}
