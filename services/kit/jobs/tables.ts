import type { Generated } from 'kysely';

/** The tables of jobs beside those of the library; postgres/migrations makes them. */
export interface JobTables {
  jobWorkers: { id: string; aliveUntil: Date };
  jobStates: { jobId: number; done: number | null; total: number | null; cancelled: Generated<boolean> };
}
