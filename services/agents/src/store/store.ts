import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Actions } from './actions.ts';
import { Agents } from './agents.ts';
import type { AgentsDb } from './tables.ts';

const createStores = (db: Kysely<AgentsDb>) => ({ agents: new Agents(db), actions: new Actions(db) });

export type AgentsStore = ServiceStore<ReturnType<typeof createStores>>;
export type AgentsTx = StoreTx<ReturnType<typeof createStores>>;

export const openAgentsStore = (postgres: Postgres<AgentsDb>) => openStore(postgres, createStores);
