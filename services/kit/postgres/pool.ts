import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Context } from '../core/context.ts';
import { isOutage } from '../core/errors.ts';
import type { Metrics } from '../core/metrics.ts';
import { ColumnNames } from './column-names.ts';

/** What the server says of a result before its rows. */
interface RowDescription {
  fields: { name: string }[];
}

declare module 'pg' {
  interface Query {
    /** Called by the connection; the driver's own types leave it out. */
    handleRowDescription(description: RowDescription): void;
  }
}

const usesBeforeNaming = 3;
const maxNamed = 120;

/**
 * bigint as a number (ids and counts stay far below 2^53) and date as the text `2026-03-01`, which has no time zone to
 * get wrong; for this pool only.
 */
function customTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.DATE, String);
  return types;
}

/** A pool whose connections are thrown away as soon as they answer late or not at all. */
export class Pool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #statements = new Statements();
  readonly #names = new ColumnNames();
  readonly options: object;

  constructor(ctx: Context, url: string, maxConnections: number) {
    const { factor, statementMs, storeMs } = ctx.timeLimits;
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: ctx.name,
      max: maxConnections,
      connectionTimeoutMillis: storeMs,
      statement_timeout: statementMs,
      // A little later than the server's own limit, for a server that no longer answers at all.
      query_timeout: storeMs,
      idle_in_transaction_session_timeout: 10_000 * factor,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: customTypes(),
    });
    this.options = this.#pool.options;
    // An idle connection that breaks is replaced at the next use; unheard, it would end the process. The error carries
    // the whole client, and the end of a pool does not wait until the last of them has been told.
    this.#pool.on('error', ({ message }) => {
      if (!this.#pool.ending) ctx.log.warn({ reason: message }, 'idle database connection lost');
    });
    // One that breaks while somebody has it tells that person with the next statement.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** For a library that works with a pool itself. */
  get driver(): pg.Pool {
    return this.#pool;
  }

  show(metrics: Metrics): void {
    const pool = this.#pool;
    metrics.gauge('db_pool_size', 'Database connections there may be', [], (gauge) => gauge.set(pool.options.max));
    metrics.gauge('db_pool_in_use', 'Database connections at work', [], (gauge) =>
      gauge.set(pool.totalCount - pool.idleCount),
    );
    metrics.gauge('db_pool_waiting', 'Callers that wait for a database connection', [], (gauge) =>
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
 * Names for the statements that come again and again: each connection has such a statement read and planned once
 * instead of every time. Few enough that what a connection keeps stays small.
 */
class Statements {
  readonly #seen = new LRUCache<string, { times: number; name?: string }>({ max: 1_000 });
  #named = 0;

  nameOf(sql: string): string | undefined {
    const known = this.#seen.get(sql) ?? { times: 0 };
    known.times += 1;
    if (known.times === 1) this.#seen.set(sql, known);
    // The columns of a `*` may become more while we run; a plan that was kept would then fail.
    if (!known.name && known.times >= usesBeforeNaming && this.#named < maxNamed && !sql.includes('*'))
      known.name = `s${++this.#named}`;
    return known.name;
  }
}

/**
 * A query with a name, whose rows have the code's names of the columns: they are translated once for a result, where the
 * driver is told its columns. The driver takes a description of a query, too, and copies it with more care than all the
 * rest needs.
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
 * One use of a connection. After the first sign that the server is away, what follows (the rollback above all) fails
 * at once with the same error instead of waiting again, and the connection does not return to the pool.
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
