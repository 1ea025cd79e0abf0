import type { Collection } from 'mongodb';
import type { Bus } from '../events/broker.ts';
import { type ConsumerOptions, startConsumers } from '../events/consumer.ts';
import type { EventBatch } from '../events/event-batch.ts';
import type { EventHandler, EventMetadata } from '../events/events.ts';
import type { Context } from '../runtime/context.ts';
import type { Mongo } from './mongo.ts';

interface HandledEvent {
  /** The event's id. */
  _id: string;
  handledAt: Date;
}

/** Events come again for seven days at most; a day more is remembered. */
const inboxTtlSeconds = 8 * 24 * 60 * 60;

/**
 * Consumes events into documents. There is no transaction around the effect, so a handler must be idempotent: it uses
 * the event's `id` as the key of what it writes, and a crash half-way followed by another delivery changes nothing.
 * An event that was handled is remembered and not handled again, however late it is replayed: what people deleted in
 * the meantime does not come back.
 */
export function startIdempotentConsumer(
  ctx: Context,
  bus: Bus,
  mongo: Mongo,
  handlers: readonly EventHandler<EventMetadata>[],
  options?: ConsumerOptions,
): void {
  const inbox = mongo.collection<HandledEvent>('inbox');
  mongo.ensureIndexes('inbox', [{ key: { handledAt: 1 }, expireAfterSeconds: inboxTtlSeconds }]);
  startConsumers(ctx, bus, handlers, (batch) => applyInOrder(inbox, batch), options);
}

async function applyInOrder(inbox: Collection<HandledEvent>, batch: EventBatch<EventMetadata>): Promise<void> {
  const handled = await handledOf(inbox, batch.ids);
  const applied: string[] = [];
  try {
    for (const { facts, effect } of batch.effects()) {
      if (handled.has(facts.id)) continue;
      await effect(facts);
      handled.add(facts.id);
      applied.push(facts.id);
    }
  } finally {
    await markHandled(inbox, applied);
  }
}

async function handledOf(inbox: Collection<HandledEvent>, ids: readonly string[]): Promise<Set<string>> {
  const known = await inbox.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
  return new Set(known.map(({ _id }) => _id));
}

async function markHandled(inbox: Collection<HandledEvent>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const update = { $set: { handledAt: new Date() } };
  await inbox.bulkWrite(ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })));
}
