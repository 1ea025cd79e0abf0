import { z } from 'zod';

const defaultAttempts = 10;

/** How jobs of one kind are run. */
export interface JobSettings {
  /** As in metrics and logs; unique within the service, and never changed while jobs of that name wait. */
  readonly name: string;
  readonly maxAttempts: number;
  readonly priority: number;
  readonly oneAtATime: boolean;
  /** When it is enqueued by itself. */
  readonly schedule: string | undefined;
}

/** Work that outlives the request and the process that asked for it. */
export interface JobDefinition<P> extends JobSettings {
  readonly schema: z.ZodType<P, P>;
}

export interface JobOptions {
  /** How often it is tried (10): the waits between attempts grow from 3 seconds to 2 hours, 3½ hours in all. */
  maxAttempts?: number;
  /** Of the jobs that are due those with the smaller number run first (0). */
  priority?: number;
  /** Over all copies of the service never two at once; the next one waits. */
  oneAtATime?: boolean;
}

/** What a payload must be, when it is enqueued and again when it is run: JSON, without conversions. */
interface Payload<P> {
  schema: z.ZodType<P, P>;
}

interface Schedule {
  /**
   * When it is enqueued by itself, once for all copies: minute, hour, day, month, weekday in UTC, e.g. `17 3 * * *`. A
   * time that passed while no copy ran is made up for within an hour. Two never run at once.
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
  return { name, schema, schedule, maxAttempts: defaultAttempts, priority: 0, ...settings, oneAtATime };
}

/** What a job at work knows of itself. */
export interface JobRun {
  readonly id: string;
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /**
   * Aborted when the job is cancelled, when another copy has it by now, and when this copy stops. Work that goes on for
   * long looks at it between two portions: `signal.throwIfAborted()`. After a stop it runs again soon, in another copy.
   */
  readonly signal: AbortSignal;
  /** Notes how far it is, in any unit; written twice a second at most. Throws when the signal is aborted. */
  progress(done: number, total?: number): Promise<void>;
}

/** A kind of job with what it does; what a service's `jobs` lists. */
export interface Job {
  readonly definition: JobSettings & { readonly schema: z.ZodType };
  /** Throws when the payload is not what the schema asks for. */
  readonly work: (payload: unknown, run: JobRun) => Promise<void>;
  /** As in `JobEnds`. */
  readonly onFailed: ((payload: unknown) => Promise<void>) | undefined;
}

export interface JobEnds<P> {
  /**
   * What is left to do when the job has failed for good: its last attempt failed, or its process died in it. A job of its
   * own does it, so it may run more than once, and after somebody had the job tried anew.
   */
  onFailed?: (payload: P) => Promise<void>;
}

/**
 * What a job does. It may run more than once: when it fails, when its process dies, even when it had just ended. So each
 * step leaves what it did where the next attempt finds it.
 */
export function job<P>(
  definition: JobDefinition<P>,
  work: (payload: P, run: JobRun) => Promise<void>,
  { onFailed }: JobEnds<P> = {},
): Job {
  const { schema } = definition;
  return {
    definition,
    work: async (payload, run) => work(schema.parse(payload), run),
    onFailed: onFailed && (async (payload) => onFailed(schema.parse(payload))),
  };
}
