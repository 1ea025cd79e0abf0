import type { Generated, Kysely, Transaction } from 'kysely';

/** The tables of migrations/: they stand in the database of every service that has one. */
export interface KitTables {
  outbox: {
    seq: Generated<number>;
    id: string;
    type: string;
    key: string | null;
    payload: Uint8Array;
    requestId: string;
    traceparent: string | null;
    occurredAt: Date;
    writtenAt: Generated<Date>;
    publishedAt: Date | null;
    attempt: Generated<number>;
  };
  outboxStreams: { name: string; created: string; lastSeq: number };
  consumerCopies: { id: string; aliveUntil: Date };
  eventPartitions: { partition: number; holder: string | null };
  consumerPositions: { consumer: string; partition: number; streamCreated: string; seq: number };
  parkedEvents: {
    consumer: string;
    id: string;
    partition: number;
    key: string;
    seq: number;
    type: string;
    payload: Uint8Array;
    requestId: string;
    traceparent: string | null;
    occurredAt: Date;
    writtenAt: Date | null;
    deliveries: number;
    dueAt: Date;
  };
  inbox: { consumer: string; eventId: string; handledAt: Generated<Date> };
  jobWorkers: { id: string; aliveUntil: Date };
  jobStates: { jobId: number; done: number | null; total: number | null; cancelled: Generated<boolean> };
  idempotencyKeys: {
    actorId: string;
    route: string;
    key: string;
    step: number;
    bodyHash: string;
    result: Uint8Array | null;
    claimedAt: Date;
  };
  goneActors: { actorId: string };
}

/** The same database or transaction, seen as the kit's tables, which `DB` does not list though they stand beside it. */
export function kitTables<DB>(db: Transaction<DB>): Transaction<KitTables>;
export function kitTables<DB>(db: Kysely<DB>): Kysely<KitTables>;
export function kitTables(db: unknown) {
  return db;
}
