import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Env } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { variableOf } from '../core/settings.ts';
import type { TimeLimits } from '../core/time-limits.ts';
import { type EventRecord, type EventType, streamOf } from '../events/events.ts';
import { type Calls, connect } from '../grpc/client.ts';
import type { Service } from '../service/service.ts';
import { LateServer } from './late-server.ts';
import { PeerBus } from './peer-bus.ts';
import { bootService, type PeerStub, stubPeer, type TestService, testContext } from './service.ts';
import { type TestStores, testStores } from './stores.ts';
import { until } from './until.ts';

type Contracts = Readonly<Record<string, GrpcDefinition>>;

interface BenchOptions<P extends Contracts> {
  /** Whom the service calls, by name. */
  peers?: { readonly [K in keyof P]: PeerStub<P[K]> };
  /** The types of the events that it emits, to be received. */
  events?: readonly { readonly $type: string }[];
  /** Settings; they go before the addresses of stores and peers. */
  env?: Env;
  clock?: Clock;
  /** In place of those that all tests have. */
  timeLimits?: Partial<TimeLimits>;
  /** A server between the service and its database, which can hang and lose commits; every byte costs twice as much. */
  latePostgres?: boolean;
  /** Those to be used, and dropped at the end; the bench's own when left out. */
  stores?: TestStores;
}

/** One service over real stores, with stubs of its peers; what happens elsewhere happens when the test says so. */
export interface ServiceBench extends EventExchange {
  service: TestService;
  stores: TestStores;
  /** The context of another service. */
  peer: Context;
  /** The service's rpcs, as another service calls them. */
  rpc<R extends GrpcDefinition>(contract: R): Calls<R>;
  /** Starts another copy of the service over the same stores; it stops with the bench. */
  startReplica(): Promise<TestService>;
  /** Between the service and its database. Throws without `latePostgres`. */
  latePostgres(): LateServer;
  /** Takes a peer away. */
  stopPeer(name: string): Promise<void>;
  close(): Promise<void>;
}

interface EventExchange {
  /** All events of a type that the service has emitted, in order. */
  events<E>(type: EventType<E>): Promise<E[]>;
  /** Those that have arrived by now. */
  received<E>(type: EventType<E>): E[];
  /** An event of another service that happens now, to be delivered later. */
  record<E>(type: EventType<E>, payload: NoInfer<E>): EventRecord;
  /** Publishes an event for which the service has a handler; `settled` tells when that is done. */
  deliver(event: EventRecord): Promise<void>;
  /** Resolves when the service has handled everything that was delivered. */
  settled(): Promise<void>;
  /** Publishes an event as another service would, and waits until the service has handled it. */
  publish<E>(type: EventType<E>, payload: NoInfer<E>): Promise<EventRecord>;
  /** Publishes an event without waiting, whether or not the service has a handler for it. */
  publishOnly<E>(type: EventType<E>, payload: NoInfer<E>): Promise<void>;
  /** Delivers the same event once more, and waits until it is handled. */
  redeliver(event: EventRecord): Promise<void>;
}

