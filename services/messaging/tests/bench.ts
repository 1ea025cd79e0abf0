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

const said = [ChatPosted, MessageSent, NotificationRaised];

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const person = (name = unique('persona')): Actor => userActor(name);
export const admin: Actor = userActor('admin', { role: 'admin' });

/** Messaging over real stores, between siblings that say what the test lays out. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  identity: IdentityStub;
  tribes: TribesStub;
  rpc: Calls<MessagingServiceService>;
  /** A new tribe with its owner seated; its id. */
  found(owner?: Actor, more?: Partial<Tribe>): number;
  /** Somebody new with a membership. */
  member(tribeId: number, place?: Partial<Membership>): Actor;
  /** Everything of a type said so far. */
  heard<P>(type: EventType<P>): P[];
  /** Says something as another service would, and waits until messaging has dealt with it. */
  say<P>(type: EventType<P>, payload: P): Promise<EventRecord>;
  /** Says something that messaging only hears as it passes; does not wait. */
  mention<P>(type: EventType<P>, payload: P): Promise<void>;
  /** The same event comes once more. */
  repeat(event: EventRecord): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const stores = await testStores();
  // What is old by the machine's time, the database forgets by itself.
  const clock = new TestClock(new Date());
  const identity = new IdentityStub();
  const tribes = new TribesStub();
  const peers = [
    await stubPeer('identity', IdentityServiceService, identity.handlers, clock),
    await stubPeer('tribes', TribesServiceService, tribes.handlers, clock),
  ] as const;
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const heard = listen(bus);
  await until(() => bus.connected, 'the bus is there');
  const addresses = { IDENTITY_GRPC: peers[0].address, TRIBES_GRPC: peers[1].address };
  const service = await bootService(messaging, { ...stores.env, ...addresses, ...env }, clock);

  let lastTribe = 99;
  const tell = async (event: EventRecord) => {
    await bus.stream(streamOf(event.type));
    const before = await processed(service);
    await bus.publish(event);
    await until(async () => (await processed(service)) > before, `messaging dealt with ${event.type}`);
  };
  return {
    service,
    clock,
    identity,
    tribes,
    rpc: connect(sibling, MessagingServiceService, 'messaging', service.grpcAddress),
    found(owner = person(), more = {}) {
      const id = ++lastTribe;
      tribes.add({ id, ownerId: owner.id, ...more });
      tribes.membership(id, owner, { role: 'owner', levelOrder: 5 });
      return id;
    },
    member(tribeId, place) {
      const somebody = person();
      tribes.membership(tribeId, somebody, place);
      return somebody;
    },
    heard: (type) => heard.filter((event) => event.type === type.$type).map(({ payload }) => type.decode(payload)),
    async say(type, payload) {
      const event = recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload);
      await tell(event);
      return event;
    },
    async mention(type, payload) {
      await bus.stream(streamOf(type.$type));
      await bus.publish(recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload));
    },
    repeat: (event) => tell({ ...event, attempt: event.attempt + 1 }),
    async close() {
      await service.stop();
      await sibling.close();
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}

function listen(bus: Bus): { type: string; payload: Uint8Array }[] {
  const heard: { type: string; payload: Uint8Array }[] = [];
  bus.listen(
    said.map(({ $type }) => $type),
    (type, payload) => heard.push({ type, payload }),
  );
  return heard;
}

/** How many events of others were dealt with. */
async function processed({ metrics }: TestService): Promise<number> {
  const values = (await metrics.registry.getSingleMetric('consumer_processed_total')?.get())?.values ?? [];
  const ofOthers = values.filter(({ labels }) => !String(labels.consumer).endsWith('/messaging'));
  return ofOthers.reduce((sum, { value }) => sum + value, 0);
}
