import { sql as raw } from 'kysely';
import type { Bus } from './broker.ts';
import { type ConsumerOptions, startConsumers } from './consumer.ts';
import type { Context } from './context.ts';
import type { EventFacts, EventHandler } from './events.ts';
import { kitTables } from './kit-tables.ts';
import { startLoop } from './loop.ts';
import type { Postgres, Tx } from './postgres.ts';

const sweepEveryMs = 60 * 60 * 1000;
const portionSize = 5_000;

/** What a handler gets beside the event: the transaction in which its effect must lie. */
export interface InTransaction<DB> extends EventFacts {
  tx: Tx<DB>;
}

/**
 * Consumes events into Postgres: `startConsumer(ctx, bus, postgres, [on(MemberJoined, async (event, { tx }) => …)])`.
 * That an event was heard is written by the transaction that holds its effect, so each takes effect once, however
 * often it is delivered. Handlers run as the service, with the request id of what happened. Once per service.
 */
export function startConsumer<DB>(
  ctx: Context,
  bus: Bus,
  postgres: Postgres<DB>,
  handlers: readonly EventHandler<InTransaction<DB>>[],
  options?: ConsumerOptions,
): void {
  const sweep = startLoop(ctx, 'sweep of the inbox', sweepEveryMs, () => sweepInbox(postgres));
  ctx.onStop('inbox', () => sweep.stop());
  startConsumers(
    ctx,
    bus,
    handlers,
    ({ id, occurredAt, requestId }, effect) =>
      postgres.transaction(async (tx) => {
        if (await isNew(tx, ctx.name, id)) await effect({ tx, id, occurredAt, requestId });
      }),
    options,
  );
}

async function isNew<DB>(tx: Tx<DB>, consumer: string, event_id: string): Promise<boolean> {
  const written = await kitTables(tx.sql)
    .insertInto('inbox')
    .values({ consumer, event_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Events come again for seven days at most (outbox.ts); a day more is remembered. */
async function sweepInbox<DB>(postgres: Postgres<DB>): Promise<void> {
  const sql = kitTables(postgres.sql);
  for (let deleted = portionSize; deleted === portionSize; ) {
    const portion = sql
      .selectFrom('inbox')
      .select(['consumer', 'event_id'])
      .where('handled_at', '<', raw<Date>`now() - interval '8 days'`)
      .limit(portionSize);
    const done = await sql
      .deleteFrom('inbox')
      .where(({ eb, refTuple }) => eb(refTuple('consumer', 'event_id'), 'in', portion.$asTuple('consumer', 'event_id')))
      .executeTakeFirst();
    deleted = Number(done.numDeletedRows);
  }
}
