import type { Generated, Kysely, Transaction } from 'kysely';
import type { Retention } from '../core/retention.ts';
import { inboxDays, retentionDays } from '../events/event-retention.ts';
import type { JobTables } from '../jobs/tables.ts';

/** The tables of migrations/, which every service with Postgres has in its database. */
export interface KitTables extends JobTables {
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
    /** Time of the first publication. */
    publishedAt: Date | null;
    replayPending: Generated<boolean>;
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
    outboxSequence: number | null;
    writtenAt: Date | null;
    deliveries: number;
    dueAt: Date;
  };
  inbox: { consumer: string; eventId: string; handledAt: Generated<Date> };
  idempotencyKeys: {
    actorId: string;
    route: string;
    key: string;
    step: number;
    bodyHash: string;
    result: Uint8Array | null;
    claimedAt: Date;
  };
  goneActors: { actorId: string; goneAt: Generated<Date> };
}

/**
 * Retention of the kit's tables. An event expires by its first publication, whether or not it is replayed, so its inbox
 * row is kept longer than any copy of it.
 */
export const kitRetention: Retention<KitTables> = {
  outbox: { days: retentionDays, since: 'publishedAt' },
  outboxStreams: { until: 'the stream is created again: one row per stream' },
  consumerCopies: { until: 'the process ends, or one hour after the process was killed' },
  eventPartitions: { until: 'never: one row per partition' },
  consumerPositions: { until: 'never: one row per consumer and partition' },
  parkedEvents: { until: 'the event is handled, or its last attempt fails' },
  inbox: { days: inboxDays, since: 'handledAt' },
  jobWorkers: { until: 'the process ends, or another process detects the expired lease' },
  jobStates: { until: 'the job has ended' },
  idempotencyKeys: { days: 1, since: 'claimedAt' },
  // No request, event or job lives longer.
  goneActors: { days: 90, since: 'goneAt' },
};

/** Types a service's database or transaction as the kit's tables, which `DB` does not list. */
export function kitTables<DB>(db: Transaction<DB>): Transaction<KitTables>;
export function kitTables<DB>(db: Kysely<DB>): Kysely<KitTables>;
export function kitTables(db: unknown) {
  return db;
}