/** Starts a service as its `service.ts` declares it. What a failed start has opened is closed. */
export async function openServiceBench<P extends Contracts = Record<never, never>>(
  service: Service,
  options: BenchOptions<P> = {},
): Promise<ServiceBench> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    return { ...(await open(service, options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open<P extends Contracts>(
  service: Service,
  options: BenchOptions<P>,
  closers: (() => Promise<void>)[],
): Promise<Omit<ServiceBench, 'close'>> {
  const { clock = systemClock, events = [] } = options;
  const stores = options.stores ?? (await storesOf(service));
  closers.push(() => stores.drop());
  const postgres = options.latePostgres ? await startLatePostgres(stores, closers) : undefined;
  const stubs = await startStubs(options.peers ?? {}, clock);
  closers.push(async () => void (await Promise.all([...stubs.values()].map((stub) => stub.stop()))));
  const addresses = Object.fromEntries([...stubs].map(([name, { address }]) => [variableOf(name, 'GRPC'), address]));
  const peer = testContext('peer', clock);
  closers.push(() => peer.close());
  const types = events.map(({ $type }) => $type);
  const bus = service.stores.includes('nats') ? await PeerBus.open(peer, stores.env.NATS_URL, types) : undefined;
  const env = { ...stores.env, ...(postgres && { POSTGRES_URL: postgres.url }) };
  const copies: TestService[] = [];
  const startReplica = async () => {
    const copy = await bootService(service, { ...env, ...addresses, ...options.env }, clock, options.timeLimits);
    closers.push(() => copy.stop());
    copies.push(copy);
    return copy;
  };
  const first = await startReplica();
  return {
    service: first,
    stores,
    peer,
    rpc: (contract) => connect(peer, contract, service.name, first.grpcAddress),
    startReplica,
    latePostgres() {
      if (!postgres) throw new Error(`there is nothing between ${service.name} and its database`);
      return postgres;
    },
    stopPeer: async (name) => stubs.get(name)?.stop(),
    ...exchangeEvents(service.name, bus, copies),
  };
}

/** Fresh ones for a service; its database is as it would be after a first start. */
export const storesOf = ({ stores, migrations }: Service): Promise<TestStores> =>
  testStores({ postgres: stores.includes('postgres'), migrations });

async function startLatePostgres({ env }: TestStores, closers: (() => Promise<void>)[]): Promise<LateServer> {
  const server = new LateServer(env.POSTGRES_URL, 0);
  closers.push(() => server.close());
  await server.come();
  return server;
}

/** By name, each on a port of its own. */
async function startStubs(stubs: Readonly<Record<string, PeerStub<GrpcDefinition>>>, clock: Clock) {
  const starting = Object.entries(stubs).map(
    async ([name, { definition, handlers }]) => [name, await stubPeer(name, definition, handlers, clock)] as const,
  );
  return new Map(await Promise.all(starting));
}

function exchangeEvents(name: string, bus: PeerBus | undefined, copies: readonly TestService[]): EventExchange {
  const peerBus = () => {
    if (!bus) throw new Error(`${name} is not connected to a bus`);
    return bus;
  };
  const delivered = new Map<string, number>();
  const deliver = async (event: EventRecord) => {
    const stream = streamOf(event.type);
    if (await peerBus().publish(event)) delivered.set(stream, (delivered.get(stream) ?? 0) + 1);
  };
  const isSettled = async () => {
    for (const [stream, count] of delivered) if ((await handledBy(copies, stream)) < count) return false;
    return true;
  };
  const settled = () => until(isSettled, `${name} has handled the events of ${[...delivered.keys()].join(', ')}`);
  const deliverAndSettle = async (event: EventRecord) => {
    await deliver(event);
    await settled();
    return event;
  };
  return {
    async events(type) {
      // What is published has been received before whatever the broker takes after it.
      await until(async () => (await pendingIn(copies)) === 0, `${name} has published its events`);
      await peerBus().fence();
      return peerBus().received(type);
    },
    received: (type) => peerBus().received(type),
    record: (type, payload) => peerBus().record(type, payload),
    deliver,
    settled,
    publish: (type, payload) => deliverAndSettle(peerBus().record(type, payload)),
    publishOnly: async (type, payload) => void (await peerBus().publish(peerBus().record(type, payload))),
    redeliver: async (event) => void (await deliverAndSettle({ ...event, attempt: event.attempt + 1 })),
  };
}

/** How many events of a stream these copies of a service have handled. */
async function handledBy(copies: readonly TestService[], stream: string): Promise<number> {
  const values = await Promise.all(copies.map((copy) => valuesOf(copy, 'consumer_processed_total')));
  const isOfStream = (consumer: string) => consumer.split('/')[1] === stream.toLowerCase();
  const ofStream = values.flat().filter(({ labels }) => isOfStream(String(labels.consumer)));
  return ofStream.reduce((sum, { value }) => sum + value, 0);
}

/** How many events wait to be published; every copy counts all of them. */
async function pendingIn([copy]: readonly TestService[]): Promise<number> {
  const [pending] = copy ? await valuesOf(copy, 'outbox_pending') : [];
  return pending?.value ?? 0;
}

const valuesOf = async ({ metrics }: TestService, name: string) =>
  (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
