import type { Applier } from './applier.ts';
import type { ReceivedEvent } from './broker.ts';
import { type BatchChanges, type ConsumerPosition, type EffectStore, PartitionLost } from './consumer-store.ts';
import type { Consumption } from './consumption.ts';
import { type DecodedEvent, EventBatch } from './event-batch.ts';
import { allPartitions, choosePartition } from './partitions.ts';

/** Interval at which the positions of idle partitions advance to the last event read. */
const saveAllEveryMs = 1_000;
/** Batches applied concurrently, of different partitions: one is prepared while the store executes the other. */
const concurrentBatches = 2;

/**
 * Applies events in batches, each batch with its position in one transaction where the store has transactions. A batch
 * that fails is split until the failing event is isolated; that event is parked, its key blocked, and the rest applied.
 */
export class BatchApplier<C> implements Applier<C> {
  readonly #store: EffectStore<C>;
  readonly #consumption: Consumption<C>;
  readonly #owned: readonly number[];
  readonly #signal: AbortSignal;
  inFlight = 0;
  #allSavedAt = 0;
  /** Events of the last `apply` whose position is saved. */
  #saved = 0;

  constructor(store: EffectStore<C>, consumption: Consumption<C>, owned: readonly number[], signal: AbortSignal) {
    this.#store = store;
    this.#consumption = consumption;
    this.#owned = owned;
    this.#signal = signal;
  }

  async apply(received: readonly ReceivedEvent[]): Promise<void> {
    this.inFlight = received.length;
    this.#saved = 0;
    const events = await this.#consumption.sort(received);
    const byLane = Map.groupBy(events, (event) => partitionOfEvent(event) % concurrentBatches);
    // Wait for both: no batch may still be running when this rejects.
    const outcomes = await Promise.allSettled([...byLane.values()].map((lane) => this.#applyAll(lane)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await this.#saveAll(received);
    this.inFlight = 0;
  }

  async applyParked(event: DecodedEvent<C>): Promise<void> {
    const batch = this.#batchOf([event]);
    const parked = { consumer: this.#consumption.deps.name, id: event.received.id };
    await this.#attempt(batch, { parked });
  }

  async drain(): Promise<void> {}

  /** Applies the events; parks those that fail. */
  async #applyAll(events: readonly DecodedEvent<C>[]): Promise<void> {
    for (let remaining = events; remaining.length > 0; ) {
      const batch = this.#batchOf(remaining);
      try {
        await this.#applyBatch(batch);
        remaining = remaining.slice(batch.applied.length);
      } catch (error) {
        if (this.#signal.aborted || error instanceof PartitionLost) throw error;
        remaining = await this.#isolateFailure(batch, error);
      }
    }
  }

  /** Parks the failing event, or splits the step that contains it; returns the events still to be applied. */
  async #isolateFailure(batch: EventBatch<C>, error: unknown): Promise<DecodedEvent<C>[]> {
    const { offset, size } = batch.failure ?? { offset: 0, size: batch.events.length };
    // The rollback also undid the events before the failed step.
    await this.#applyAll(batch.events.slice(0, offset));
    const [first] = batch.events.slice(offset);
    const half = size === 1 ? 1 : Math.ceil(size / 2);
    if (first && size === 1) await this.#consumption.failed(first, error);
    else await this.#applyAll(batch.events.slice(offset, offset + half));
    return this.#consumption.withoutParked(batch.events.slice(offset + half));
  }

  #batchOf(events: readonly DecodedEvent<C>[]): EventBatch<C> {
    const { ctx, label, options } = this.#consumption.deps;
    return new EventBatch(ctx, label, events, options.batchMs);
  }

  async #applyBatch(batch: EventBatch<C>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#attempt(batch, { position: (applied) => this.#positionAfter(batch.events.slice(0, applied)) });
        this.#saved += batch.applied.length;
        return this.#consumption.done(batch.applied);
      } catch (error) {
        await this.#consumption.waitIfUnavailable(error, attempt, this.#signal);
      }
    }
  }

  async #attempt(batch: EventBatch<C>, changes: BatchChanges): Promise<void> {
    const { ownership } = this.#consumption.deps;
    try {
      await batch.prepare();
      // This process may have been suspended during the batch.
      if (ownership.owned.length === 0) throw new PartitionLost('another replica may own the partitions');
      await this.#store.applyBatch(ownership.replica, batch, changes);
      batch.end();
    } catch (error) {
      batch.end({ error });
      throw error;
    }
  }

  #positionAfter(applied: readonly DecodedEvent<C>[]): ConsumerPosition {
    const seq = applied.at(-1)?.received.seq ?? 0;
    const touched = new Set(applied.map(partitionOfEvent));
    const partitions = allPartitions.filter((partition) => touched.has(partition));
    return { consumer: this.#consumption.deps.name, partitions, seq };
  }

  /** Saves the position periodically, and after parked events and dead letters, whose position no batch saves. */
  async #saveAll(received: readonly ReceivedEvent[]): Promise<void> {
    const { store, ownership, name: consumer } = this.#consumption.deps;
    const last = received.at(-1);
    const now = performance.now();
    if (!last || (this.#saved === received.length && now - this.#allSavedAt < saveAllEveryMs)) return;
    await store.savePosition(ownership.replica, { consumer, partitions: this.#owned, seq: last.seq });
    this.#allSavedAt = now;
  }
}

const partitionOfEvent = <C>({ received, key }: DecodedEvent<C>): number => received.partition ?? choosePartition(key);
