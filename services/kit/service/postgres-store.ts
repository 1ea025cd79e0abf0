import type { Context } from '../core/context.ts';
import type { AnyRetention, Retention } from '../core/retention.ts';
import { jobLibraryTables } from '../jobs/schema.ts';
import { startJobs } from '../jobs/worker.ts';
import type { InTransaction } from '../postgres/consumer-store.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { kitRetention } from '../postgres/kit-tables.ts';
import { migrate, migrationTables } from '../postgres/migrate.ts';
import { startRelay } from '../postgres/outbox.ts';
import { openPostgres, type Postgres } from '../postgres/postgres.ts';
import type { OpenedStore, ServiceStore, StoreTx } from '../postgres/service-store.ts';
import { kitJobs } from '../postgres/sweep.ts';
import type { Store } from './store.ts';
import { postgresAddress } from './store-addresses.ts';

interface PostgresStoreOptions<DB, N> {
  /** The absolute path of the folder with `0001-….sql`. */
  migrations: string;
  /** Retention of each table; rows with an age limit are deleted by a job. */
  retention: Retention<DB>;
  /** Creates the service's store (`openStore`), shared by rules and event handlers; called once. */
  open: (postgres: Postgres<DB>, ctx: Context) => OpenedStore<DB, N>;
}

/** Declares the service's own database. A handler of `on` receives the service's store in its transaction, as `tx`. */
export function postgresStore<DB, N extends object>({
  migrations,
  retention,
  open,
}: PostgresStoreOptions<DB, N>): Store<ServiceStore<N>, InTransaction<StoreTx<N>>> {
  return {
    kind: 'postgres',
    variables: postgresAddress.variables,
    migrations,
    retention: { ...kitRetention, ...retention } as AnyRetention,
    data: { 'library table': { ...migrationTables, ...jobLibraryTables } },
    read(env) {
      const url = postgresAddress.read(env);
      return {
        async open(ctx) {
          const postgres = await openPostgres<DB>(ctx, { url, migrations });
          const store = open(postgres, ctx);
          const transactions = { postgres, bind: store.inTransaction };
          return {
            value: store,
            startJobs: (jobs) => startJobs(ctx, postgres.jobStore, [...kitJobs(ctx, postgres.db, retention), ...jobs]),
            events: {
              startRelay: (bus) => startRelay(ctx, postgres, bus),
              startConsumer: (bus, handlers) => startConsumer(ctx, bus, transactions, handlers),
              onEmitted: (listener) => postgres.onEmitted(listener),
            },
          };
        },
        migrate: (ctx) => migrate(ctx, url, migrations),
      };
    },
  };
}
