import type { Kysely, Transaction } from 'kysely';
import { withOwnStoreOnly } from '../core/own-store-only.ts';

/** Runs one transaction, in which calls to peers throw. Services use `Postgres.transaction`, which adds retries. */
export const runTransaction = <DB, T>(db: Kysely<DB>, work: (db: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute((open) => withOwnStoreOnly(() => work(open)));
