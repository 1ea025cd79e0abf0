import { sql, type Transaction } from 'kysely';
import type { JobDefinition } from './definition.ts';
import { seal } from './envelope.ts';
import type { JobTables } from './tables.ts';

const attempts = 5;

export interface EnqueueOptions {
  /**
   * While a job of this kind with this key waits, it takes the new payload and time, and no second one is made. One that
   * runs already is not touched: the new one runs after or beside it.
   */
  key?: string;
  /** Instead of the definition's. */
  priority?: number;
  /** Not before this time of the machine, which is not that of `ctx.clock`. */
  runAt?: Date;
  /** Instead of the definition's. */
  maxAttempts?: number;
}

/** As `Tx.enqueue`. */
export async function enqueue<P>(
  db: Transaction<JobTables>,
  definition: JobDefinition<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<string> {
  const { name, oneAtATime } = definition;
  const { key, priority = definition.priority, runAt = null, maxAttempts = definition.maxAttempts } = options;
  const sealed = seal(definition.schema.parse(payload));
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { rows } = await sql<{ id: string | null }>`
      select id::text from graphile_worker.add_job(
        identifier => ${name}, payload => ${sealed}::json, queue_name => ${oneAtATime ? name : null},
        run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::integer,
        job_key => ${key === undefined ? null : keyOf(name, key)}, priority => ${priority}::integer)`.execute(db);
    const id = rows[0]?.id;
    if (id) return id;
    // The one that waited with this key has begun in this moment: the next statement sees that.
  }
  throw new Error(`job ${name} could not be enqueued: its key is taken`);
}

/** The library knows one set of keys for all kinds of jobs. */
export const keyOf = (name: string, key: string): string => `${name}:${key}`;
