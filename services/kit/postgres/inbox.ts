import { sql } from 'kysely';
import type { Bus } from '../events/broker.ts';
import { type ConsumerOptions, startConsumers } from '../events/consumer.ts';
import type { EventBatch } from '../events/event-batch.ts';
import type { EventHandler, EventMetadata } from '../events/events.ts';
import type { Context } from '../runtime/context.ts';
import { startLoop } from '../runtime/loop.ts';
import { kitTables } from './kit-tables.ts';
import type { Postgres, Tx } from './postgres.ts';

const sweepEveryMs = 60 * 60 * 1000;
const portionSize = 5_000;

/** What a handler gets beside the event: the transaction in which its effect must lie. */
export interface InTransaction<DB> extends EventMetadata {
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
  const apply = (batch: EventBatch<InTransaction<DB>>) => postgres.transaction((tx) => applyOnce(tx, ctx.name, batch));
  startConsumers(ctx, bus, handlers, apply, options);
}

async function applyOnce<DB>(tx: Tx<DB>, consumer: string, batch: EventBatch<InTransaction<DB>>): Promise<void> {
  const ours = await claim(tx, consumer, batch.ids);
  for (const { facts, effect } of batch.effects()) if (ours.delete(facts.id)) await effect({ ...facts, tx });
  if (ours.size > 0) await release(tx, consumer, [...ours]);
}

/** Writes down that these are handled; resolves to those that were not before. */
async function claim<DB>(tx: Tx<DB>, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ eventId: string }>`
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${ids}::uuid[])
    on conflict do nothing returning event_id`.execute(tx.db);
  return new Set(rows.map((row) => row.eventId));
}

async function release<DB>(tx: Tx<DB>, consumer: string, ids: readonly string[]): Promise<void> {
  await sql`delete from inbox where consumer = ${consumer} and event_id = any(${ids}::uuid[])`.execute(tx.db);
}

/** Events come again for seven days at most (outbox.ts); a day more is remembered. */
async function sweepInbox<DB>(postgres: Postgres<DB>): Promise<void> {
  const db = kitTables(postgres.db);
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
