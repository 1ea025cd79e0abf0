import { type Kysely, sql } from 'kysely';
import type { Bus } from '../events/broker.ts';
import { startConsumers } from '../events/consumer.ts';
import type { ConsumerOptions } from '../events/consumption.ts';
import type { EventHandlers } from '../events/handlers.ts';
import type { Context } from '../runtime/context.ts';
import { type InTransaction, PostgresConsumerStore } from './consumer-store.ts';
import type { KitTables } from './kit-tables.ts';
import type { Postgres } from './postgres.ts';

const portionSize = 5_000;

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

/** Events come again for seven days at most (outbox.ts); a day more is remembered. */
export async function sweepInbox(db: Kysely<KitTables>): Promise<void> {
  for (let deleted = portionSize; deleted === portionSize; ) {
    const portion = db
      .selectFrom('inbox')
      .select(['consumer', 'eventId'])
      .where('handledAt', '<', sql<Date>`now() - interval '8 days'`)
      .limit(portionSize);
    const done = await db
      .deleteFrom('inbox')
      .where(({ eb, refTuple }) => eb(refTuple('consumer', 'eventId'), 'in', portion.$asTuple('consumer', 'eventId')))
      .executeTakeFirst();
    deleted = Number(done.numDeletedRows);
  }
}
