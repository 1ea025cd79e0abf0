import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventMetadata } from '../events/events.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { MongoConsumerStore } from './consumer-store.ts';
import type { Mongo } from './mongo.ts';

/**
 * Consumes events into documents. There is no transaction around the effect, so a handler must be idempotent: it uses
 * the event's `id` as the key of what it writes, and a crash half-way followed by another delivery changes nothing.
 * An event that was handled is remembered and not handled again, however late it is replayed: what people deleted in
 * the meantime does not come back. Once per service.
 */
export function startIdempotentConsumer(
  ctx: Context,
  bus: Bus,
  mongo: Mongo,
  handlers: EventHandlers<EventMetadata>,
  options?: ConsumerOptions,
): void {
  startConsumers(ctx, bus, new MongoConsumerStore(mongo), handlers, options);
}
