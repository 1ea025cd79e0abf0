import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, storeIn } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Actions } from './actions.ts';
import { Agents } from './agents.ts';
import type { AgentsDb } from './tables.ts';

const nouns = (db: Kysely<AgentsDb>) => ({ agents: new Agents(db), actions: new Actions(db) });

export type AgentsStore = ServiceStore<ReturnType<typeof nouns>>;

export const openAgentsStore = (postgres: Postgres<AgentsDb>): AgentsStore => openStore(postgres, nouns);

/** The store within the transaction in which an event takes effect. */
export const inTx = (tx: Tx<AgentsDb>) => storeIn(tx, nouns);
