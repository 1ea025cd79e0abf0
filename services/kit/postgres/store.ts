import { startJobs } from '../jobs/worker.ts';
import type { AnyRetention, Retention } from '../runtime/retention.ts';
import type { Store } from '../runtime/store.ts';
import { postgresAddress } from '../runtime/store-addresses.ts';
import type { InTransaction } from './consumer-store.ts';
import { startConsumer } from './inbox.ts';
import { kitRetention } from './kit-tables.ts';
import { migrate } from './migrate.ts';
import { startRelay } from './outbox.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { kitJobs } from './sweep.ts';

/**
 * A database of the service's own; `migrations` is the absolute path of the folder of `0001-….sql`. What `retention` says
 * is kept for a number of days is deleted then.
 */
export function postgresStore<DB>(
  migrations: string,
  retention: Retention<DB>,
): Store<Postgres<DB>, InTransaction<DB>> {
  return {
    kind: 'postgres',
    variables: postgresAddress.variables,
    migrations,
    retention: { ...kitRetention, ...retention } as AnyRetention,
    read(env) {
      const url = postgresAddress.read(env);
      return {
        async open(ctx) {
          const postgres = await openPostgres<DB>(ctx, { url, migrations });
          return {
            value: postgres,
            startJobs: (jobs) => startJobs(ctx, postgres.jobStore, [...kitJobs(ctx, postgres.db, retention), ...jobs]),
            events: {
              startRelay: (bus) => startRelay(ctx, postgres, bus),
              startConsumer: (bus, handlers) => startConsumer(ctx, bus, postgres, handlers),
              onEmitted: (listener) => postgres.onEmitted(listener),
            },
          };
        },
        migrate: (ctx) => migrate(ctx, url, migrations),
      };
    },
  };
}
