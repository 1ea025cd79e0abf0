import type { Kysely } from 'kysely';
import type { Postgres, Tx } from './postgres.ts';

/** Creates one store class per noun, all using the same database or transaction. */
type Nouns<DB, N> = (db: Kysely<DB>) => N;

/** A service's store: `store.tribes.…` for reads, `store.transaction((tx) => tx.tribes.…)` for writes. */
export type ServiceStore<N> = N & {
  /** Like `Postgres.transaction`: the result of `work` must be plain data. */
  transaction<T>(work: (tx: StoreTx<N>) => Promise<T>): Promise<T>;
};

/** The store within one transaction, with the methods that emit events and enqueue jobs. */
export type StoreTx<N> = N & Omit<Tx<never>, 'db'>;

/** A service's store as returned by `openStore`; rules receive it as a `ServiceStore`. */
export type OpenedStore<DB, N> = ServiceStore<N> & {
  /** Binds the store to a transaction opened by the kit, such as the one that applies an event. */
  inTransaction(tx: Tx<DB>): StoreTx<N>;
};

/**
 * Opens a service's store by noun:
 * `openStore(postgres, (db) => ({ tribes: new Tribes(db), members: new Members(db) }))`.
 */
export function openStore<DB, N extends object>(postgres: Postgres<DB>, nouns: Nouns<DB, N>): OpenedStore<DB, N> {
  const inTransaction = ({ db, ...more }: Tx<DB>): StoreTx<N> => Object.assign(nouns(db), more);
  return Object.assign(nouns(postgres.db), {
    transaction: <T>(work: (tx: StoreTx<N>) => Promise<T>) => postgres.transaction((tx) => work(inTransaction(tx))),
    inTransaction,
  });
}
