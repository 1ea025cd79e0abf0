import type { Applier } from './applier.ts';
import type { ReceivedEvent } from './broker.ts';
import { type BatchChanges, type ConsumerPosition, type EffectStore, PartitionLost } from './consumer-store.ts';
import type { Consumption } from './consumption.ts';
import { type DecodedEvent, EventBatch } from './event-batch.ts';
import { allPartitions, partitionOf } from './partitions.ts';

/** How often the positions of partitions in which nothing happens are brought up to the others. */
const allPositionsEveryMs = 1_000;
/** So many batches are at work at once, of different partitions: while the store works on one, the other is prepared. */
const batchesAtOnce = 2;

/**
 * Applies events together, batch by batch, each batch and its position in one transaction where the store has them.
 * When a batch fails it is divided until the event at fault stands alone; that one is parked with its key, and the rest
 * goes on.
 */
export class BatchApplier<C> implements Applier<C> {
  readonly #store: EffectStore<C>;
  readonly #consumption: Consumption<C>;
  readonly #owned: readonly number[];
  readonly #signal: AbortSignal;
  inHand = 0;
  #savedAllAt = 0;
  /** How many of what was received last have their position kept. */
  #saved = 0;

  constructor(store: EffectStore<C>, consumption: Consumption<C>, owned: readonly number[], signal: AbortSignal) {
    this.#store = store;
    this.#consumption = consumption;
    this.#owned = owned;
    this.#signal = signal;
  }

  async apply(received: readonly ReceivedEvent[]): Promise<void> {
    this.inHand = received.length;
    this.#saved = 0;
    const events = await this.#consumption.sort(received);
    const byLane = Map.groupBy(events, (event) => partitionOfEvent(event) % batchesAtOnce);
    // Nothing may be at work any more when this rejects.
    const outcomes = await Promise.allSettled([...byLane.values()].map((ofLane) => this.#applyAll(ofLane)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await this.#saveAll(received);
    this.inHand = 0;
  }

  async applyParked(event: DecodedEvent<C>): Promise<void> {
    const batch = this.#batchOf([event]);
    const parked = { consumer: this.#consumption.parts.name, id: event.received.id };
    await this.#attempt(batch, { parked });
  }

  async drain(): Promise<void> {}

  /** Applies all of these; what fails is parked. */
  async #applyAll(events: readonly DecodedEvent<C>[]): Promise<void> {
    for (let waiting = events; waiting.length > 0; ) {
      const batch = this.#batchOf(waiting);
      try {
        await this.#applyBatch(batch);
        waiting = waiting.slice(batch.applied.length);
      } catch (error) {
        if (this.#signal.aborted || error instanceof PartitionLost) throw error;
        waiting = await this.#applyApart(batch, error);
      }
    }
  }

  /** Parks the event at fault, or divides those among which it is; answers what is left to be applied. */
  async #applyApart(batch: EventBatch<C>, error: unknown): Promise<DecodedEvent<C>[]> {
    const { behind, among } = batch.failure ?? { behind: 0, among: batch.events.length };
    // They were undone with it.
    await this.#applyAll(batch.events.slice(0, behind));
    const [first] = batch.events.slice(behind);
    const together = among === 1 ? 1 : Math.ceil(among / 2);
    if (first && among === 1) await this.#consumption.failed(first, error);
    else await this.#applyAll(batch.events.slice(behind, behind + together));
    return this.#consumption.withoutParked(batch.events.slice(behind + together));
  }

  #batchOf(events: readonly DecodedEvent<C>[]): EventBatch<C> {
    const { ctx, label, options } = this.#consumption.parts;
    return new EventBatch(ctx, label, events, options.batchMs);
  }

  async #applyBatch(batch: EventBatch<C>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#attempt(batch, { position: (applied) => this.#positionAfter(batch.events.slice(0, applied)) });
        this.#saved += batch.applied.length;
        return this.#consumption.done(batch.applied);
      } catch (error) {
        await this.#consumption.waitIfAway(error, attempt, this.#signal);
      }
    }
  }

  async #attempt(batch: EventBatch<C>, changes: BatchChanges): Promise<void> {
    const { ownership } = this.#consumption.parts;
    try {
      await batch.prepare();
      // This process may have stood still for a while.
      if (ownership.owned.length === 0) throw new PartitionLost('the partitions may be those of another copy by now');
      await this.#store.applyBatch(ownership.copy, batch, changes);
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
    return { consumer: this.#consumption.parts.name, partitions, seq };
  }

  /** From time to time; and when some were parked or given up on, behind which no batch has kept the position. */
  async #saveAll(received: readonly ReceivedEvent[]): Promise<void> {
    const { store, ownership, name: consumer } = this.#consumption.parts;
    const last = received.at(-1);
    const now = performance.now();
    if (!last || (this.#saved === received.length && now - this.#savedAllAt < allPositionsEveryMs)) return;
    await store.savePosition(ownership.copy, { consumer, partitions: this.#owned, seq: last.seq });
    this.#savedAllAt = now;
  }
}

const partitionOfEvent = <C>({ received, key }: DecodedEvent<C>): number => received.partition ?? partitionOf(key);
