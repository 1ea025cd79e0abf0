import type { WorkerEvents } from 'graphile-worker';
import type { Job } from './definition.ts';

/**
 * Counts the running jobs of a runner that have a limit per replica. Its queries for a job are made one after the
 * other, so that each knows which jobs the earlier ones took.
 */
export class ReplicaLimits {
  readonly #limits: ReadonlyMap<string, number>;
  readonly #running = new Map<string, number>();
  #queryEnded: Promise<void> = Promise.resolve();
  #endQuery: () => void = () => undefined;

  constructor(jobs: readonly Job[], events: WorkerEvents) {
    const limits = jobs.map(({ definition: { name, perReplica } }) => [name, perReplica] as const);
    this.#limits = new Map(limits.flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit] as const])));
    events.on('job:start', ({ job }) => {
      this.#count(job.task_identifier, 1);
      this.#endQuery();
    });
    events.on('worker:getJob:empty', () => this.#endQuery());
    events.on('worker:getJob:error', () => this.#endQuery());
    events.on('job:complete', ({ job }) => this.#count(job.task_identifier, -1));
  }

  /** Resolves, before a query for a job, to the flags of the jobs that it must leave out. */
  async beginQuery(): Promise<string[] | null> {
    if (this.#limits.size === 0) return null;
    const earlier = this.#queryEnded;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queryEnded = promise;
    await earlier;
    this.#endQuery = resolve;
    const full = [...this.#limits].filter(([name, limit]) => (this.#running.get(name) ?? 0) >= limit);
    return full.map(([name]) => name);
  }

  #count(name: string, change: 1 | -1): void {
    if (this.#limits.has(name)) this.#running.set(name, (this.#running.get(name) ?? 0) + change);
  }
}
