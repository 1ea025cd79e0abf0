import type { Kysely } from 'kysely';
import type { Postgres, Tx } from './postgres.ts';

/** A class for each noun, with every statement about it; all over the same database or transaction. */
type Nouns<DB, N> = (db: Kysely<DB>) => N;

/** What a service keeps: `store.tribes.…` for reading, `store.transaction((tx) => tx.tribes.…)` for changing. */
export type ServiceStore<N> = N & {
  /** As `Postgres.transaction`: what `work` resolves to is plain data. */
  transaction<T>(work: (tx: StoreTx<N>) => Promise<T>): Promise<T>;
};

/** The same within one transaction, and the events that are published and the jobs that are run after its commit. */
export type StoreTx<N> = N & Omit<Tx<never>, 'db'>;

/** A service's store as it is opened; rules get it as a `ServiceStore`. */
export type OpenedStore<DB, N> = ServiceStore<N> & {
  /** The store within a transaction that the kit began: the one in which an event takes effect. */
  inTransaction(tx: Tx<DB>): StoreTx<N>;
};

/** A service's store by noun: `openStore(postgres, (db) => ({ tribes: new Tribes(db), members: new Members(db) }))`. */
export function openStore<DB, N extends object>(postgres: Postgres<DB>, nouns: Nouns<DB, N>): OpenedStore<DB, N> {
  const inTransaction = ({ db, ...more }: Tx<DB>): StoreTx<N> => Object.assign(nouns(db), more);
  return Object.assign(nouns(postgres.db), {
    transaction: <T>(work: (tx: StoreTx<N>) => Promise<T>) => postgres.transaction((tx) => work(inTransaction(tx))),
    inTransaction,
  });
}
