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

const ask = () => tribes.listMemberIds({ tribeId: 1, roles: [], cursor: '', limit: 1, withFormer: false });

test('a handler that calls a peer while its transaction is open is refused and never reaches it; after it may', async () => {
  const calling = on(ThingMade, async (_event, _context: ThingsContext) => void (await ask()));
  const later = after(ThingLost, async () => void (await ask()));
  startConsumer(ctx, bus, rawTransactions(postgres), { on: [calling], after: [later] }, { retryMs: [1] });
  await bus.publish(recordEvent(ctx, ThingMade, { name: 'refused' }));
  await becomes(ctx, 'dead_letters', 1);
  const letter = await broker.lastMessage('DEAD', 'dead.watcher.>');
  expect(letter.headers).toMatch(/Tribus-Reason: .*ListMemberIds is called where only the own store may be used/);
  expect(calls).toBe(0);
  await bus.publish(recordEvent(ctx, ThingLost, { name: 'allowed' }));
  await until(() => calls === 1, 'the peer is asked');
});

test('a call to a peer while a transaction is open is refused, in a request and outside of one, and before and after it is not', async () => {
  const asked = calls;
  const transaction = () => postgres.transaction(async () => void (await ask()));
  const refused = /ListMemberIds is called where only the own store may be used/;
  await expect(transaction()).rejects.toThrow(refused);
  const request = { requestId: 'r', actor: visitorActor(), deadline: Number.POSITIVE_INFINITY };
  await expect(runInContext(request, transaction)).rejects.toThrow(refused);
  await expect(runTransaction(postgres.db, async () => void (await ask()))).rejects.toThrow(refused);
  expect(calls).toBe(asked);
  await postgres.transaction(async (tx) => {
    tx.afterCommit(async () => void (await ask()));
  });
  await ask();
  expect(calls).toBe(asked + 2);
});

test('what handlers of on are made of has no peers, by type and by value', async () => {
  const definition = {
    name: 'watcher',
    peers: { tribes: TribesServiceService },
    stores: { store: postgresStore({ migrations: '', retention: thingsRetention, open: openThingsStore }) },
    build: () => ({}),
  };
  type Peers = { tribes: Calls<TribesServiceService> };
  const prepared = onPrepared([eventDecoder(ThingMade, ({ name }) => name)], {
    prepare: (peers: Peers) => async () =>
      void (await peers.tribes.listMemberIds({ tribeId: 1, roles: [], cursor: '', limit: 1, withFormer: false })),
    apply: async () => undefined,
  });
  defineService({ ...definition, events: { on: () => [prepared], after: () => [after(ThingLost, () => undefined)] } });
  // @ts-expect-error on is given no peers
  defineService({ ...definition, events: { on: ({ peers }) => [on(ThingMade, () => peers.tribes)] } });
  // @ts-expect-error a handler of after, which may call peers, is none of on
  defineService({ ...definition, events: { on: () => [after(ThingLost, () => undefined)] } });
  const given: string[][] = [];
  const service = defineService({
    ...definition,
    stores: { store: postgresStore({ migrations, retention: thingsRetention, open: openThingsStore }), bus: busStore },
    events: {
      on(own) {
        given.push(Object.keys(own));
        return [];
      },
    },
  });
  const { POSTGRES_URL, NATS_URL } = stores.env;
  const running = await bootService(service, { POSTGRES_URL, NATS_URL, TRIBES_GRPC: '127.0.0.1:1' });
  await running.stop();
  expect(given).toEqual([expect.not.arrayContaining(['peers'])]);
  expect(given[0]).toContain('store');
});

test('a service with jobs that receives an event of its own does not start, and says what to do instead', async () => {
  const service = defineService({
    name: 'things',
    stores: { store: postgresStore({ migrations, retention: thingsRetention, open: openThingsStore }), bus: busStore },
    build: () => ({}),
    events: { after: () => [after(ThingMade, () => undefined)] },
  });
  const { POSTGRES_URL, NATS_URL } = stores.env;
  await expect(bootService(service, { POSTGRES_URL, NATS_URL })).rejects.toThrow(
    'things handles things.v1.ThingMade, which it says itself: enqueue a job in the transaction instead',
  );
});
