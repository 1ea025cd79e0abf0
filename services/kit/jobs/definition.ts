import { z } from 'zod';

const defaultAttempts = 10;

/** Settings for running the jobs of one kind. */
export interface JobSettings {
  /** As in metrics and logs; unique within the service, and never changed while jobs of that name wait. */
  readonly name: string;
  readonly maxAttempts: number;
  readonly priority: number;
  readonly oneAtATime: boolean;
  /** Undefined without a limit. */
  readonly perReplica: number | undefined;
  /** Cron expression by which it is enqueued, if any. */
  readonly schedule: string | undefined;
}

/** A kind of job: persistent work that outlives the request and the process that enqueued it. */
export interface JobDefinition<P> extends JobSettings {
  readonly schema: z.ZodType<P, P>;
}

export interface JobOptions {
  /** Maximum number of attempts (10); the waits between them grow from 3 seconds to 2 hours, 3½ hours in all. */
  maxAttempts?: number;
  /** Due jobs with a smaller number run first (0). */
  priority?: number;
  /** Runs at most one at a time over all replicas of the service; the others wait. */
  oneAtATime?: boolean;
  /**
   * Runs at most this many at a time in a replica, less than `jobsAtOnce`; the others wait in the order of their
   * priorities, and do not keep other kinds of jobs from running.
   */
  perReplica?: number;
}

/** Schema of the payload, checked when enqueued and when run: JSON, without conversions. */
interface Payload<P> {
  schema: z.ZodType<P, P>;
}

interface Schedule {
  /**
   * Cron expression in UTC (minute, hour, day, month, weekday), e.g. `17 3 * * *`; enqueued once for all replicas. A
   * time missed while no replica ran is made up for within an hour. At most one runs at a time.
   */
  schedule?: string;
}

type NoPayload = Record<string, never>;

/** Declares a kind of job: `defineJob('sendContactMail', { schema: z.object({ id: z.uuid() }) })`. */
export function defineJob<P>(name: string, options: JobOptions & Payload<P>): JobDefinition<P>;
export function defineJob(name: string, options: JobOptions & Schedule): JobDefinition<NoPayload>;
export function defineJob(
  name: string,
  options: JobOptions & Schedule & Partial<Payload<unknown>>,
): JobDefinition<unknown> {
  const { schema = z.object({}), schedule, ...settings } = options;
  const oneAtATime = settings.oneAtATime ?? schedule !== undefined;
  const defaults = { maxAttempts: defaultAttempts, priority: 0, perReplica: undefined };
  return { name, schema, schedule, ...defaults, ...settings, oneAtATime };
}

/** The context of a running job. */
export interface JobRun {
  readonly id: string;
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /**
   * Aborted when the job is cancelled, when its lease is lost, and when this replica stops. Long work checks it between
   * two portions with `signal.throwIfAborted()`. After a stop the job soon runs again, in another replica.
   */
  readonly signal: AbortSignal;
  /** Saves the progress, in any unit, at most twice a second. Throws when the signal is aborted. */
  progress(done: number, total?: number): Promise<void>;
}

/** A job definition with its implementation, as listed in a service's `jobs`. */
export interface Job {
  readonly definition: JobSettings & { readonly schema: z.ZodType };
  /** Throws when the payload does not match the schema. */
  readonly work: (payload: unknown, run: JobRun) => Promise<void>;
  /** See `JobFailureOptions`. */
  readonly onFailed: ((payload: unknown) => Promise<void>) | undefined;
}

export interface JobFailureOptions<P> {
  /**
   * Called when the job has failed for good: its last attempt failed, or its process died in it. Runs as a separate
   * job, so it may run more than once, and also after the failed job was retried manually.
   */
  onFailed?: (payload: P) => Promise<void>;
}

/**
 * Implements a kind of job. `work` may run more than once: after a failure, after its process died, even just after it
 * ended. Each step must therefore persist its result for the next attempt.
 */
export function job<P>(
  definition: JobDefinition<P>,
  work: (payload: P, run: JobRun) => Promise<void>,
  { onFailed }: JobFailureOptions<P> = {},
): Job {
  const { schema } = definition;
  return {
    definition,
    work: async (payload, run) => work(schema.parse(payload), run),
    onFailed: onFailed && (async (payload) => onFailed(schema.parse(payload))),
  };
}
