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
import type { Mongo } from './mongo.ts';

interface HandledEvent {
  /** The event's id. */
  _id: string;
  handledAt: Date;
}

interface Copy {
  _id: string;
  aliveUntil: Date;
}

interface OwnedPartition {
  _id: number;
  holder: string | null;
}

interface KeptPosition {
  /** `<consumer>:<partition>` */
  _id: string;
  consumer: string;
  partition: number;
  /** When the broker made the stream. */
  created: string;
  seq: number;
}

type KeptEvent = Omit<ParkedEvent, 'id' | 'payload'> & {
  _id: string;
  eventId: string;
  consumer: string;
  payload: Binary;
};

/**
 * What consumers know, in the service's own documents. There is no transaction around an effect: it is noted when it is
 * done, and one that broke off is done again.
 */
export class MongoConsumerStore implements EffectStore<EventMetadata> {
  readonly #inbox: Collection<HandledEvent>;
  readonly #copies: Collection<Copy>;
  readonly #partitions: Collection<OwnedPartition>;
  readonly #positions: Collection<KeptPosition>;
  readonly #parked: Collection<KeptEvent>;

  constructor(mongo: Mongo) {
    this.#inbox = mongo.collection('inbox');
    this.#copies = mongo.collection('consumer_copies');
    this.#partitions = mongo.collection('event_partitions');
    this.#positions = mongo.collection('consumer_positions');
    this.#parked = mongo.collection('parked_events');
    mongo.ensureIndexes('parked_events', [{ key: { consumer: 1, seq: 1 } }]);
  }

  async heartbeat(copy: string, aliveMs: number): Promise<OwnershipView> {
    const now = Date.now();
    const aliveUntil = new Date(now + aliveMs);
    await this.#copies.updateOne({ _id: copy }, { $set: { aliveUntil } }, { upsert: true });
    const [living, partitions] = await Promise.all([
      this.#living(new Date(now)),
      this.#partitions.find({ _id: { $in: [...allPartitions] } }).toArray(),
    ]);
    const held = partitions.flatMap(({ _id, holder }) => (holder === null ? [] : [[_id, holder] as const]));
    return { living: living.includes(copy) ? living : [copy, ...living], owners: new Map(held) };
  }

  async take(copy: string, partitions: readonly number[]): Promise<number[]> {
    const living = await this.#living(new Date());
    const taken: number[] = [];
    for (const partition of partitions) {
      const filter = { _id: partition, holder: { $nin: living } };
      try {
        await this.#partitions.updateOne(filter, { $set: { holder: copy } }, { upsert: true });
        taken.push(partition);
      } catch (error) {
        // It is there, and another copy has it.
        if (!isDuplicate(error)) throw error;
      }
    }
    return taken;
  }

  async release(copy: string, partitions: readonly number[]): Promise<void> {
    await this.#partitions.updateMany({ _id: { $in: [...partitions] }, holder: copy }, { $set: { holder: null } });
  }

  async leave(copy: string): Promise<void> {
    await this.#copies.deleteOne({ _id: copy });
  }

  async positions(
    consumer: string,
    partitions: readonly number[],
    { created, lastSeq }: StreamMark,
    first: () => Promise<number>,
  ): Promise<Map<number, number>> {
    const ids = partitions.map((partition) => `${consumer}:${partition}`);
    const kept = await this.#positions.find({ _id: { $in: ids } }).toArray();
    const valid = kept.filter((position) => position.created === created && position.seq <= lastSeq);
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

  async savePosition(_copy: string, { consumer, partitions, seq }: ConsumerPosition): Promise<void> {
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

  async remember(ids: readonly string[]): Promise<void> {
    const handledAt = new Date();
    await insertMissing(
      this.#inbox,
      ids.map((_id) => ({ _id, handledAt })),
    );
  }

  async applyBatch(copy: string, batch: EventBatch<EventMetadata>, changes: BatchChanges): Promise<void> {
    const done = await this.handled(batch.ids);
    try {
      await batch.apply((metadata) => {
        if (done.has(metadata.id)) return undefined;
        done.add(metadata.id);
        return metadata;
      });
    } finally {
      await this.remember(batch.applied.map(({ received }) => received.id));
    }
    if (changes.position) await this.savePosition(copy, changes.position(batch.applied.length));
    if (changes.parked) await this.unpark(changes.parked.consumer, changes.parked.id);
  }

  async #living(now: Date): Promise<string[]> {
    const copies = await this.#copies.find({ aliveUntil: { $gt: now } }).toArray();
    return copies.map(({ _id }) => _id);
  }
}
