import { sql, type Transaction } from 'kysely';
import type { JobDefinition } from './definition.ts';
import { seal } from './envelope.ts';
import type { JobTables } from './tables.ts';

const attempts = 5;

export interface EnqueueOptions {
  /**
   * Deduplicates: a waiting job of this kind with this key gets the new payload and time instead of a second job being
   * created. A running one is not changed: the new job runs after it or concurrently.
   */
  key?: string;
  /** Overrides the definition. */
  priority?: number;
  /** Earliest start, in machine time (not `ctx.clock`). */
  runAt?: Date;
  /** Overrides the definition. */
  maxAttempts?: number;
}

/** Implements `Tx.enqueue`: adds a job within the transaction and returns its id; throws for an invalid payload. */
export async function enqueue<P>(
  db: Transaction<JobTables>,
  definition: JobDefinition<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<string> {
  const { name, oneAtATime, perReplica } = definition;
  const { key, priority = definition.priority, runAt = null, maxAttempts = definition.maxAttempts } = options;
  const sealed = seal(definition.schema.parse(payload));
  // By its flag the workers leave it out while as many are running.
  const flags = perReplica === undefined ? null : [name];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { rows } = await sql<{ id: string | null }>`
      select id::text from graphile_worker.add_job(
        identifier => ${name}, payload => ${sealed}::json, queue_name => ${oneAtATime ? name : null},
        run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::integer,
        job_key => ${key === undefined ? null : keyOf(name, key)}, priority => ${priority}::integer,
        flags => ${flags}::text[])`.execute(db);
    const id = rows[0]?.id;
    if (id) return id;
    // The waiting job with this key has just started; the next statement sees that.
  }
  throw new Error(`job ${name} could not be enqueued: its key is taken`);
}

/** Returns the library's job key, which is unique over all kinds of jobs. */
export const keyOf = (name: string, key: string): string => `${name}:${key}`;
