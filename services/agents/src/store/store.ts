import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Actions } from './actions.ts';
import { Agents } from './agents.ts';
import type { AgentsDb } from './tables.ts';

const nouns = (db: Kysely<AgentsDb>) => ({ agents: new Agents(db), actions: new Actions(db) });

export type AgentsStore = ServiceStore<ReturnType<typeof nouns>>;
export type AgentsTx = StoreTx<ReturnType<typeof nouns>>;

export const openAgentsStore = (postgres: Postgres<AgentsDb>) => openStore(postgres, nouns);
