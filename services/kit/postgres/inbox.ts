import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { type EventTransactions, type InTransaction, PostgresConsumerStore } from './consumer-store.ts';

/**
 * Consumes events into Postgres: `startConsumer(ctx, bus, { postgres, bind }, { on: [on(MemberJoined, async (event, { tx }) => …)],
 * after: [after(PostPublished, async (event) => …)] })`. That an event was applied is written by the transaction that
 * holds its effect, so each takes effect once, however often it is delivered. Handlers run as the service, with the
 * request id of what happened. Once per service.
 */
export function startConsumer<DB, T>(
  ctx: Context,
  bus: Bus,
  transactions: EventTransactions<DB, T>,
  handlers: EventHandlers<InTransaction<T>>,
  options?: ConsumerOptions,
): void {
  startConsumers(ctx, bus, new PostgresConsumerStore(ctx.name, transactions), handlers, options);
}
