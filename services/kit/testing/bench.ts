import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Env } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { toVariableName } from '../core/settings.ts';
import type { TimeLimits } from '../core/time-limits.ts';
import { type EventRecord, type EventType, streamOf } from '../events/events.ts';
import { type Calls, connect } from '../grpc/client.ts';
import type { Service } from '../service/service.ts';
import { LateServer } from './late-server.ts';
import { closeInOrder } from './left-open.ts';
import { PeerBus } from './peer-bus.ts';
import { bootService, type PeerStub, stubPeer, type TestService, testContext } from './service.ts';
import { type TestStores, testStores } from './stores.ts';
import { until } from './until.ts';

type Contracts = Readonly<Record<string, GrpcDefinition>>;

interface BenchOptions<P extends Contracts> {
  /** Stubs of the peers that the service calls, by name. */
  peers?: { readonly [K in keyof P]: PeerStub<P[K]> };
  /** Types of the emitted events to record. */
  events?: readonly { readonly $type: string }[];
  /** Settings; they override the addresses of stores and peers. */
  env?: Env;
  clock?: Clock;
  /** Overrides the time limits of tests. */
  timeLimits?: Partial<TimeLimits>;
  /** Adds a proxy before the database that can hang and lose commits; doubles the cost of every byte. */
  latePostgres?: boolean;
  /** Stores to use, and to drop at the end; created by the bench by default. */
  stores?: TestStores;
}

/** One service over real stores, with stubs of its peers; the test controls all events of other services. */
export interface ServiceBench extends EventExchange {
  service: TestService;
  stores: TestStores;
  /** Context of another service. */
  peer: Context;
  /** Returns a client of the service's rpcs, as used by another service. */
  rpc<R extends GrpcDefinition>(contract: R): Calls<R>;
  /** Starts another replica of the service over the same stores; it stops with the bench. */
  startReplica(): Promise<TestService>;
  /** Returns the proxy of the database; throws without the option `latePostgres`. */
  latePostgres(): LateServer;
  /** Stops the stub of a peer. */
  stopPeer(name: string): Promise<void>;
  close(): Promise<void>;
}

interface EventExchange {
  /** Returns all emitted events of a type in order; waits until the outbox is empty. */
  events<E>(type: EventType<E>): Promise<E[]>;
  /** Returns the events of a type received so far, without waiting. */
  received<E>(type: EventType<E>): E[];
  /** Creates an event of another service, dated now, for a later `deliver`. */
  record<E>(type: EventType<E>, payload: NoInfer<E>): EventRecord;
  /** Publishes an event for which the service has a handler; wait for it with `settled`. */
  deliver(event: EventRecord): Promise<void>;
  /** Resolves when the service has handled all delivered events. */
  settled(): Promise<void>;
  /** Publishes an event of another service and waits until it is handled. */
  publish<E>(type: EventType<E>, payload: NoInfer<E>): Promise<EventRecord>;
  /** Publishes an event without waiting, whether or not the service has a handler for it. */
  publishOnly<E>(type: EventType<E>, payload: NoInfer<E>): Promise<void>;
  /** Delivers the same event again and waits until it is handled. */
  redeliver(event: EventRecord): Promise<void>;
}

/** Starts a service as declared in its `service.ts`; closes everything when the start fails. */
export async function openServiceBench<P extends Contracts = Record<never, never>>(
  service: Service,
  options: BenchOptions<P> = {},
): Promise<ServiceBench> {
  const closers: (() => Promise<void>)[] = [];
  const close = () => closeInOrder(closers.splice(0).reverse());
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
  const stores = options.stores ?? (await openTestStores(service));
  closers.push(() => stores.drop());
  const postgres = options.latePostgres ? await startLatePostgres(stores, closers) : undefined;
  const stubs = await startStubs(options.peers ?? {}, clock);
  closers.push(async () => void (await Promise.all([...stubs.values()].map((stub) => stub.stop()))));
  const addresses = Object.fromEntries(
    [...stubs].map(([name, { address }]) => [toVariableName(name, 'GRPC'), address]),
  );
  const peer = testContext('peer', clock);
  closers.push(() => peer.close());
  const types = events.map(({ $type }) => $type);
  const bus = service.stores.includes('nats') ? await PeerBus.open(peer, stores.env.NATS_URL, types) : undefined;
  const env = { ...stores.env, ...(postgres && { POSTGRES_URL: postgres.url }) };
  const replicas: TestService[] = [];
  const startReplica = async () => {
    const replica = await bootService(service, { ...env, ...addresses, ...options.env }, clock, options.timeLimits);
    closers.push(() => replica.stop());
    replicas.push(replica);
    return replica;
  };
  const first = await startReplica();
  return {
    service: first,
    stores,
    peer,
    rpc: (contract) => connect(peer, contract, service.name, first.grpcAddress),
    startReplica,
    latePostgres() {
      if (!postgres) throw new Error(`${service.name} has no proxy before its database: set latePostgres`);
      return postgres;
    },
    stopPeer: async (name) => stubs.get(name)?.stop(),
    ...exchangeEvents(service.name, bus, replicas),
  };
}

/** Creates fresh stores for a service, with a migrated database. */
export const openTestStores = ({ stores, migrations }: Service): Promise<TestStores> =>
  testStores({ postgres: stores.includes('postgres'), migrations });

async function startLatePostgres({ env }: TestStores, closers: (() => Promise<void>)[]): Promise<LateServer> {
  const server = new LateServer(env.POSTGRES_URL, 0);
  closers.push(() => server.close());
  await server.come();
  return server;
}

/** Starts the stubs, each on its own port; returns them by name. */
async function startStubs(stubs: Readonly<Record<string, PeerStub<GrpcDefinition>>>, clock: Clock) {
  const starting = Object.entries(stubs).map(
    async ([name, { definition, handlers }]) => [name, await stubPeer(name, definition, handlers, clock)] as const,
  );
  return new Map(await Promise.all(starting));
}

function exchangeEvents(name: string, bus: PeerBus | undefined, replicas: readonly TestService[]): EventExchange {
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
    for (const [stream, count] of delivered) if ((await handledBy(replicas, stream)) < count) return false;
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
      // Events arrive in the order of publication, so the fence arrives last.
      await until(async () => (await pendingIn(replicas)) === 0, `${name} has published its events`);
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

/** Returns the number of events of a stream handled by all replicas. */
async function handledBy(replicas: readonly TestService[], stream: string): Promise<number> {
  const values = await Promise.all(replicas.map((replica) => valuesOf(replica, 'consumer_processed_total')));
  const isOfStream = (consumer: string) => consumer.split('/')[1] === stream.toLowerCase();
  const ofStream = values.flat().filter(({ labels }) => isOfStream(String(labels.consumer)));
  return ofStream.reduce((sum, { value }) => sum + value, 0);
}

/** Returns the number of events to be published; every replica reports the total. */
async function pendingIn([replica]: readonly TestService[]): Promise<number> {
  const [pending] = replica ? await valuesOf(replica, 'outbox_pending') : [];
  return pending?.value ?? 0;
}

const valuesOf = async ({ metrics }: TestService, name: string) =>
  (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
