import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { visitorActor } from '../core/actor.ts';
import { runInContext } from '../core/request-context.ts';
import type { Retention } from '../core/retention.ts';
import type { Bus } from '../events/broker.ts';
import { recordEvent } from '../events/events.ts';
import { after, eventDecoder, on, onPrepared } from '../events/handlers.ts';
import type { Calls } from '../grpc/client.ts';
import { startConsumer } from '../postgres/inbox.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { runTransaction } from '../postgres/transaction.ts';
import { busStore } from '../service/bus-store.ts';
import { postgresStore } from '../service/postgres-store.ts';
import { defineService } from '../service/service.ts';
import { BrokerProbe } from '../testing/broker.ts';
import { bootService, connectStub } from '../testing/service.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThingsStore,
  type ProcessContext,
  rawTransactions,
  startProcess,
  ThingLost,
  ThingMade,
  type ThingsContext,
  type ThingsDb,
  thingsStores,
} from '../testing/things.ts';
import { becomes, until } from '../testing/until.ts';

const thingsRetention: Retention<ThingsDb> = { things: { until: 'the test is over' } };
const migrations = new URL('../testing/migrations', import.meta.url).pathname;

let stores: TestStores;
let broker: BrokerProbe;
let ctx: ProcessContext;
let postgres: Postgres<ThingsDb>;
let bus: Bus;
let tribes: Calls<TribesServiceService>;
let calls = 0;

beforeAll(async () => {
  stores = await thingsStores();
  broker = await BrokerProbe.open(stores.env.NATS_URL);
  ({ ctx, postgres, bus } = await startProcess('watcher', broker, stores));
  await bus.stream('THINGS');
  const listMemberIds = async () => {
    calls += 1;
    return { userIds: [], nextCursor: '' };
  };
  tribes = await connectStub(ctx, 'tribes', { definition: TribesServiceService, handlers: { listMemberIds } });
});

afterAll(async () => {
  await ctx.close();
  broker.close();
  await stores.drop();
});

const callPeer = () => tribes.listMemberIds({ tribeId: 1, roles: [], cursor: '', limit: 1 });

test('an on handler cannot call a peer within its transaction, an after handler can', async () => {
  const calling = on(ThingMade, async (_event, _context: ThingsContext) => void (await callPeer()));
  const later = after(ThingLost, async () => void (await callPeer()));
  startConsumer(ctx, bus, rawTransactions(postgres), { on: [calling], after: [later] }, { retryMs: [1] });
  await bus.publish(recordEvent(ctx, ThingMade, { name: 'refused' }));
  await becomes(ctx, 'dead_letters', 1);
  const letter = await broker.lastMessage('DEAD', 'dead.watcher.>');
  expect(letter.headers).toMatch(/Tribus-Reason: .*ListMemberIds is called where only the own store may be used/);
  expect(calls).toBe(0);
  await bus.publish(recordEvent(ctx, ThingLost, { name: 'allowed' }));
  await until(() => calls === 1, 'the peer is called');
});

test('a call to a peer is rejected within a transaction, in a request and outside of one, but not before or after it', async () => {
  const callsBefore = calls;
  const transaction = () => postgres.transaction(async () => void (await callPeer()));
  const refused = /ListMemberIds is called where only the own store may be used/;
  await expect(transaction()).rejects.toThrow(refused);
  const request = { requestId: 'r', actor: visitorActor(), deadline: Number.POSITIVE_INFINITY };
  await expect(runInContext(request, transaction)).rejects.toThrow(refused);
  await expect(runTransaction(postgres.db, async () => void (await callPeer()))).rejects.toThrow(refused);
  expect(calls).toBe(callsBefore);
  await postgres.transaction(async (tx) => {
    tx.afterCommit(async () => void (await callPeer()));
  });
  await callPeer();
  expect(calls).toBe(callsBefore + 2);
});

test('`on` handlers are created without peers, by type and by value', async () => {
  const definition = {
    name: 'watcher',
    peers: { tribes: TribesServiceService },
    stores: { store: postgresStore({ migrations: '', retention: thingsRetention, open: openThingsStore }) },
    build: () => ({}),
  };
  type Peers = { tribes: Calls<TribesServiceService> };
  const prepared = onPrepared([eventDecoder(ThingMade, ({ name }) => name)], {
    prepare: (peers: Peers) => async () =>
      void (await peers.tribes.listMemberIds({ tribeId: 1, roles: [], cursor: '', limit: 1 })),
    apply: async () => undefined,
  });
  defineService({ ...definition, events: { on: () => [prepared], after: () => [after(ThingLost, () => undefined)] } });
  // @ts-expect-error on receives no peers
  defineService({ ...definition, events: { on: ({ peers }) => [on(ThingMade, () => peers.tribes)] } });
  // @ts-expect-error an after handler, which may call peers, is not an on handler
  defineService({ ...definition, events: { on: () => [after(ThingLost, () => undefined)] } });
  const contextKeys: string[][] = [];
  const service = defineService({
    ...definition,
    stores: { store: postgresStore({ migrations, retention: thingsRetention, open: openThingsStore }), bus: busStore },
    events: {
      on(own) {
        contextKeys.push(Object.keys(own));
        return [];
      },
    },
  });
  const { POSTGRES_URL, NATS_URL } = stores.env;
  const running = await bootService(service, { POSTGRES_URL, NATS_URL, TRIBES_GRPC: '127.0.0.1:1' });
  await running.stop();
  expect(contextKeys).toEqual([expect.not.arrayContaining(['peers'])]);
  expect(contextKeys[0]).toContain('store');
});

test('a service with jobs that handles an event of its own does not start, and the error names the alternative', async () => {
  const service = defineService({
    name: 'things',
    stores: { store: postgresStore({ migrations, retention: thingsRetention, open: openThingsStore }), bus: busStore },
    build: () => ({}),
    events: { after: () => [after(ThingMade, () => undefined)] },
  });
  const { POSTGRES_URL, NATS_URL } = stores.env;
  await expect(bootService(service, { POSTGRES_URL, NATS_URL })).rejects.toThrow(
    'things handles things.v1.ThingMade, which it emits itself: enqueue a job in the transaction instead',
  );
});
