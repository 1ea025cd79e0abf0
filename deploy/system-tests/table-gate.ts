import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { TestSystem } from './test-system.ts';

/** A table of a service that nothing is written to until the gate is opened. */
export interface TableGate {
  /** Resolves when a statement waits at the gate. */
  reached(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Closes a table of a service for writes, and with `reads` also for reads, so that a test can end the service between
 * two of its steps.
 */
export async function closeTable(own: TestSystem, service: string, table: string, reads = false): Promise<TableGate> {
  const [{ name } = {}] = await own.sql(service, 'select current_database() as name');
  const opening = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const opened = asAdministrator(
    own.system.stores.urls.postgres,
    async (client) => {
      await client.query('begin');
      await client.query(`lock table ${table} in ${reads ? 'access exclusive' : 'exclusive'} mode`);
      closed.resolve();
      await opening.promise;
      await client.query('commit');
    },
    String(name),
  );
  opened.catch(closed.reject);
  await closed.promise;
  const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: () =>
      until(async () => (await own.sql(service, waiting)).length > 0, `${service} waits for its table ${table}`),
    async open() {
      opening.resolve();
      await opened;
    },
  };
}
