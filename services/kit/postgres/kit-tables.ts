import type { Generated, Kysely, Transaction } from 'kysely';

/** The tables of migrations/: they stand in the database of every service that has one. */
export interface KitTables {
  outbox: {
    seq: Generated<number>;
    id: string;
    type: string;
    payload: Uint8Array;
    request_id: string;
    traceparent: string | null;
    occurred_at: Date;
    written_at: Generated<Date>;
    published_at: Date | null;
    attempt: Generated<number>;
  };
  outbox_streams: { name: string; created: string; last_seq: number };
  inbox: { consumer: string; event_id: string; handled_at: Generated<Date> };
  idempotency_keys: {
    actor_id: string;
    route: string;
    key: string;
    step: number;
    body_hash: string;
    result: Uint8Array | null;
    claimed_at: Date;
  };
}

/** The same database or transaction, seen as the kit's tables, which `DB` does not list though they stand beside it. */
export function kitTables<DB>(db: Transaction<DB>): Transaction<KitTables>;
export function kitTables<DB>(db: Kysely<DB>): Kysely<KitTables>;
export function kitTables(db: unknown) {
  return db;
}
