import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Bus, StreamMark } from '../events/broker.ts';
import type { EventRecord } from '../events/events.ts';
import { type OutboxStore, type Publish, type Relay, type RelayOptions, startRelayOf } from '../events/relay.ts';
import { type KitTables, kitTables } from './kit-tables.ts';
import type { Postgres } from './postgres.ts';

const batchSize = 500;
/** Rows per statement of a replay, so that no statement takes long. */
const portionSize = 5_000;
/** Key of the advisory lock, which is per database: any constant number. */
const relayLock = 7_362_001;

/** The condition of the index `outbox_pending`. */
const isPending = sql<boolean>`(published_at is null or replay_pending)`;

/** Publishes the events emitted by transactions (`tx.emit`), in the order of their writes. */
export function startRelay<DB>(ctx: Context, postgres: Postgres<DB>, bus: Bus, options?: RelayOptions): Relay {
  const relay = startRelayOf(ctx, new PostgresOutbox(kitTables(postgres.db)), bus, options);
  postgres.onEmitted(relay.wake);
  return relay;
}

class PostgresOutbox implements OutboxStore {
  readonly #db: Kysely<KitTables>;

  constructor(db: Kysely<KitTables>) {
    this.#db = db;
  }

  async pendingTypes(): Promise<string[]> {
    const rows = await this.#db.selectFrom('outbox').select('type').distinct().where(isPending).execute();
    return rows.map((row) => row.type);
  }

  async publishBatch(publish: Publish): Promise<'more' | 'done' | 'busy'> {
    const { outcome, failure } = await this.#db.transaction().execute(async (db) => {
      if (!(await isOnlyRelay(db))) return { outcome: 'busy' as const };
      const rows = await db
        .selectFrom('outbox')
        .select([
          'seq',
          'id',
          'type',
          'key',
          'payload',
          'requestId',
          'traceparent',
          'occurredAt',
          'writtenAt',
          'attempt',
        ])
        .where(isPending)
        .orderBy('seq')
        .limit(batchSize)
        .execute();
      const { sequences, streams, failure } = await publish(rows.map(eventOf));
      await mark(db, rows.slice(0, sequences.length), streams);
      return { outcome: sequences.length < batchSize ? ('done' as const) : ('more' as const), failure };
    });
    if (failure) throw failure.error;
    return outcome;
  }

  knownStreams(): Promise<StreamMark[]> {
    return this.#db.selectFrom('outboxStreams').selectAll().execute();
  }

  async saveStream({ name, created, lastSeq }: StreamMark): Promise<void> {
    const row = { created, lastSeq };
    await this.#db
      .insertInto('outboxStreams')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }

  /** Safe to repeat after an interruption. */
  async requeue(since: Date, stream?: string): Promise<number> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#db);
    const until = rows[0]?.now ?? new Date();
    for (let [from, total] = [since, 0]; ; ) {
      const slice = await this.#db
        .selectFrom('outbox')
        .select(['id', 'publishedAt'])
        .where('publishedAt', '>=', from)
        .where('publishedAt', '<=', until)
        .where('replayPending', '=', false)
        .$if(stream !== undefined, (query) => query.where('type', 'like', `${stream?.toLowerCase()}.%`))
        .orderBy('publishedAt')
        .limit(portionSize)
        .execute();
      const done = await this.#db
        .updateTable('outbox')
        .set((row) => ({ replayPending: true, attempt: row('attempt', '+', 1) }))
        .where(sql<boolean>`id = any(${slice.map(({ id }) => id)}::uuid[])`)
        .where('replayPending', '=', false)
        .executeTakeFirst();
      total += Number(done.numUpdatedRows);
      if (slice.length < portionSize) return total;
      from = slice.at(-1)?.publishedAt ?? until;
    }
  }

  async backlog(): Promise<{ events: number; oldestSeconds: number }> {
    const row = await this.#db
      .selectFrom('outbox')
      .select((column) => [
        column.fn.countAll<number>().as('events'),
        sql<number>`coalesce(extract(epoch from now() - min(written_at)), 0)::float8`.as('oldestSeconds'),
      ])
      .where(isPending)
      .executeTakeFirstOrThrow();
    return row;
  }
}

/** Concurrent relays would break the order; the lock is released with the transaction. */
async function isOnlyRelay(db: Transaction<KitTables>): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${relayLock}) as ours`.execute(db);
  return rows[0]?.ours === true;
}

const eventOf = ({
  seq,
  writtenAt,
  traceparent,
  key,
  ...row
}: Omit<Selectable<KitTables['outbox']>, 'publishedAt' | 'replayPending'>): EventRecord => ({
  ...row,
  sequence: seq,
  key: key ?? undefined,
  traceparent: traceparent ?? undefined,
  writtenAt: row.attempt === 0 ? writtenAt : undefined,
});

async function mark(
  db: Transaction<KitTables>,
  published: readonly { seq: number }[],
  streams: ReadonlyMap<string, number>,
): Promise<void> {
  if (published.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ publishedAt: sql<Date>`coalesce(published_at, clock_timestamp())`, replayPending: false })
    .where(isPending)
    .where(sql<boolean>`seq = any(${published.map(({ seq }) => seq)}::bigint[])`)
    .execute();
  for (const [stream, seq] of streams) {
    await db
      .updateTable('outboxStreams')
      .set((row) => ({ lastSeq: row.fn<number>('greatest', ['lastSeq', row.val(seq)]) }))
      .where('name', '=', stream)
      .execute();
  }
}
