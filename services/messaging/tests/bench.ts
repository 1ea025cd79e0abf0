import type { Bus } from '@tribus/kit/events/broker.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventRecord, type EventType, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { bootService, stubPeer, TestClock, type TestService, testContext } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { type Membership, type Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { messaging } from '../src/service.ts';
import { IdentityStub, TribesStub } from './peer-stubs.ts';

const emittedTypes = [ChatPosted, MessageSent, NotificationRaised];

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const person = (name = unique('persona')): Actor => userActor(name);
export const admin: Actor = userActor('admin', { role: 'admin' });

/** Messaging over real stores, with stubs of its peers. */
export interface Bench {
  service: TestService;
  clock: TestClock;
  identity: IdentityStub;
  tribes: TribesStub;
  rpc: Calls<MessagingServiceService>;
  /** Creates a tribe with its owner; returns its id. */
  createTribe(owner?: Actor, more?: Partial<Tribe>): number;
  /** A new user with a membership. */
  addMember(tribeId: number, membership?: Partial<Membership>): Actor;
  /** All events of a type emitted so far. */
  events<P>(type: EventType<P>): P[];
  /** Publishes an event as another service would, and waits until messaging has handled it. */
  publish<P>(type: EventType<P>, payload: NoInfer<P>): Promise<EventRecord>;
  /** Publishes an event without waiting. */
  publishOnly<P>(type: EventType<P>, payload: NoInfer<P>): Promise<void>;
  /** Delivers the same event once more. */
  redeliver(event: EventRecord): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(env: Record<string, string> = {}): Promise<Bench> {
  const stores = await testStores();
  // The database expires documents by the machine's time.
  const clock = new TestClock(new Date());
  const identity = new IdentityStub();
  const tribes = new TribesStub();
  const peers = [
    await stubPeer('identity', IdentityServiceService, identity.handlers, clock),
    await stubPeer('tribes', TribesServiceService, tribes.handlers, clock),
  ] as const;
  const peer = testContext('peer', clock);
  const bus = await openBus(peer, { url: stores.env.NATS_URL });
  const received = listen(bus);
  await until(() => bus.connected, 'the bus is connected');
  const addresses = { IDENTITY_GRPC: peers[0].address, TRIBES_GRPC: peers[1].address };
  const service = await bootService(messaging, { ...stores.env, ...addresses, ...env }, clock);

  let lastTribe = 99;
  const deliver = async (event: EventRecord) => {
    await bus.stream(streamOf(event.type));
    const before = await processed(service);
    await bus.publish(event);
    await until(async () => (await processed(service)) > before, `${event.type} is handled`);
  };
  return {
    service,
    clock,
    identity,
    tribes,
    rpc: connect(peer, MessagingServiceService, 'messaging', service.grpcAddress),
    createTribe(owner = person(), more = {}) {
      const id = ++lastTribe;
      tribes.add({ id, ownerId: owner.id, ...more });
      tribes.setMembership(id, owner, { role: 'owner', levelOrder: 5 });
      return id;
    },
    addMember(tribeId, membership) {
      const user = person();
      tribes.setMembership(tribeId, user, membership);
      return user;
    },
    events: (type) => received.filter((event) => event.type === type.$type).map(({ payload }) => type.decode(payload)),
    async publish(type, payload) {
      const event = recordEvent({ ...peer, newId: () => crypto.randomUUID() }, type, payload);
      await deliver(event);
      return event;
    },
    async publishOnly(type, payload) {
      await bus.stream(streamOf(type.$type));
      await bus.publish(recordEvent({ ...peer, newId: () => crypto.randomUUID() }, type, payload));
    },
    redeliver: (event) => deliver({ ...event, attempt: event.attempt + 1 }),
    async close() {
      await service.stop();
      await peer.close();
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}

function listen(bus: Bus): { type: string; payload: Uint8Array }[] {
  const received: { type: string; payload: Uint8Array }[] = [];
  bus.listen(
    emittedTypes.map(({ $type }) => $type),
    (type, payload) => received.push({ type, payload }),
  );
  return received;
}

/** How many events of other services were handled. */
async function processed({ metrics }: TestService): Promise<number> {
  const values = (await metrics.registry.getSingleMetric('consumer_processed_total')?.get())?.values ?? [];
  const ofPeers = values.filter(({ labels }) => !String(labels.consumer).endsWith('/messaging'));
  return ofPeers.reduce((sum, { value }) => sum + value, 0);
}
