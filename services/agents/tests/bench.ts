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
import { openAgentsStore } from '../src/store/store.ts';
import type { AgentsDb } from '../src/store/tables.ts';
import { PeerStubs } from './peer-stubs.ts';

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const admin: Actor = userActor('admin', { role: 'admin' });

/** Stores of their own, and stubs of the peers on their ports. */
async function openSurroundings() {
  const stores = await testStores();
  const clock = new TestClock();
  const peers = new PeerStubs();
  const servers = [
    await stubPeer('content', ContentServiceService, peers.content, clock),
    await stubPeer('identity', IdentityServiceService, peers.identity, clock),
    await stubPeer('tribes', TribesServiceService, peers.tribes, clock),
  ] as const;
  const [content, identity, tribes] = servers.map(({ address }) => address);
  return {
    stores,
    clock,
    peers,
    addresses: { CONTENT_GRPC: content ?? '', IDENTITY_GRPC: identity ?? '', TRIBES_GRPC: tribes ?? '' },
    async close() {
      for (const server of servers) await server.stop();
      await stores.drop();
    },
  };
}

/** The service as it runs, with a listener on the bus. */
export async function openBench() {
  const { stores, clock, peers, addresses, close } = await openSurroundings();
  const peer = testContext('peer', clock);
  const bus = await openBus(peer, { url: stores.env.NATS_URL });
  const events: AgentActed[] = [];
  bus.listen([AgentActed.$type], (_type, payload) => events.push(AgentActed.decode(payload)));
  await until(() => bus.connected, 'the bus is connected');
  const service: TestService = await bootService(agents, { ...stores.env, ...addresses }, clock);
  return {
    service,
    peers,
    events,
    rpc: connect(peer, AgentsServiceService, 'agents', service.grpcAddress),
    async close() {
      await service.stop();
      await peer.close();
      await close();
    },
  };
}

/** The rules of the service without its schedule: a cycle runs when the test calls for it, and has ended then. */
export async function openRules() {
  const { stores, clock, peers, addresses, close } = await openSurroundings();
  const ctx = testContext('agents', clock);
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const postgres = await openPostgres<AgentsDb>(ctx, { url: stores.env.POSTGRES_URL, migrations });
  const deps: Deps = {
    ctx,
    store: openAgentsStore(postgres),
    content: connect(ctx, ContentServiceService, 'content', addresses.CONTENT_GRPC),
    identity: connect(ctx, IdentityServiceService, 'identity', addresses.IDENTITY_GRPC),
    tribes: connect(ctx, TribesServiceService, 'tribes', addresses.TRIBES_GRPC),
    cursors: new Cursors(testSecret),
  };
  const count = countActions(ctx.metrics);
  return {
    clock,
    peers,
    deps,
    /** An agent, active unless said otherwise, of a new user who is a member of these tribes. */
    createAgent(tribes: number[], config: object = {}, active = true) {
      const userId = unique('robot');
      peers.memberOf.set(userId, tribes);
      return createAgent(deps, NewAgent.parse({ userId, active, config: { tribes, ...config } }));
    },
    /** Runs a cycle of every agent that is due. */
    run: () => runDueAgents(deps, count),
    async close() {
      await ctx.close();
      await close();
    },
  };
}
