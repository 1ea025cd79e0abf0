import { sql, type Transaction } from 'kysely';
import type { StreamMark } from '../events/broker.ts';
import {
  type BatchChanges,
  type ConsumerPosition,
  type EffectStore,
  type OwnershipView,
  type ParkedEvent,
  PartitionLost,
} from '../events/consumer-store.ts';
import type { EventBatch } from '../events/event-batch.ts';
import type { EventMetadata } from '../events/events.ts';
import { type KitTables, kitTables } from './kit-tables.ts';
import type { Postgres, Tx } from './postgres.ts';

/** Handler context: the event's metadata and the service's store in the transaction that applies the effect. */
export interface InTransaction<T> extends EventMetadata {
  tx: T;
}

/** A database, and the function that binds a service's store to one of its transactions. */
export interface EventTransactions<DB, T> {
  postgres: Postgres<DB>;
  bind: (tx: Tx<DB>) => T;
}

type Db = Postgres<KitTables>['db'] | Transaction<KitTables>;

/**
 * Consumer state in the service's own database. Effects, inbox entries and the position are written in one transaction,
 * which is rolled back when another replica owns a partition by now.
 */
export class PostgresConsumerStore<DB, T> implements EffectStore<InTransaction<T>> {
  readonly #service: string;
  readonly #postgres: Postgres<DB>;
  readonly #bind: (tx: Tx<DB>) => T;

  constructor(service: string, { postgres, bind }: EventTransactions<DB, T>) {
    this.#service = service;
    this.#postgres = postgres;
    this.#bind = bind;
  }

  get #db() {
    return kitTables(this.#postgres.db);
  }

