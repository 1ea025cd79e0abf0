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
/** Agents are known by their name. */
export const person = (name = unique('persona')): Actor => userActor(name);

const unasked = async () => {
  throw new Error('not asked by gamification');
};

const identity: Handlers<IdentityServiceService> = {
  getUsers: async ({ ids }) => ({ users: ids.map((id) => User.fromPartial({ id, isAgent: id.startsWith('agente') })) }),
  resolveSessions: unasked,
  listFollowers: unasked,
  getSite: unasked,
  setAgent: unasked,
};

/** Gamification over real stores, told by the test what happens elsewhere. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  rpc: Calls<GamificationServiceService>;
  /** Where people are members; by user id. */
  memberships: Map<string, TribeMembership[]>;
  /** What was said of points so far. */
  awards: PointsAwarded[];
  /** Something that happens now, to be delivered when the test says so. */
  record<P>(type: EventType<P>, payload: NoInfer<P>): EventRecord;
  deliver(event: EventRecord): Promise<void>;
  /** Says something as another service would. */
  say<P>(type: EventType<P>, payload: NoInfer<P>): Promise<EventRecord>;
  /** The same event comes once more. */
  repeat(event: EventRecord): Promise<void>;
  /** Resolves when all that was said is dealt with. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  const clock = new TestClock();
  const memberships = new Map<string, TribeMembership[]>();
  const tribes: Handlers<TribesServiceService> = {
    listMemberships: async ({ userId }) => ({ memberships: memberships.get(userId) ?? [] }),
    getTribes: unasked,
    getMemberships: unasked,
    getMembershipsInTribe: unasked,
    listMemberIds: unasked,
    ensureHomininiMember: unasked,
  };
  const peers = [
    await stubPeer('identity', IdentityServiceService, identity, clock),
    await stubPeer('tribes', TribesServiceService, tribes, clock),
  ] as const;
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const awards: PointsAwarded[] = [];
  bus.listen([PointsAwarded.$type], (_type, payload) => awards.push(PointsAwarded.decode(payload)));
  await until(() => bus.connected, 'the bus is there');
  const addresses = { IDENTITY_GRPC: peers[0].address, TRIBES_GRPC: peers[1].address };
  const service = await bootService(gamification, { ...stores.env, ...addresses }, clock);
  const record: Stage['record'] = (type, payload) =>
    recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload);
  let published = 0;
  const publish = async (event: EventRecord) => {
    await bus.stream(streamOf(event.type));
    await bus.publish(event);
    published += 1;
  };
  return {
    service,
    clock,
    memberships,
    awards,
    rpc: connect(sibling, GamificationServiceService, 'gamification', service.grpcAddress),
    record,
    deliver: publish,
    async say(type, payload) {
      const event = record(type, payload);
      await publish(event);
      return event;
    },
    repeat: (event) => publish({ ...event, attempt: event.attempt + 1 }),
    settled: () => until(async () => (await processed(service)) >= published, 'all is dealt with', 20_000),
    async close() {
      await service.stop();
      await sibling.close();
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}

async function processed({ metrics }: TestService): Promise<number> {
  const values = (await metrics.registry.getSingleMetric('consumer_processed_total')?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}
