import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';

/** The one file that loads graphile-worker, and is itself loaded when there are jobs to run. */
export { parseCronItem, run, runMigrations } from 'graphile-worker';

/**
 * What the library tells goes to the log as details: that a job failed or that the database is away is told once by
 * those who know what it means.
 */
export function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message) => log.debug({ ...scope, level }, `graphile-worker: ${message}`));
}
