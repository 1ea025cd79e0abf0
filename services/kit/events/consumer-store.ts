import type { StreamMark } from './broker.ts';
import type { EventBatch } from './event-batch.ts';
import type { EventRecord } from './events.ts';

/** The live replicas of a service and the owner of each partition; a partition may have no owner. */
export interface OwnershipView {
  /** Includes the requesting replica. */
  liveReplicas: readonly string[];
  owners: ReadonlyMap<number, string>;
}

/** An event parked in the service's store because it, or an earlier event of its key, failed. */
export interface ParkedEvent extends Omit<EventRecord, 'attempt' | 'key'> {
  key: string;
  seq: number;
  partition: number;
  /** Attempts so far. */
  deliveries: number;
  dueAt: Date;
}

/** The last sequence number a consumer has processed in its partitions. */
export interface ConsumerPosition {
  consumer: string;
  partitions: readonly number[];
  seq: number;
}

/** Changes saved with a batch's effects, in the same transaction where the store has transactions. */
export interface BatchChanges {
  /** Returns the position after `applied` events. */
  position?: (applied: number) => ConsumerPosition;
  /** The parked event that is this batch; it is unparked. */
  parked?: { consumer: string; id: string };
}

/** Thrown when another replica owns a partition by now; nothing was written. */
export class PartitionLost extends Error {}

/** Persistent state of a service's consumers, in the service's own store. */
export interface ConsumerStore {
  /** Renews this replica's lease for `aliveMs`; returns the current ownership. */
  heartbeat(replica: string, aliveMs: number): Promise<OwnershipView>;
  /** Claims those of the partitions that no live replica owns; returns them. */
  claim(replica: string, partitions: readonly number[]): Promise<number[]>;
  release(replica: string, partitions: readonly number[]): Promise<void>;
  /** Ends this replica's lease, which frees its partitions. */
  endLease(replica: string): Promise<void>;

  /** Returns positions by partition, `first()` where none is saved; ignores those of an earlier stream of that name. */
  positions(
    consumer: string,
    partitions: readonly number[],
    stream: StreamMark,
    first: () => Promise<number>,
  ): Promise<Map<number, number>>;
  savePosition(replica: string, position: ConsumerPosition): Promise<void>;

  /** In stream order. */
  parked(consumer: string, partitions: readonly number[]): Promise<ParkedEvent[]>;
  /** Leaves events that are parked already unchanged. */
  park(consumer: string, events: readonly ParkedEvent[]): Promise<void>;
  postpone(consumer: string, event: ParkedEvent): Promise<void>;
  unpark(consumer: string, id: string): Promise<void>;

  /** Returns those of the ids that were applied before. */
  handled(ids: readonly string[]): Promise<Set<string>>;
  markHandled(ids: readonly string[]): Promise<void>;
}

/** A consumer store that also stores the effects of handlers. */
export interface EffectStore<C> extends ConsumerStore {
  /** Applies each event of the batch that was not applied before, once; throws `PartitionLost` when not the owner. */
  applyBatch(replica: string, batch: EventBatch<C>, changes: BatchChanges): Promise<void>;
}
