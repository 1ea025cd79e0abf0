import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventMetadata } from '../events/events.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { MongoConsumerStore } from './consumer-store.ts';
import type { Mongo } from './mongo.ts';

/**
 * Consumes events into documents. Effects are not transactional, so handlers must be idempotent: they use the event's
 * `id` as the key of their writes, so that a redelivery after a crash changes nothing. A handled event is recorded and
 * not handled again, however late it is replayed, so that deleted content is not restored. Call once per service.
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
