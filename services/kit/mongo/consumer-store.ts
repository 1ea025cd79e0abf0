import { Binary, type Collection } from 'mongodb';
import type { StreamMark } from '../events/broker.ts';
import type {
  BatchChanges,
  ConsumerPosition,
  EffectStore,
  OwnershipView,
  ParkedEvent,
} from '../events/consumer-store.ts';
import type { EventBatch } from '../events/event-batch.ts';
import type { EventMetadata } from '../events/events.ts';
import { allPartitions } from '../events/partitions.ts';
import { insertMissing, isDuplicate } from './duplicates.ts';
import type { HandledEvent, OwnedPartition, Replica, StoredParkedEvent, StoredPosition } from './kit-collections.ts';
import type { Mongo } from './mongo.ts';

/**
 * Consumer state in the service's own documents. Effects are not transactional: an event is marked as handled after its
 * effect, and applied again after a crash in between.
 */
export class MongoConsumerStore implements EffectStore<EventMetadata> {
  readonly #inbox: Collection<HandledEvent>;
  readonly #replicas: Collection<Replica>;
  readonly #partitions: Collection<OwnedPartition>;
  readonly #positions: Collection<StoredPosition>;
  readonly #parked: Collection<StoredParkedEvent>;

  constructor(mongo: Mongo) {
    this.#inbox = mongo.collection('inbox');
    this.#replicas = mongo.collection('consumer_copies');
    this.#partitions = mongo.collection('event_partitions');
    this.#positions = mongo.collection('consumer_positions');
    this.#parked = mongo.collection('parked_events');
    mongo.ensureIndexes('parked_events', [{ key: { consumer: 1, seq: 1 } }]);
  }

  async heartbeat(replica: string, aliveMs: number): Promise<OwnershipView> {
    const now = Date.now();
    const aliveUntil = new Date(now + aliveMs);
    await this.#replicas.updateOne({ _id: replica }, { $set: { aliveUntil } }, { upsert: true });
    const [liveReplicas, partitions] = await Promise.all([
      this.#liveReplicas(new Date(now)),
      this.#partitions.find({ _id: { $in: [...allPartitions] } }).toArray(),
    ]);
    const owned = partitions.flatMap(({ _id, holder }) => (holder === null ? [] : [[_id, holder] as const]));
    return {
      liveReplicas: liveReplicas.includes(replica) ? liveReplicas : [replica, ...liveReplicas],
      owners: new Map(owned),
    };
  }

  async claim(replica: string, partitions: readonly number[]): Promise<number[]> {
    const liveReplicas = await this.#liveReplicas(new Date());
    const taken: number[] = [];
    for (const partition of partitions) {
      const filter = { _id: partition, holder: { $nin: liveReplicas } };
      try {
        await this.#partitions.updateOne(filter, { $set: { holder: replica } }, { upsert: true });
        taken.push(partition);
      } catch (error) {
        // The partition exists and has a live owner.
        if (!isDuplicate(error)) throw error;
      }
    }
    return taken;
  }

  async release(replica: string, partitions: readonly number[]): Promise<void> {
    await this.#partitions.updateMany({ _id: { $in: [...partitions] }, holder: replica }, { $set: { holder: null } });
  }

  async endLease(replica: string): Promise<void> {
    await this.#replicas.deleteOne({ _id: replica });
  }

  async positions(
    consumer: string,
    partitions: readonly number[],
    { created, lastSeq }: StreamMark,
    first: () => Promise<number>,
  ): Promise<Map<number, number>> {
    const ids = partitions.map((partition) => `${consumer}:${partition}`);
    const stored = await this.#positions.find({ _id: { $in: ids } }).toArray();
    const valid = stored.filter((position) => position.created === created && position.seq <= lastSeq);
    const known = new Map(valid.map(({ partition, seq }) => [partition, seq]));
    const unknown = partitions.filter((partition) => !known.has(partition));
    if (unknown.length === 0) return known;
    const seq = await first();
    await this.#positions.bulkWrite(
      unknown.map((partition) => {
        const update = { $set: { consumer, partition, created, seq } };
        return { updateOne: { filter: { _id: `${consumer}:${partition}` }, update, upsert: true } };
      }),
    );
    for (const partition of unknown) known.set(partition, seq);
    return known;
  }

  async savePosition(_replica: string, { consumer, partitions, seq }: ConsumerPosition): Promise<void> {
    const ids = partitions.map((partition) => `${consumer}:${partition}`);
    await this.#positions.updateMany({ _id: { $in: ids }, seq: { $lt: seq } }, { $set: { seq } });
  }

  async parked(consumer: string, partitions: readonly number[]): Promise<ParkedEvent[]> {
    const owned = partitions.length === allPartitions.length ? {} : { partition: { $in: [...partitions] } };
    const events = await this.#parked
      .find({ consumer, ...owned })
      .sort({ seq: 1 })
      .toArray();
    return events.map(({ _id, eventId: id, consumer: _, payload, ...event }) => ({
      ...event,
      id,
      payload: payload.buffer,
    }));
  }

  async park(consumer: string, events: readonly ParkedEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.#parked.bulkWrite(
      events.map(({ id: eventId, payload, ...event }) => {
        const document = { ...event, eventId, consumer, payload: new Binary(payload) };
        return {
          updateOne: { filter: { _id: `${consumer}:${eventId}` }, update: { $setOnInsert: document }, upsert: true },
        };
      }),
    );
  }

  async postpone(consumer: string, { id, deliveries, dueAt }: ParkedEvent): Promise<void> {
    await this.#parked.updateOne({ _id: `${consumer}:${id}` }, { $set: { deliveries, dueAt } });
  }

  async unpark(consumer: string, id: string): Promise<void> {
    await this.#parked.deleteOne({ _id: `${consumer}:${id}` });
  }

  async handled(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const known = await this.#inbox.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    return new Set(known.map(({ _id }) => _id));
  }

  async markHandled(ids: readonly string[]): Promise<void> {
    const handledAt = new Date();
    await insertMissing(
      this.#inbox,
      ids.map((_id) => ({ _id, handledAt })),
    );
  }

  async applyBatch(replica: string, batch: EventBatch<EventMetadata>, changes: BatchChanges): Promise<void> {
    const done = await this.handled(batch.ids);
    try {
      await batch.apply((metadata) => {
        if (done.has(metadata.id)) return undefined;
        done.add(metadata.id);
        return metadata;
      });
    } finally {
      await this.markHandled(batch.applied.map(({ received }) => received.id));
    }
    if (changes.position) await this.savePosition(replica, changes.position(batch.applied.length));
    if (changes.parked) await this.unpark(changes.parked.consumer, changes.parked.id);
  }

  async #liveReplicas(now: Date): Promise<string[]> {
    const replicas = await this.#replicas.find({ aliveUntil: { $gt: now } }).toArray();
    return replicas.map(({ _id }) => _id);
  }
}
