import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx, storeIn } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Levels } from './levels.ts';
import { Members } from './members.ts';
import type { TribesDb } from './tables.ts';
import { Tribes } from './tribes.ts';

const nouns = (db: Kysely<TribesDb>) => ({
  tribes: new Tribes(db),
  members: new Members(db),
  levels: new Levels(db),
});

export type TribesStore = ServiceStore<ReturnType<typeof nouns>>;
export type TribesTx = StoreTx<ReturnType<typeof nouns>>;

export const openTribesStore = (postgres: Postgres<TribesDb>): TribesStore => openStore(postgres, nouns);

export const inTx = (tx: Tx<TribesDb>): TribesTx => storeIn(tx, nouns);
