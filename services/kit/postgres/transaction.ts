import type { Kysely, Transaction } from 'kysely';
import { withOwnStoreOnly } from '../core/own-store-only.ts';

/** One attempt at a transaction, in which a call to a peer throws. Services use `Postgres.transaction`, which is more. */
export const runTransaction = <DB, T>(db: Kysely<DB>, work: (db: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute((open) => withOwnStoreOnly(() => work(open)));
