import type { Bus } from './broker.ts';
import { type ConsumerOptions, startConsumers } from './consumer.ts';
import type { Context } from './context.ts';
import type { EventFacts, EventHandler } from './events.ts';
import type { Mongo } from './mongo.ts';

interface HandledEvent {
  /** The event's id. */
  _id: string;
  handledAt: Date;
}

/** Events come again for seven days at most; a day more is remembered. */
const rememberedSeconds = 8 * 24 * 60 * 60;

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
  handlers: readonly EventHandler<EventFacts>[],
  options?: ConsumerOptions,
): void {
  const inbox = mongo.collection<HandledEvent>('inbox');
  mongo.ensureIndexes('inbox', [{ key: { handledAt: 1 }, expireAfterSeconds: rememberedSeconds }]);
  startConsumers(
    ctx,
    bus,
    handlers,
    async ({ id, occurredAt, requestId }, effect) => {
      if (await inbox.findOne({ _id: id })) return;
      await effect({ id, occurredAt, requestId });
      await inbox.updateOne({ _id: id }, { $set: { handledAt: new Date() } }, { upsert: true });
    },
    options,
  );
}
