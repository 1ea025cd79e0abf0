import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Context } from '../core/context.ts';
import { isOutage } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { ColumnNames } from './column-names.ts';

/** The server's description of a result, sent before its rows. */
interface RowDescription {
  fields: { name: string }[];
}

declare module 'pg' {
  interface Query {
    /** Called by the connection; missing in the driver's types. */
    handleRowDescription(description: RowDescription): void;
  }
}

const usesBeforeNaming = 3;
const maxNamed = 120;

/**
 * Parses bigint as number (ids and counts stay far below 2^53) and date as the text `2026-03-01`, which has no time
 * zone; for this pool only.
 */
function customTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.DATE, String);
  return types;
}

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;
type Release = (error?: unknown) => void;

/**
 * Ignores a second release through a callback: graphile-worker releases the connection on which it listens twice if it
 * breaks while a replica stops. The driver throws then, in a promise that nobody handles, which ends the process.
 */
class DriverPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): unknown {
    if (!callback) return super.connect();
    return super.connect((error, client, release) => {
      if (error) return callback(error, client, release);
      let isReleased = false;
      callback(error, client, (fault) => {
        if (!isReleased) release(fault);
        isReleased = true;
      });
    });
  }
}

/** A pool that closes a connection as soon as a response is late or missing. */
export class Pool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #statements = new Statements();
  readonly #names = new ColumnNames();
  readonly options: object;

  constructor(ctx: Context, url: string, maxConnections: number) {
    const { factor, statementMs, storeMs } = ctx.timeLimits;
    this.#pool = new DriverPool({
      connectionString: url,
      application_name: ctx.name,
      max: maxConnections,
      connectionTimeoutMillis: storeMs,
      statement_timeout: statementMs,
      // Slightly longer than the server's own limit, for a server that does not respond at all.
      query_timeout: storeMs,
      idle_in_transaction_session_timeout: 10_000 * factor,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: customTypes(),
    });
    this.options = this.#pool.options;
    // A broken idle connection is replaced at the next use; without a listener it would end the process. Log only the
    // message, since the error contains the client; errors may still arrive while the pool ends.
    this.#pool.on('error', ({ message }) => {
      if (!this.#pool.ending) ctx.log.warn({ reason: message }, 'idle database connection lost');
    });
    // A connection that breaks while in use fails its next statement.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** The driver's pool, for a library that needs one. */
  get driver(): pg.Pool {
    return this.#pool;
  }

  registerMetrics(metrics: Metrics): void {
    const pool = this.#pool;
    metrics.gauge('db_pool_size', 'Maximum number of database connections', [], (gauge) => gauge.set(pool.options.max));
    metrics.gauge('db_pool_in_use', 'Database connections in use', [], (gauge) =>
      gauge.set(pool.totalCount - pool.idleCount),
    );
    metrics.gauge('db_pool_waiting', 'Requests waiting for a database connection', [], (gauge) =>
      gauge.set(pool.waitingCount),
    );
  }

  async connect(): Promise<PostgresPoolClient> {
    return new GuardedClient(await this.#pool.connect(), this.#statements, this.#names);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Names frequent statements, so that each connection parses and plans them once. Limited in number to bound the memory
 * of a connection.
 */
class Statements {
  readonly #seen = new LRUCache<string, { times: number; name?: string }>({ max: 1_000 });
  #named = 0;

  nameOf(sql: string): string | undefined {
    const known = this.#seen.get(sql) ?? { times: 0 };
    known.times += 1;
    if (known.times === 1) this.#seen.set(sql, known);
    // A migration may add columns to a `*` while we run; a cached plan would then fail.
    if (!known.name && known.times >= usesBeforeNaming && this.#named < maxNamed && !sql.includes('*'))
      known.name = `s${++this.#named}`;
    return known.name;
  }
}

/**
 * A named query whose column names are translated once per result, in the row description. A subclass, because the
 * driver copies query config objects, which costs more than the rest of the call.
 */
class Statement extends pg.Query {
  readonly name: string | undefined;
  readonly #names: ColumnNames;

  constructor(
    { text, values, name }: { text: string; values: unknown[]; name: string | undefined },
    names: ColumnNames,
    settle: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, values, settle);
    this.name = name;
    this.#names = names;
  }

  override handleRowDescription(description: RowDescription): void {
    for (const field of description.fields) field.name = this.#names.toCode(field.name);
    super.handleRowDescription(description);
  }
}

/**
 * One checkout of a connection. After the first error that indicates an outage, further statements (above all the
 * rollback) fail at once with the same error instead of waiting again, and the connection does not return to the pool.
 */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #statements: Statements;
  readonly #names: ColumnNames;
  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };
  #broken: unknown;

  constructor(client: pg.PoolClient, statements: Statements, names: ColumnNames) {
    this.#client = client;
    this.#statements = statements;
    this.#names = names;
    client.on('error', this.#onError);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('cursors are not used here');
    return this.#run(sql, parameters);
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#broken) throw this.#broken;
    try {
      const name = parameters.length > 0 ? this.#statements.nameOf(sql) : undefined;
      const { command, rowCount, rows } = await this.#send<R>(sql, [...parameters], name);
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (isOutage(error)) this.#broken = error;
      throw error;
    }
  }

  #send<R>(text: string, values: unknown[], name: string | undefined): Promise<{ rows: R[] } & pg.QueryResultBase> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | undefined, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
      this.#client.query(new Statement({ text, values, name }, this.#names, settle));
    });
  }

  release(destroy = false): void {
    this.#client.off('error', this.#onError);
    this.#client.release(destroy || this.#broken !== undefined);
  }
}
