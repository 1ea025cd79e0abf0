import { homininiId } from '@tribus/community/limits.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventType, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import {
  bootService,
  stubPeer,
  type TestAnswer,
  TestClock,
  type TestService,
  testContext,
} from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostEdited,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { type Membership, type Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { content } from '../src/service.ts';
import { identityHandlers, MediaStub, TribesStub } from './peer-stubs.ts';

export const hour = 60 * 60 * 1000;
export const nobody = '00000000-0000-7000-8000-000000000000';
const said = [PostPublished, PostEdited, PostDeleted, CommentAdded, CommentDeleted, ReactionChanged];

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const person = (name = unique('persona')): Actor => userActor(name);
export const admin: Actor = userActor('admin', { role: 'admin' });

interface Fields {
  [field: string]: string | string[] | undefined;
}

/** A form as the browser sends it: the fields first, then `images` pictures of a few bytes. */
export function form(fields: Fields, images = 0, bytes = 10): FormData {
  const body = new FormData();
  for (const [name, value = []] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  for (let index = 0; index < images; index++)
    body.append('images', new Blob([new Uint8Array(bytes)]), `foto-${index}.jpg`);
  return body;
}

/** Content over real stores, between siblings that say what the test lays out. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  media: MediaStub;
  rpc: Calls<ContentServiceService>;
  /** A new tribe with its owner seated; its id. */
  found(owner?: Actor, more?: Partial<Tribe>): number;
  /** Somebody new with a membership. */
  member(tribeId: number, place?: Partial<Membership>): Actor;
  membership(tribeId: number, actor: Actor): void;
  unseat(tribeId: number, actor: Actor): void;
  /** What came of publishing; ten minutes later than the last one. */
  publish(author: Actor, tribeId: number, fields?: Fields, images?: number): Promise<TestAnswer['body']>;
  /** All events of a type about a tribe so far. */
  events<P extends { tribeId: number }>(type: EventType<P>, tribeId: number): Promise<P[]>;
  /** Says something as another service would. */
  say<P>(type: EventType<P>, payload: NoInfer<P>): Promise<void>;
  /** Between the service and its database. */
  postgres: LateServer;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  const postgres = new LateServer(stores.env.POSTGRES_URL, 0);
  await postgres.come();
  const clock = new TestClock();
  const media = new MediaStub();
  const tribes = new TribesStub();
  const peers = [
    await stubPeer('identity', IdentityServiceService, identityHandlers, clock),
    await stubPeer('tribes', TribesServiceService, tribes.handlers, clock),
    await stubPeer('media', MediaServiceService, media.handlers, clock),
  ] as const;
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const heard = listen(bus);
  await until(() => bus.connected, 'the bus is there');
  const [identity, tribesPeer, mediaPeer] = peers;
  const addresses = {
    IDENTITY_GRPC: identity.address,
    TRIBES_GRPC: tribesPeer.address,
    MEDIA_GRPC: mediaPeer.address,
  };
  const service = await bootService(content, { ...stores.env, POSTGRES_URL: postgres.url, ...addresses }, clock);

  tribes.add({ id: homininiId, name: 'hominini', isHominini: true, membersCount: 7, tags: ['todos'] });
  let lastTribe = 99;
  const found: Stage['found'] = (owner = person(), more = {}) => {
    const id = ++lastTribe;
    tribes.add({ id, ownerId: owner.id, ...more });
    tribes.membership(id, owner, { role: 'owner', levelOrder: 5 });
    return id;
  };
  const member: Stage['member'] = (tribeId, place) => {
    const somebody = person();
    tribes.membership(tribeId, somebody, place);
    return somebody;
  };
  const publish: Stage['publish'] = async (author, tribeId, fields = { content: unique('texto') }, images = 0) => {
    clock.advance(10 * 60 * 1000);
    const { status, body } = await service.as(author).post(`/tribes/${tribeId}/posts`, form(fields, images));
    if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
    return body;
  };
  const about = <P extends { tribeId: number }>(type: EventType<P>, tribeId: number) =>
    heard
      .filter((event) => event.type === type.$type)
      .map(({ payload }) => type.decode(payload))
      .filter((event) => event.tribeId === tribeId);
  return {
    service,
    clock,
    media,
    postgres,
    rpc: connect(sibling, ContentServiceService, 'content', service.grpcAddress),
    found,
    member,
    membership: (tribeId, actor) => tribes.membership(tribeId, actor),
    unseat: (tribeId, actor) => tribes.unseat(tribeId, actor),
    publish,
    async events(type, tribeId) {
      // Events are said in their order: when this post is heard of, all before it are.
      const owner = person();
      const fence = await publish(owner, found(owner));
      await until(() => about(PostPublished, fence.tribeId).length === 1, 'all is said');
      return about(type, tribeId);
    },
    async say(type, payload) {
      await bus.stream(streamOf(type.$type));
      await bus.publish(recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload));
    },
    async close() {
      await service.stop();
      await sibling.close();
      for (const peer of peers) await peer.stop();
      await postgres.close();
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
