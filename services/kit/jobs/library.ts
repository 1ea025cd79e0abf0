import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';

/** The only file that imports graphile-worker; loaded only when there are jobs to run. */
export { parseCronItem, run, runMigrations } from 'graphile-worker';

/**
 * Returns a logger that writes the library's messages at debug level: failed jobs and an unavailable database are
 * logged once by our own code.
 */
export function loggerTo(log: Log): Logger {
  return new Logger((fields) => (level, message) => log.debug({ ...fields, level }, `graphile-worker: ${message}`));
}
