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

const notCalled = async () => {
  throw new Error('not called by vibes-realtime');
};

/** The three peers as the test sets them. */
export class PeerStubs {
  readonly posts = new Map<string, Post>();
  readonly memberships = new Map<string, Membership>();
  readonly endedSessions = new Set<string>();
  readonly suspendedSessions = new Set<string>();
  readonly #contentCalls = new Map<string, number>();
  readonly #membershipCalls = new Map<string, number>();
  /** Whether tribe 100 is a private one. */
  isPrivate = false;
  /** Whether content fails every call. */
  isContentAway = false;

  /** How often content was asked what this user may see. */
  contentCalls({ id }: Actor): number {
    return this.#contentCalls.get(id) ?? 0;
  }

  /** How often tribes was asked for this user's membership. */
  membershipCalls({ id }: Actor): number {
    return this.#membershipCalls.get(id) ?? 0;
  }

  /** A new member of tribe 100. */
  addMember(levelOrder = 1): Actor {
    const actor = person();
    const membership = {
      tribeId: 100,
      userId: actor.id,
      status: 'active' as const,
      role: 'member' as const,
      levelOrder,
    };
    this.memberships.set(actor.id, Membership.fromPartial(membership));
    return actor;
  }

  /** A vibe in tribe 100; returns its id. */
  addVibe(author: Actor, more: Partial<Post> = {}): string {
    const id = crypto.randomUUID();
    this.posts.set(
      id,
      Post.fromPartial({ id, tribeId: 100, authorId: author.id, kind: 'story', minLevelOrder: 1, ...more }),
    );
    return id;
  }

  /** Gives the vibe another level, before any event of it. */
  changeLevel(vibeId: string, minLevelOrder: number): void {
    this.posts.set(vibeId, Post.fromPartial({ ...this.posts.get(vibeId), minLevelOrder }));
  }

  #tribe(id: number): Tribe {
    const isHominini = id === 38;
    return Tribe.fromPartial({ id, name: 'Fogón', isHominini, isPrivate: this.isPrivate && !isHominini });
  }

  readonly content: Handlers<ContentServiceService> = {
    getPosts: async ({ ids, viewerId, viewerIsAdmin }) => {
      this.#contentCalls.set(viewerId, (this.#contentCalls.get(viewerId) ?? 0) + 1);
      if (this.isContentAway) throw fail('unavailable');
      const posts = ids.flatMap((id) => {
        const post = this.posts.get(id);
        return post
          ? [{ ...post, canView: viewerIsAdmin || post.tribeId === 38 || this.memberships.has(viewerId) }]
          : [];
      });
      return { posts };
    },
    listRecentPosts: notCalled,
    addComment: notCalled,
    setReaction: notCalled,
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
    listFollowers: notCalled,
    getSite: notCalled,
    setAgent: notCalled,
  };

  readonly tribes: Handlers<TribesServiceService> = {
    getMembershipsInTribe: async ({ tribeId, userIds }) => {
      if (tribeId !== 100 && tribeId !== 38) throw fail('not_found');
      const none = (userId: string) => Membership.fromPartial({ tribeId, userId, status: 'none' });
      for (const id of userIds) this.#membershipCalls.set(id, (this.#membershipCalls.get(id) ?? 0) + 1);
      return {
        tribe: this.#tribe(tribeId),
        memberships: userIds.map((id) => (tribeId === 100 && this.memberships.get(id)) || none(id)),
      };
    },
    listMemberships: async ({ userId }) => {
      const membership = this.memberships.get(userId);
      const tribe = this.#tribe(100);
      return { memberships: membership?.status === 'active' ? [{ tribe, membership }] : [] };
    },
    getTribes: notCalled,
    getMemberships: notCalled,
    listMemberIds: notCalled,
    ensureHomininiMember: notCalled,
  };
}

/** Vibes-realtime over real stores, with stubs of its peers. */
export interface Bench {
  service: TestService;
  clock: TestClock;
  peers: PeerStubs;
  rpc: Calls<VibesServiceService>;
  /** The reaction events emitted so far. */
  reactions: VibeReacted[];
  /** Starts another replica on the same stores; it stops with the bench. */
  startReplica(): Promise<TestService>;
  /** How many streams the service holds, as its metrics say. */
  connections(): Promise<number>;
  /** Opens a stream below /api as the browser does; it is closed with the bench. */
  listen(actor: Actor, path: string, headers?: Record<string, string>): Promise<Listener>;
  /** Publishes an event as another service would. */
  publish<P>(type: EventType<P>, payload: NoInfer<P>): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const stores = await testStores();
  // The database expires documents by the machine's time.
  const clock = new TestClock(new Date());
  const peers = new PeerStubs();
  const servers = [
    await stubPeer('content', ContentServiceService, peers.content, clock),
    await stubPeer('identity', IdentityServiceService, peers.identity, clock),
    await stubPeer('tribes', TribesServiceService, peers.tribes, clock),
  ] as const;
  const peer = testContext('peer', clock);
  const bus = await openBus(peer, { url: stores.env.NATS_URL });
  const reactions: VibeReacted[] = [];
  bus.listen([VibeReacted.$type], (_type, payload) => reactions.push(VibeReacted.decode(payload)));
  await until(() => bus.connected, 'the bus is connected');
  const addresses = {
    CONTENT_GRPC: servers[0].address,
    IDENTITY_GRPC: servers[1].address,
    TRIBES_GRPC: servers[2].address,
  };
  const boot = () => bootService(vibesRealtime, { ...stores.env, ...addresses }, clock);
  const service = await boot();
  const replicas: TestService[] = [];
  const listeners: Listener[] = [];
  return {
    service,
    clock,
    peers,
    reactions,
    rpc: connect(peer, VibesServiceService, 'vibes-realtime', service.grpcAddress),
    async startReplica() {
      const replica = await boot();
      replicas.push(replica);
      return replica;
    },
    async connections() {
      return metric(await (await fetch(`${service.opsUrl}/metrics`)).text(), 'sse_connections');
    },
    async listen(actor, path, headers) {
      const listener = await openStream(service, actor, path, headers);
      listeners.push(listener);
      return listener;
    },
    async publish(type, payload) {
      await bus.stream(streamOf(type.$type));
      await bus.publish(recordEvent({ ...peer, newId: () => crypto.randomUUID() }, type, payload));
    },
    async close() {
      for (const listener of listeners) listener.close();
      await Promise.all([service, ...replicas].map((each) => each.stop()));
      await peer.close();
      for (const server of servers) await server.stop();
      await stores.drop();
    },
  };
}
