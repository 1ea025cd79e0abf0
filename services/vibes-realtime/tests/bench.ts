import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventType, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { bootService, stubPeer, TestClock, type TestService, testContext } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { ContentServiceService, Post } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService, Session, User } from '@tribus/proto/identity/v1/service.ts';
import { Membership, Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { vibesRealtime } from '../src/service.ts';
import { type Listener, openStream } from './listener.ts';

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;
export const person = (name = unique('persona')): Actor => userActor(name, { sessionId: `sesión-de-${name}` });

const unasked = async () => {
  throw new Error('not asked by vibes-realtime');
};

/** The three siblings as the test lays them out. */
export class World {
  readonly posts = new Map<string, Post>();
  readonly memberships = new Map<string, Membership>();
  readonly endedSessions = new Set<string>();
  readonly suspendedSessions = new Set<string>();
  readonly #asked = new Map<string, number>();
  readonly #seatAsked = new Map<string, number>();
  /** Whether tribe 100 is a private one. */
  isPrivate = false;
  /** Whether content refuses every question. */
  isContentAway = false;

  /** How often content was asked what this person may see. */
  asked({ id }: Actor): number {
    return this.#asked.get(id) ?? 0;
  }

  /** How often tribes was asked where this person stands. */
  seatAsked({ id }: Actor): number {
    return this.#seatAsked.get(id) ?? 0;
  }

  /** Somebody new, seated in tribe 100. */
  member(levelOrder = 1): Actor {
    const actor = person();
    const membership = { tribeId: 100, userId: actor.id, status: 'active', role: 'member', levelOrder };
    this.memberships.set(actor.id, Membership.fromPartial(membership));
    return actor;
  }

  /** A vibe in tribe 100; its id. */
  vibe(author: Actor, more: Partial<Post> = {}): string {
    const id = crypto.randomUUID();
    this.posts.set(
      id,
      Post.fromPartial({ id, tribeId: 100, authorId: author.id, kind: 'story', minLevelOrder: 1, ...more }),
    );
    return id;
  }

  /** The author gives the vibe another level, before anybody is told. */
  changeLevel(vibeId: string, minLevelOrder: number): void {
    this.posts.set(vibeId, Post.fromPartial({ ...this.posts.get(vibeId), minLevelOrder }));
  }

  #tribe(id: number): Tribe {
    const isHominini = id === 38;
    return Tribe.fromPartial({ id, name: 'Fogón', isHominini, isPrivate: this.isPrivate && !isHominini });
  }

  readonly content: Handlers<ContentServiceService> = {
    getPosts: async ({ ids, viewerId, viewerIsAdmin }) => {
      this.#asked.set(viewerId, (this.#asked.get(viewerId) ?? 0) + 1);
      if (this.isContentAway) throw fail('unavailable');
      const posts = ids.flatMap((id) => {
        const post = this.posts.get(id);
        return post
          ? [{ ...post, canView: viewerIsAdmin || post.tribeId === 38 || this.memberships.has(viewerId) }]
          : [];
      });
      return { posts };
    },
    listRecentPosts: unasked,
    addComment: unasked,
    setReaction: unasked,
  };

  readonly identity: Handlers<IdentityServiceService> = {
    getUsers: async ({ ids }) => ({ users: ids.map((id) => User.fromPartial({ id, name: `Nombre de ${id}` })) }),
    resolveSessions: async ({ sessionIds }) => ({
      sessions: sessionIds
        .filter((id) => !this.endedSessions.has(id))
        .map((sessionId) => {
          const status = this.suspendedSessions.has(sessionId) ? 'suspended' : 'active';
          return Session.fromPartial({ sessionId, role: 'user', status });
        }),
    }),
    listFollowers: unasked,
    getSite: unasked,
    setAgent: unasked,
  };

  readonly tribes: Handlers<TribesServiceService> = {
    getMembershipsInTribe: async ({ tribeId, userIds }) => {
      if (tribeId !== 100 && tribeId !== 38) throw fail('not_found');
      const nowhere = (userId: string) => Membership.fromPartial({ tribeId, userId, status: 'none' });
      for (const id of userIds) this.#seatAsked.set(id, (this.#seatAsked.get(id) ?? 0) + 1);
      return {
        tribe: this.#tribe(tribeId),
        memberships: userIds.map((id) => (tribeId === 100 && this.memberships.get(id)) || nowhere(id)),
      };
    },
    listMemberships: async ({ userId }) => {
      const membership = this.memberships.get(userId);
      const tribe = this.#tribe(100);
      return { memberships: membership?.status === 'active' ? [{ tribe, membership }] : [] };
    },
    getTribes: unasked,
    getMemberships: unasked,
    listMemberIds: unasked,
    ensureHomininiMember: unasked,
  };
}

/** Vibes-realtime over real stores in that world. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  world: World;
  rpc: Calls<VibesServiceService>;
  /** What was said of taps so far. */
  taps: VibeReacted[];
  /** Another copy of the service, on the same stores; it ends with the stage. */
  copy(): Promise<TestService>;
  /** How many streams the service holds, as its metrics say. */
  connections(): Promise<number>;
  /** Opens a stream below /api as the browser does; it is closed with the stage. */
  listen(actor: Actor, path: string, headers?: Record<string, string>): Promise<Listener>;
  /** Says something as another service would. */
  say<P>(type: EventType<P>, payload: P): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  // What is old by the machine's time, the database forgets by itself.
  const clock = new TestClock(new Date());
  const world = new World();
  const peers = [
    await stubPeer('content', ContentServiceService, world.content, clock),
    await stubPeer('identity', IdentityServiceService, world.identity, clock),
    await stubPeer('tribes', TribesServiceService, world.tribes, clock),
  ] as const;
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const taps: VibeReacted[] = [];
  bus.listen([VibeReacted.$type], (_type, payload) => taps.push(VibeReacted.decode(payload)));
  await until(() => bus.connected, 'the bus is there');
  const addresses = {
    CONTENT_GRPC: peers[0].address,
    IDENTITY_GRPC: peers[1].address,
    TRIBES_GRPC: peers[2].address,
  };
  const copy = () => bootService(vibesRealtime, { ...stores.env, ...addresses }, clock);
  const service = await copy();
  const copies: TestService[] = [];
  const listeners: Listener[] = [];
  return {
    service,
    clock,
    world,
    taps,
    rpc: connect(sibling, VibesServiceService, 'vibes-realtime', service.grpcAddress),
    async copy() {
      const another = await copy();
      copies.push(another);
      return another;
    },
    async connections() {
      return metric(await (await fetch(`${service.opsUrl}/metrics`)).text(), 'sse_connections');
    },
    async listen(actor, path, headers) {
      const listener = await openStream(service, actor, path, headers);
      listeners.push(listener);
      return listener;
    },
    async say(type, payload) {
      await bus.stream(streamOf(type.$type));
      await bus.publish(recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload));
    },
    async close() {
      for (const listener of listeners) listener.close();
      await Promise.all([service, ...copies].map((each) => each.stop()));
      await sibling.close();
      for (const peer of peers) await peer.stop();
      await stores.drop();
    },
  };
}
