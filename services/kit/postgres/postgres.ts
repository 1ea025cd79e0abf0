import { serialize } from 'node:v8';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Context } from '../core/context.ts';
import { codeOf } from '../core/errors.ts';
import { pause } from '../core/loop.ts';
import { type EventRecord, type EventType, recordEvent } from '../events/events.ts';
import type { JobDefinition } from '../jobs/definition.ts';
import { type EnqueueOptions, enqueue } from '../jobs/enqueue.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { JobStore } from '../jobs/worker.ts';
import { NamingDialect } from './column-names.ts';
import { isActorDeleted, removeActor, requireActorPresent } from './deleted-actors.ts';
import { forgetClaims, IdempotencyClaims, runIdempotent } from './idempotency.ts';
import { type KitTables, kitTables } from './kit-tables.ts';
import { migrate } from './migrate.ts';
import { Pool } from './pool.ts';
import { runTransaction } from './transaction.ts';

const attempts = 3;
/** Events that one statement keeps, so that none takes long. */
const portionSize = 5_000;

export interface PostgresOptions {
  url: string;
  /** Absolute path of the folder of `0001-….sql`. */
  migrations: string;
  maxConnections?: number;
}

/** A transaction at work. */
export interface Tx<DB> {
  db: Transaction<DB>;
  /** Says that something happened: kept with the transaction, published after it. */
  emit<P>(type: EventType<P>, payload: NoInfer<P>): void;
  /**
   * Has a job run after the commit, by any copy of the service; none is, when the transaction is rolled back. Resolves to
   * the job's id. Throws when the payload is not what the definition's schema asks for.
   */
  enqueue<P>(definition: JobDefinition<P>, payload: NoInfer<P>, options?: EnqueueOptions): Promise<string>;
  /**
   * Somebody is gone for good: what their repeated requests are answered with is forgotten, and their requests that are
   * still on their way write nothing any more. Waits for their transactions, so it comes first in its own.
   */
  removeActor(actorId: string): Promise<void>;
  /** Whether somebody was removed, asked first in a transaction that writes for them on another's request. */
  isActorDeleted(actorId: string): Promise<boolean>;
  /** Forgets what repeated requests of this user are answered with: what they sent stands in it. */
  forgetRequests(userId: string): Promise<void>;
  /** Run when the transaction is committed and before its caller goes on; a failure is logged, no more. */
  afterCommit(what: () => Promise<void> | void): void;
}

export interface Postgres<DB> {
  /** For reading outside of a transaction. */
  readonly db: Kysely<DB>;
  /** What was enqueued: how far it is, and how it is ended. */
  readonly jobs: Jobs;
  /** What jobs are run from. */
  readonly jobStore: JobStore;
  /**
   * Commits what `work` did when it resolves, rolls back when it throws. Run again (three times at most) when the
   * database asks for it, so `work` must leave no trace outside of the transaction. A call to a peer throws in it.
   *
   * In a request with an `Idempotency-Key` a transaction that was committed before is not run again: its result of
   * that time is given (idempotency.ts). So what `work` resolves to must be plain data (tests refuse what cannot be
   * kept) and all that the rest of the request needs; what it would have emitted or done after the commit was done the
   * first time.
   *
   * In a request of a user who was removed (`removeActor`) it throws 401 `unauthenticated`.
   */
  transaction<T>(work: (tx: Tx<DB>) => Promise<T>): Promise<T>;
  /** Called after every commit that emitted an event. */
  onEmitted(listener: () => void): void;
}

/**
 * Opens a service's own database: waits for the server, migrates, and keeps a pool. A call while the server is away
 * fails within three seconds with an error that is answered as 503.
 */
export async function openPostgres<DB>(ctx: Context, options: PostgresOptions): Promise<Postgres<DB>> {
  await migrate(ctx, options.url, options.migrations);
  const pool = new Pool(ctx, options.url, options.maxConnections ?? 9);
  const db = new Kysely<DB>({ dialect: new NamingDialect({ pool }) });
  const kit = kitTables(db);
  pool.show(ctx.metrics);
  ctx.readyWhen('postgres', async () => (await sql`select 1`.execute(db)).rows.length === 1);
  ctx.onStop('postgres', () => pool.end());
  return new PooledPostgres(ctx, db, { db: kit, pool: pool.driver });
}

class PooledPostgres<DB> implements Postgres<DB> {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly jobStore: JobStore;
  readonly #ctx: Context;
  readonly #claims = new IdempotencyClaims();
  readonly #listeners: (() => void)[] = [];

  constructor(ctx: Context, db: Kysely<DB>, jobStore: JobStore) {
    this.#ctx = ctx;
    this.db = db;
    this.jobStore = jobStore;
    this.jobs = new Jobs(jobStore.db);
  }

  onEmitted(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async transaction<T>(work: (tx: Tx<DB>) => Promise<T>): Promise<T> {
    const claim = this.#claims.next();
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
    const afterwards: (() => Promise<void> | void)[] = [];
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
          forgetRequests: (userId) => forgetClaims(kit, userId),
          afterCommit: (what) => afterwards.push(what),
        });
        if (this.#ctx.checkAnswers) serialize(value);
        await saveEvents(kit, events);
        return value;
      };
      return claim ? runIdempotent(kit, claim, this.#ctx.clock.now(), run) : run();
    });
    await this.#finish(events.length > 0, afterwards);
    return result;
  }

  async #finish(emitted: boolean, afterwards: readonly (() => Promise<void> | void)[]): Promise<void> {
    if (emitted) for (const listener of this.#listeners) listener();
    for (const what of afterwards) {
      try {
        await what();
      } catch (error) {
        this.#ctx.log.error({ err: error }, 'failed after the commit');
      }
    }
  }
}

/**
 * Written last in the transaction, when it holds its locks: of two transactions about the same rows the later one
 * takes the later place in the outbox.
 */
async function saveEvents(db: Transaction<KitTables>, events: readonly EventRecord[]): Promise<void> {
  for (let from = 0; from < events.length; from += portionSize)
    await insertEvents(db, events.slice(from, from + portionSize));
}

/** An array for each column: a statement takes 65,535 parameters at most, and an event has seven. */
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
      as event (id, type, key, payload, request_id, traceparent, occurred_at, place)
    order by place`.execute(db);
}

/** Serialization failure or deadlock: the same transaction may well succeed now. */
const isContention = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';