  async heartbeat(replica: string, aliveMs: number): Promise<OwnershipView> {
    const { rows } = await sql<{ others: string[]; owners: Record<string, string | null> }>`
      with own as (
        insert into consumer_copies (id, alive_until)
        values (${replica}, now() + ${aliveMs} * interval '1 millisecond')
        on conflict (id) do update set alive_until = excluded.alive_until
      )
      select
        array(select id::text from consumer_copies where alive_until > now() and id <> ${replica}) as others,
        coalesce((select json_object_agg(partition, holder) from event_partitions), '{}') as owners`.execute(this.#db);
    const { others, owners } = rows[0] ?? { others: [], owners: {} };
    const owned = Object.entries(owners).flatMap(([partition, holder]) =>
      holder === null ? [] : [[Number(partition), holder] as const],
    );
    return { liveReplicas: [replica, ...others], owners: new Map(owned) };
  }

  async claim(replica: string, partitions: readonly number[]): Promise<number[]> {
    await sql`delete from consumer_copies where alive_until < now() - interval '1 hour'`.execute(this.#db);
    const { rows } = await sql<{ partition: number }>`
      insert into event_partitions (partition, holder) select unnest(${partitions}::smallint[]), ${replica}::uuid
      on conflict (partition) do update set holder = excluded.holder
      where event_partitions.holder is null or not exists (
        select from consumer_copies where id = event_partitions.holder and alive_until > now()
      )
      returning partition`.execute(this.#db);
    return rows.map(({ partition }) => partition);
  }

  async release(replica: string, partitions: readonly number[]): Promise<void> {
    await sql`
      update event_partitions set holder = null
      where holder = ${replica} and partition = any(${partitions}::smallint[])`.execute(this.#db);
  }

  async endLease(replica: string): Promise<void> {
    await sql`delete from consumer_copies where id = ${replica}`.execute(this.#db);
  }

  async positions(
    consumer: string,
    partitions: readonly number[],
    { created, lastSeq }: StreamMark,
    first: () => Promise<number>,
  ): Promise<Map<number, number>> {
    const { rows } = await sql<{ partition: number; seq: number }>`
      select partition, seq from consumer_positions
      where consumer = ${consumer} and partition = any(${partitions}::smallint[])
        and stream_created = ${created} and seq <= ${lastSeq}`.execute(this.#db);
    const known = new Map(rows.map(({ partition, seq }) => [partition, seq]));
    const unknown = partitions.filter((partition) => !known.has(partition));
    if (unknown.length === 0) return known;
    const seq = await first();
    await sql`
      insert into consumer_positions (consumer, partition, stream_created, seq)
      select ${consumer}, unnest(${unknown}::smallint[]), ${created}, ${seq}::bigint
      on conflict (consumer, partition)
      do update set stream_created = excluded.stream_created, seq = excluded.seq`.execute(this.#db);
    for (const partition of unknown) known.set(partition, seq);
    return known;
  }

  savePosition(replica: string, position: ConsumerPosition): Promise<void> {
    return savePosition(this.#db, replica, position);
  }

  async parked(consumer: string, partitions: readonly number[]): Promise<ParkedEvent[]> {
    const { rows } = await sql<
      ParkedEvent & { traceparent: string | null; writtenAt: Date | null; sequence: number | null }
    >`
      select id, partition, key, seq, type, payload, request_id as "requestId", traceparent,
        occurred_at as "occurredAt", outbox_sequence as sequence, written_at as "writtenAt", deliveries, due_at as "dueAt"
      from parked_events where consumer = ${consumer} and partition = any(${partitions}::smallint[])
      order by seq`.execute(this.#db);
    return rows.map((row) => ({
      ...row,
      traceparent: row.traceparent ?? undefined,
      sequence: row.sequence ?? undefined,
      writtenAt: row.writtenAt ?? undefined,
    }));
  }

  async park(consumer: string, events: readonly ParkedEvent[]): Promise<void> {
    const arrays = [
      sql`${events.map(({ id }) => id)}::uuid[]`,
      sql`${events.map(({ partition }) => partition)}::smallint[]`,
      sql`${events.map(({ key }) => key)}::text[]`,
      sql`${events.map(({ seq }) => seq)}::bigint[]`,
      sql`${events.map(({ type }) => type)}::text[]`,
      sql`${events.map(({ payload }) => Buffer.from(payload))}::bytea[]`,
      sql`${events.map(({ requestId }) => requestId)}::text[]`,
      sql`${events.map(({ traceparent = null }) => traceparent)}::text[]`,
      sql`${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[]`,
      sql`${events.map(({ sequence = null }) => sequence)}::bigint[]`,
      sql`${events.map(({ writtenAt }) => writtenAt?.toISOString() ?? null)}::timestamptz[]`,
      sql`${events.map(({ deliveries }) => deliveries)}::integer[]`,
      sql`${events.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]`,
    ];
    await sql`
      insert into parked_events (consumer, id, partition, key, seq, type, payload, request_id, traceparent,
        occurred_at, outbox_sequence, written_at, deliveries, due_at)
      select ${consumer}, event.* from unnest(${sql.join(arrays)}) as event
      on conflict do nothing`.execute(this.#db);
  }

  async postpone(consumer: string, { id, deliveries, dueAt }: ParkedEvent): Promise<void> {
    await sql`
      update parked_events set deliveries = ${deliveries}, due_at = ${dueAt}
      where consumer = ${consumer} and id = ${id}`.execute(this.#db);
  }

  unpark(consumer: string, id: string): Promise<void> {
    return unpark(this.#db, consumer, id);
  }

  async handled(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select event_id as id from inbox
      where consumer = ${this.#service} and event_id = any(${ids}::uuid[])`.execute(this.#db);
    return new Set(rows.map(({ id }) => id));
  }

  async markHandled(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await markHandled(this.#db, this.#service, ids);
  }

  async applyBatch(replica: string, batch: EventBatch<InTransaction<T>>, changes: BatchChanges): Promise<void> {
    await this.#postgres.transaction(async (tx) => {
      const db = kitTables(tx.db);
      const fresh = await markHandled(db, this.#service, batch.ids);
      const bound = this.#bind(tx);
      await batch.apply((metadata) => (fresh.delete(metadata.id) ? { ...metadata, tx: bound } : undefined));
      const applied = batch.applied.length;
      const unapplied = batch.ids.slice(applied).filter((id) => fresh.has(id));
      if (unapplied.length > 0) await unmarkHandled(db, this.#service, unapplied);
      if (changes.position) await savePosition(db, replica, changes.position(applied));
      if (changes.parked) await unpark(db, changes.parked.consumer, changes.parked.id);
    });
  }
}

/** Marks events as handled; returns those that were not handled before. */
async function markHandled(db: Db, service: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into inbox (consumer, event_id) select ${service}, unnest(${ids}::uuid[])
    on conflict do nothing returning event_id as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function unmarkHandled(db: Db, service: string, ids: readonly string[]): Promise<void> {
  await sql`delete from inbox where consumer = ${service} and event_id = any(${ids}::uuid[])`.execute(db);
}

async function unpark(db: Db, consumer: string, id: string): Promise<void> {
  await sql`delete from parked_events where consumer = ${consumer} and id = ${id}`.execute(db);
}

async function savePosition(db: Db, replica: string, { consumer, partitions, seq }: ConsumerPosition): Promise<void> {
  const { numAffectedRows } = await sql`
    update consumer_positions as position set seq = greatest(position.seq, ${seq}::bigint)
    from event_partitions as owned
    where position.consumer = ${consumer} and position.partition = any(${partitions}::smallint[])
      and owned.partition = position.partition and owned.holder = ${replica}`.execute(db);
  if (Number(numAffectedRows) !== partitions.length) throw new PartitionLost('another replica owns the partition');
}
