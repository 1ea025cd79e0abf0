import { join } from 'node:path';
import { unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { connectStub, TestClock, testContext, testSecret } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { AuditRecorded } from '@tribus/proto/agents/v1/events.ts';
import { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import { NewAgent } from '../api.ts';
import { createAgent } from '../src/agents.ts';
import { countActions, runDueAgents } from '../src/cycles.ts';
import type { Deps } from '../src/deps.ts';
import { agents } from '../src/service.ts';
import { openAgentsStore } from '../src/store/store.ts';
import type { AgentsDb } from '../src/store/tables.ts';
import { ContentStub } from './content-stub.ts';

const migrations = join(import.meta.dirname, '..', 'migrations');

const newStubs = () => ({ content: new ContentStub(), identity: new IdentityStub(), tribes: new TribesStub() });

/** The service over real stores, with stubs of its peers. */
export async function openBench() {
  const peers = newStubs();
  const bench = await openServiceBench(agents, { peers, clock: new TestClock(), events: [AuditRecorded] });
  const { POSTGRES_URL: url = '' } = bench.stores.env;
  /** A second connection to the service's database. */
  const { db } = await openPostgres<AgentsDb>(bench.peer, { url, migrations });
  return { ...bench, ...peers, db, rpc: bench.rpc(AgentsServiceService) };
}

/** The rules of the service without its schedule: a test runs each cycle and awaits its end. */
export async function openRules() {
  const stores = await testStores({ migrations });
  const clock = new TestClock();
  const ctx = testContext('agents', clock);
  const stubs = newStubs();
  const postgres = await openPostgres<AgentsDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const deps: Deps = {
    ctx,
    store: openAgentsStore(postgres),
    content: await connectStub(ctx, 'content', stubs.content),
    identity: await connectStub(ctx, 'identity', stubs.identity),
    tribes: await connectStub(ctx, 'tribes', stubs.tribes),
    cursors: new Cursors(testSecret),
  };
  const count = countActions(ctx.metrics);
  return {
    clock,
    ...stubs,
    deps,
    /** Creates an agent, active by default, for a new user who is a member of these tribes. */
    createAgent(tribeIds: number[], config: object = {}, active = true) {
      const userId = unique('robot');
      for (const id of tribeIds) stubs.tribes.setMembership(id, { id: userId });
      return createAgent(deps, NewAgent.parse({ userId, active, config: { tribes: tribeIds, ...config } }));
    },
    /** Runs a cycle of every agent that is due. */
    run: () => runDueAgents(deps, count),
    async close() {
      await ctx.close();
      await stores.drop();
    },
  };
}
