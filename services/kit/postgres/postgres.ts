import { serialize } from 'node:v8';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Context } from '../core/context.ts';
import { codeOf } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import { type EmittedEvent, type EventRecord, type EventType, recordEvent } from '../events/events.ts';
import type { JobDefinition } from '../jobs/definition.ts';
import { type EnqueueOptions, enqueue } from '../jobs/enqueue.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { JobStore } from '../jobs/worker.ts';
import { ActorBulkheads } from './actor-bulkheads.ts';
import { NamingDialect } from './column-names.ts';
import { findDeletedActors, isActorDeleted, removeActor, requireActorPresent } from './deleted-actors.ts';
import { enqueueClaimDeletion, IdempotencyClaims, runIdempotent } from './idempotency.ts';
import { type KitTables, kitTables } from './kit-tables.ts';
import { migrate } from './migrate.ts';
import { Pool } from './pool.ts';
import { runTransaction } from './transaction.ts';

const attempts = 3;
const defaultMaxConnections = 9;
/** Share of the connections that the transactions of one user may use at once. */
const actorShare = 1 / 3;
/** Events per insert statement, so that none takes long. */
const portionSize = 5_000;

export interface PostgresOptions {
  url: string;
  /** Absolute path of the folder with `0001-….sql`. */
  migrations: string;
  maxConnections?: number;
}

/** An open transaction. */
export interface Tx<DB> {
  db: Transaction<DB>;
  /** Emits an event: written with the transaction, published after its commit. */
  emit<P>(type: EventType<P>, payload: NoInfer<P>): void;
  /**
   * Enqueues a job that any replica of the service runs after the commit; a rollback discards it. Resolves to the job's
   * id. Throws when the payload does not match the definition's schema.
   */
  enqueue<P>(definition: JobDefinition<P>, payload: NoInfer<P>, options?: EnqueueOptions): Promise<string>;
  /**
   * Marks an actor as deleted: transactions of their pending requests throw 401, and a job deletes their idempotency
   * keys. Waits for their open transactions, so call it first in the transaction.
   */
  removeActor(actorId: string): Promise<void>;
  /** Returns whether an actor was removed; call it first in a transaction that writes for them on another's request. */
  isActorDeleted(actorId: string): Promise<boolean>;
  /** Returns those of these actors who were removed, by one statement; call it first, as `isActorDeleted`. */
  findDeletedActors(actorIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Enqueues the deletion of the stored results of this user's idempotent requests, which contain what they sent. */
  forgetRequests(userId: string): Promise<void>;
  /** Registers a callback that runs after the commit, before `transaction` resolves; a failure is only logged. */
  afterCommit(callback: () => Promise<void> | void): void;
}

export interface Postgres<DB> {
  /** For reads outside of a transaction. */
  readonly db: Kysely<DB>;
  /** Finds, cancels and retries jobs. */
  readonly jobs: Jobs;
  /** The store passed to `startJobs`. */
  readonly jobStore: JobStore;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. Retried after a serialization
   * failure or deadlock (three attempts), so `work` must have no effect outside of it. Calls to peers throw in it.
   *
   * In a request with an `Idempotency-Key` a transaction that was committed before is not run again: its stored result
   * is returned (idempotency.ts). The result of `work` must therefore be plain data (tests throw for anything else) and
   * contain all that the rest of the request needs; events and `afterCommit` callbacks belong to the first run.
   *
   * Throws 401 `unauthenticated` in a request of a user who was removed (`removeActor`). One user's transactions use a
   * third of the connections at once, and the others wait (actor-bulkheads.ts).
   */
  transaction<T>(work: (tx: Tx<DB>) => Promise<T>): Promise<T>;
  /** Calls `listener` with the events of every commit that emitted some. */
  onEmitted(listener: (events: readonly EmittedEvent[]) => void): void;
}

/**
 * Opens a service's database: waits for the server, migrates, and creates the pool. While the server is unavailable,
 * calls fail within three seconds with an error that maps to 503.
 */
export async function openPostgres<DB>(ctx: Context, options: PostgresOptions): Promise<Postgres<DB>> {
  await migrate(ctx, options.url, options.migrations);
  const { maxConnections = defaultMaxConnections } = options;
  const pool = new Pool(ctx, options.url, maxConnections);
  const db = new Kysely<DB>({ dialect: new NamingDialect({ pool }) });
  const kit = kitTables(db);
  pool.registerMetrics(ctx.metrics);
  ctx.readyWhen('postgres', async () => (await sql`select 1`.execute(db)).rows.length === 1);
  ctx.onStop('postgres', () => pool.end());
  const bulkheads = new ActorBulkheads(Math.ceil(maxConnections * actorShare), ctx.timeLimits.storeMs);
  return new PooledPostgres(ctx, db, { db: kit, pool: pool.driver }, bulkheads);
}

class PooledPostgres<DB> implements Postgres<DB> {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly jobStore: JobStore;
  readonly #ctx: Context;
  readonly #bulkheads: ActorBulkheads;
  readonly #claims = new IdempotencyClaims();
  readonly #listeners: ((events: readonly EmittedEvent[]) => void)[] = [];

