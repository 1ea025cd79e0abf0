import type { Context } from '../core/context.ts';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { type EventTransactions, type InTransaction, PostgresConsumerStore } from './consumer-store.ts';

/**
 * Consumes events into Postgres:
 * `startConsumer(ctx, bus, { postgres, bind }, { on: [on(MemberJoined, …)], after: [after(PostPublished, …)] })`. The
 * inbox entry of an event is written in the transaction of its effect, so each event is applied once, however often it
 * is delivered. Handlers run with the service as actor and the request id of the event. Call once per service.
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
