import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { type InTransaction, PostgresConsumerStore } from './consumer-store.ts';
import type { Postgres } from './postgres.ts';

/**
 * Consumes events into Postgres: `startConsumer(ctx, bus, postgres, { on: [on(MemberJoined, async (event, { tx }) => …)],
 * after: [after(PostPublished, async (event) => …)] })`. That an event was applied is written by the transaction that
 * holds its effect, so each takes effect once, however often it is delivered. Handlers run as the service, with the
 * request id of what happened. Once per service.
 */
export function startConsumer<DB>(
  ctx: Context,
  bus: Bus,
  postgres: Postgres<DB>,
  handlers: EventHandlers<InTransaction<DB>>,
  options?: ConsumerOptions,
): void {
  startConsumers(ctx, bus, new PostgresConsumerStore(ctx.name, postgres), handlers, options);
}
