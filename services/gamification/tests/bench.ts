import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventRecord, type EventType, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { bootService, stubPeer, TestClock, type TestService, testContext } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { type TribeMembership, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { gamification } from '../src/service.ts';

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
/** A user; agents have a name of their own. */
export const person = (name = unique('persona')): Actor => userActor(name);

const notCalled = async () => {
  throw new Error('not called by gamification');
};

const identity: Handlers<IdentityServiceService> = {
  getUsers: async ({ ids }) => ({ users: ids.map((id) => User.fromPartial({ id, isAgent: id.startsWith('agente') })) }),
  resolveSessions: notCalled,
  listFollowers: notCalled,
  getSite: notCalled,
  setAgent: notCalled,
};

/** Gamification over real stores, with stubs of its peers. */
export interface Bench {
  service: TestService;
  clock: TestClock;
  rpc: Calls<GamificationServiceService>;
  /** Memberships by user id. */
  memberships: Map<string, TribeMembership[]>;
  /** The events of awarded points emitted so far. */
  awards: PointsAwarded[];
  /** An event of now, to be delivered by the test. */
  record<P>(type: EventType<P>, payload: NoInfer<P>): EventRecord;
  deliver(event: EventRecord): Promise<void>;
  /** Publishes an event as another service would. */
  publish<P>(type: EventType<P>, payload: NoInfer<P>): Promise<EventRecord>;
  /** Delivers the same event once more. */
  redeliver(event: EventRecord): Promise<void>;
  /** Resolves when all published events are handled. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const stores = await testStores();
  const clock = new TestClock();
  const memberships = new Map<string, TribeMembership[]>();
  const tribes: Handlers<TribesServiceService> = {
    listMemberships: async ({ userId }) => ({ memberships: memberships.get(userId) ?? [] }),
    getTribes: notCalled,
    getMemberships: notCalled,
    getMembershipsInTribe: notCalled,
    listMemberIds: notCalled,
    ensureHomininiMember: notCalled,
  };
  const peers = [
    await stubPeer('identity', IdentityServiceService, identity, clock),
    await stubPeer('tribes', TribesServiceService, tribes, clock),
  ] as const;
  const peer = testContext('peer', clock);
  const bus = await openBus(peer, { url: stores.env.NATS_URL });
  const awards: PointsAwarded[] = [];
  bus.listen([PointsAwarded.$type], (_type, payload) => awards.push(PointsAwarded.decode(payload)));
  await until(() => bus.connected, 'the bus is connected');
  const addresses = { IDENTITY_GRPC: peers[0].address, TRIBES_GRPC: peers[1].address };
  const service = await bootService(gamification, { ...stores.env, ...addresses }, clock);
  const record: Bench['record'] = (type, payload) =>
    recordEvent({ ...peer, newId: () => crypto.randomUUID() }, type, payload);
  let published = 0;
  const deliver = async (event: EventRecord) => {
    await bus.stream(streamOf(event.type));
    await bus.publish(event);
    published += 1;
  };
  return {
    service,
    clock,
    memberships,
    awards,
    rpc: connect(peer, GamificationServiceService, 'gamification', service.grpcAddress),
    record,
    deliver,
    async publish(type, payload) {
      const event = record(type, payload);
      await deliver(event);
      return event;
    },
    redeliver: (event) => deliver({ ...event, attempt: event.attempt + 1 }),
    settle: () => until(async () => (await processed(service)) >= published, 'all events are handled', 20_000),
    async close() {
      await service.stop();
      await peer.close();
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}

async function processed({ metrics }: TestService): Promise<number> {
  const values = (await metrics.registry.getSingleMetric('consumer_processed_total')?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}
