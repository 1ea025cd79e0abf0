import type { AnyRetention, Retention } from '../core/retention.ts';
import { startJobs } from '../jobs/worker.ts';
import type { InTransaction } from '../postgres/consumer-store.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { kitRetention } from '../postgres/kit-tables.ts';
import { migrate } from '../postgres/migrate.ts';
import { startRelay } from '../postgres/outbox.ts';
import { openPostgres, type Postgres } from '../postgres/postgres.ts';
import { kitJobs } from '../postgres/sweep.ts';
import type { Store } from './store.ts';
import { postgresAddress } from './store-addresses.ts';

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
