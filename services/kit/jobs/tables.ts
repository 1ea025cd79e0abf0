import type { Generated } from 'kysely';

/** Job tables in addition to the library's; created in postgres/migrations. */
export interface JobTables {
  jobWorkers: { id: string; aliveUntil: Date };
  jobStates: { jobId: number; done: number | null; total: number | null; cancelled: Generated<boolean> };
}