  constructor(ctx: Context, db: Kysely<DB>, jobStore: JobStore, bulkheads: ActorBulkheads) {
    this.#ctx = ctx;
    this.#bulkheads = bulkheads;
    this.db = db;
    this.jobStore = jobStore;
    this.jobs = new Jobs(jobStore.db);
  }

  onEmitted(listener: (events: readonly EmittedEvent[]) => void): void {
    this.#listeners.push(listener);
  }

  async transaction<T>(work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
    const claim = this.#claims.next();
    return this.#bulkheads.execute(() => this.#retry(work, claim));
  }

  async #retry<T>(work: (tx: Tx<DB>) => Promise<T>, claim: ReturnType<IdempotencyClaims['next']>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work, claim);
      } catch (error) {
        if (attempt === attempts || !isContention(error)) throw error;
        await pause(Math.random() * 20 * attempt, this.#ctx.stopping);
      }
    }
  }

  async #attempt<T>(work: (tx: Tx<DB>) => Promise<T>, claim: ReturnType<IdempotencyClaims['next']>): Promise<T> {
    const events: EventRecord[] = [];
    const callbacks: (() => Promise<void> | void)[] = [];
    const result = await runTransaction(this.db, async (db) => {
      const kit = kitTables(db);
      await requireActorPresent(kit);
      const run = async () => {
        const value = await work({
          db,
          emit: (type, payload) => events.push(recordEvent(this.#ctx, type, payload)),
          enqueue: (definition, payload, options) => enqueue(kit, definition, payload, options),
          removeActor: (actorId) => removeActor(kit, actorId),
          isActorDeleted: (actorId) => isActorDeleted(kit, actorId),
          findDeletedActors: (actorIds) => findDeletedActors(kit, actorIds),
          forgetRequests: (userId) => enqueueClaimDeletion(kit, userId),
          afterCommit: (callback) => callbacks.push(callback),
        });
        if (this.#ctx.checkResponses) serialize(value);
        await saveEvents(kit, events);
        return value;
      };
      return claim ? runIdempotent(kit, claim, this.#ctx.clock.now(), run) : run();
    });
    await this.#finish(events, callbacks);
    return result;
  }

  async #finish(events: readonly EmittedEvent[], callbacks: readonly (() => Promise<void> | void)[]): Promise<void> {
    if (events.length > 0) for (const listener of this.#listeners) listener(events);
    for (const callback of callbacks) {
      try {
        await callback();
      } catch (error) {
        this.#ctx.log.error({ err: error }, 'afterCommit callback failed');
      }
    }
  }
}

/**
 * Called last in the transaction, with its locks acquired: of two transactions on the same rows, the later one gets the
 * later outbox sequence.
 */
async function saveEvents(db: Transaction<KitTables>, events: readonly EventRecord[]): Promise<void> {
  for (let from = 0; from < events.length; from += portionSize)
    await insertEvents(db, events.slice(from, from + portionSize));
}

/** One array per column, because a statement has at most 65,535 parameters and an event has seven. */
async function insertEvents(db: Transaction<KitTables>, events: readonly EventRecord[]): Promise<void> {
  const arrays = [
    sql`${events.map(({ id }) => id)}::uuid[]`,
    sql`${events.map(({ type }) => type)}::text[]`,
    sql`${events.map(({ key = null }) => key)}::text[]`,
    sql`${events.map(({ payload }) => Buffer.from(payload))}::bytea[]`,
    sql`${events.map(({ requestId }) => requestId)}::text[]`,
    sql`${events.map(({ traceparent = null }) => traceparent)}::text[]`,
    sql`${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[]`,
  ];
  await sql`
    insert into outbox (id, type, key, payload, request_id, traceparent, occurred_at)
    select id, type, key, payload, request_id, traceparent, occurred_at
    from unnest(${sql.join(arrays)}) with ordinality
      as event (id, type, key, payload, request_id, traceparent, occurred_at, ordinal)
    order by ordinal`.execute(db);
}

/** Serialization failure or deadlock: a retry may succeed. */
const isContention = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';
