import { type Kysely, sql, type Transaction } from 'kysely';
import type { Bus, StreamMark } from '../events/broker.ts';
import type { EventRecord } from '../events/events.ts';
import { type OutboxStore, type Publish, type Relay, retentionMs, startRelayOf } from '../events/relay.ts';
import type { Context } from '../runtime/context.ts';
import { type KitTables, kitTables } from './kit-tables.ts';
import type { Postgres } from './postgres.ts';

const batchSize = 100;
/** Long work is done in portions, so that no statement takes long. */
const portionSize = 5_000;
/** Any number, the same in all copies of a service; advisory locks are a database's own. */
const relayLock = 7_362_001;

/** Publishes what transactions emitted (`tx.emit`), in the order in which they wrote it. */
export function startRelay<DB>(ctx: Context, postgres: Postgres<DB>, bus: Bus): Relay {
  const relay = startRelayOf(ctx, new PostgresOutbox(kitTables(postgres.db)), bus);
  postgres.onEmitted(relay.poke);
  return relay;
}

class PostgresOutbox implements OutboxStore {
  readonly #db: Kysely<KitTables>;

  constructor(db: Kysely<KitTables>) {
    this.#db = db;
  }

  async waitingTypes(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('outbox')
      .select('type')
      .distinct()
      .where('published_at', 'is', null)
      .execute();
    return rows.map((row) => row.type);
  }

  async publishBatch(publish: Publish): Promise<'more' | 'done' | 'busy'> {
    const { outcome, failure } = await this.#db.transaction().execute(async (db) => {
      if (!(await isOnlyRelay(db))) return { outcome: 'busy' as const };
      const rows = await db
        .selectFrom('outbox')
        .select(['seq', 'id', 'type', 'payload', 'request_id', 'traceparent', 'occurred_at', 'written_at', 'attempt'])
        .where('published_at', 'is', null)
        .orderBy('seq')
        .limit(batchSize)
        .execute();
      const { places, streams, failure } = await publish(rows.map(eventOf));
      await mark(db, rows.slice(0, places.length), streams);
      return { outcome: places.length < batchSize ? ('done' as const) : ('more' as const), failure };
    });
    if (failure) throw failure.error;
    return outcome;
  }

  async knownStreams(): Promise<StreamMark[]> {
    const rows = await this.#db.selectFrom('outbox_streams').selectAll().execute();
    return rows.map(({ name, created, last_seq }) => ({ name, created, lastSeq: last_seq }));
  }

  async saveStream({ name, created, lastSeq }: StreamMark): Promise<void> {
    const row = { created, last_seq: lastSeq };
    await this.#db
      .insertInto('outbox_streams')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }

  /** Broken off half-way it may be done again. */
  async requeue(since: Date, stream?: string): Promise<number> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#db);
    const until = rows[0]?.now ?? new Date();
    for (let total = 0; ; ) {
      const portion = this.#db
        .selectFrom('outbox')
        .select('seq')
        .where('published_at', '>=', since)
        .where('published_at', '<=', until)
        .$if(stream !== undefined, (query) => query.where('type', 'like', `${stream?.toLowerCase()}.%`))
        .limit(portionSize);
      const done = await this.#db
        .updateTable('outbox')
        .set((row) => ({ published_at: null, attempt: row('attempt', '+', 1) }))
        .where('seq', 'in', portion)
        .executeTakeFirst();
      total += Number(done.numUpdatedRows);
      if (Number(done.numUpdatedRows) < portionSize) return total;
    }
  }

  async backlog(): Promise<{ events: number; oldestSeconds: number }> {
    const row = await this.#db
      .selectFrom('outbox')
      .select((column) => [
        column.fn.countAll<number>().as('events'),
        sql<number>`coalesce(extract(epoch from now() - min(written_at)), 0)::float8`.as('oldestSeconds'),
      ])
      .where('published_at', 'is', null)
      .executeTakeFirstOrThrow();
    return row;
  }

  async sweep(): Promise<void> {
    for (let deleted = portionSize; deleted === portionSize; ) {
      const portion = this.#db
        .selectFrom('outbox')
        .select('seq')
        .where('published_at', '<', new Date(Date.now() - retentionMs))
        .limit(portionSize);
      const done = await this.#db.deleteFrom('outbox').where('seq', 'in', portion).executeTakeFirst();
      deleted = Number(done.numDeletedRows);
    }
  }
}

/** Two relays at once would mix up the order; the lock ends with the transaction. */
async function isOnlyRelay(db: Transaction<KitTables>): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${relayLock}) as ours`.execute(db);
  return rows[0]?.ours === true;
}

interface OutboxRow {
  seq: number;
  id: string;
  type: string;
  payload: Uint8Array;
  request_id: string;
  traceparent: string | null;
  occurred_at: Date;
  written_at: Date;
  attempt: number;
}

const eventOf = (row: OutboxRow): EventRecord => ({
  id: row.id,
  type: row.type,
  payload: row.payload,
  requestId: row.request_id,
  traceparent: row.traceparent ?? undefined,
  occurredAt: row.occurred_at,
  writtenAt: row.attempt === 0 ? row.written_at : undefined,
  attempt: row.attempt,
});

async function mark(
  db: Transaction<KitTables>,
  published: readonly OutboxRow[],
  streams: ReadonlyMap<string, number>,
): Promise<void> {
  if (published.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ published_at: sql<Date>`clock_timestamp()` })
    .where(sql<boolean>`seq = any(${published.map(({ seq }) => seq)}::bigint[])`)
    .execute();
  for (const [stream, place] of streams) {
    await db
      .updateTable('outbox_streams')
      .set((row) => ({ last_seq: row.fn<number>('greatest', ['last_seq', row.val(place)]) }))
      .where('name', '=', stream)
      .execute();
  }
}
