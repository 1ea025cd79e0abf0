import { join } from 'node:path';
import { openBus } from '@tribus/kit/events/bus.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import {
  bootService,
  stubPeer,
  TestClock,
  type TestService,
  testContext,
  testSecret,
} from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AgentActed } from '@tribus/proto/agents/v1/events.ts';
import { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { NewAgent } from '../api.ts';
import { createAgent } from '../src/agents.ts';
import { countActions, runDueAgents } from '../src/cycles.ts';
import type { Deps } from '../src/deps.ts';
import { agents } from '../src/service.ts';
import { AgentStore, type AgentsDb } from '../src/store.ts';
import { World } from './peer-stubs.ts';

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const admin: Actor = userActor('admin', { role: 'admin' });

/** The world's siblings on their ports, and stores of their own. */
async function openWorld() {
  const stores = await testStores();
  const clock = new TestClock();
  const world = new World();
  const peers = [
    await stubPeer('content', ContentServiceService, world.content, clock),
    await stubPeer('identity', IdentityServiceService, world.identity, clock),
    await stubPeer('tribes', TribesServiceService, world.tribes, clock),
  ] as const;
  const [content, identity, tribes] = peers.map(({ address }) => address);
  return {
    stores,
    clock,
    world,
    addresses: { CONTENT_GRPC: content ?? '', IDENTITY_GRPC: identity ?? '', TRIBES_GRPC: tribes ?? '' },
    async close() {
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}

/** The service as it runs, with an ear on the bus. */
export async function openStage() {
  const { stores, clock, world, addresses, close } = await openWorld();
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const acts: AgentActed[] = [];
  bus.listen([AgentActed.$type], (_type, payload) => acts.push(AgentActed.decode(payload)));
  await until(() => bus.connected, 'the bus is there');
  const service: TestService = await bootService(agents, { ...stores.env, ...addresses }, clock);
  return {
    service,
    world,
    acts,
    rpc: connect(sibling, AgentsServiceService, 'agents', service.grpcAddress),
    async close() {
      await service.stop();
      await sibling.close();
      await close();
    },
  };
}

/** The rules of the service without its clockwork: a cycle runs when the test says so, and has ended then. */
export async function openWorkbench() {
  const { stores, clock, world, addresses, close } = await openWorld();
  const ctx = testContext('agents', clock);
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<AgentsDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const parts: Deps = {
    ctx,
    store: new AgentStore(postgres),
    content: connect(ctx, ContentServiceService, 'content', addresses.CONTENT_GRPC),
    identity: connect(ctx, IdentityServiceService, 'identity', addresses.IDENTITY_GRPC),
    tribes: connect(ctx, TribesServiceService, 'tribes', addresses.TRIBES_GRPC),
    cursors: new Cursors(testSecret),
  };
  const count = countActions(ctx.metrics);
  return {
    clock,
    world,
    parts,
    /** A new agent, active unless said otherwise, of a new user who is a member of these tribes. */
    agent(tribes: number[], config: object = {}, active = true) {
      const userId = unique('robot');
      world.memberOf.set(userId, tribes);
      return createAgent(parts, NewAgent.parse({ userId, active, config: { tribes, ...config } }));
    },
    /** Those whose turn it is act. */
    run: () => runDueAgents(parts, count),
    async close() {
      await ctx.close();
      await close();
    },
  };
}
