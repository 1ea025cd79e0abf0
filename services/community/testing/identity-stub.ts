import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import {
  BlocksAndMutes,
  Follows,
  type GetSiteResponse,
  IdentityServiceService,
  ListDismissedSuggestionsResponse,
  Session,
  type TribeUser,
  User,
} from '@tribus/proto/identity/v1/service.ts';
import { listedBlocksMax } from '../limits.ts';
import { unique } from './factories.ts';

/**
 * Identity with data set by a test. Every user exists, with a name derived from the id: `agente…` is an agent, `gone…`
 * a deleted account; `hidden…` is a pseudonym without an account. `session-of-X` is an open session of X.
 */
export class IdentityStub implements PeerStub<IdentityServiceService> {
  readonly definition = IdentityServiceService;
  readonly #more: (id: string) => Partial<User>;
  readonly #sessions = new Map<string, Session>();
  readonly endedSessions = new Set<string>();
  /** Session ids of each call. */
  readonly sessionCalls: string[][] = [];
  /** Resolving sessions waits for this promise. */
  sessionsHeld: Promise<void> = Promise.resolve();
  /** User ids of each call. */
  readonly userCalls: string[][] = [];
  /** Followers by followed user, newest first. */
  readonly followers = new Map<string, string[]>();
  /** The start of each follow, by follower; always, unless set. */
  readonly followsSince = new Map<string, Date>();
  /** The follows of each user, by id. After a change, also publish UserFollowed or TagFollowed. */
  readonly follows = new Map<string, Partial<Follows>>();
  /** Suggestions that users dismissed. */
  readonly dismissed = new Map<string, Partial<ListDismissedSuggestionsResponse>>();
  /** Deleted accounts, besides those named `gone…`. */
  readonly deleted = new Set<string>();
  /** Users who are found among all users. */
  readonly findable: string[] = [];
  readonly agents = new Set<string>();
  /** User ids of each call that marks a user as a person. */
  readonly unmarkCalls: string[] = [];
  /** Marking a user as a person waits for this promise. */
  unmarksHeld: Promise<void> = Promise.resolve();
  /** Users who are online and visible. */
  readonly online = new Set<string>();
  readonly admins = new Set<string>();
  /** Users who may not write. */
  readonly sanctioned = new Set<string>();
  /** Blocks and mutes, set by `block` and `mute`. */
  readonly #blocks: { userId: string; blockedId: string; tribeId: number }[] = [];
  readonly #mutes = new Map<string, Partial<BlocksAndMutes>>();
  /** User ids of each call for blocks and mutes. */
  readonly blocksCalls: string[][] = [];
  /** User ids of each call for the blocks between users. */
  readonly blocksBetweenCalls: string[][] = [];
  /** Reading blocks and mutes waits for this promise. */
  blocksHeld: Promise<void> = Promise.resolve();
  site: GetSiteResponse = { maintenanceEnabled: false, maintenanceMessage: '', disableSignup: false };

  /** `more` adds fields to every user. */
  constructor(more: (id: string) => Partial<User> = () => ({})) {
    this.#more = more;
  }

  /** Opens a session, or replaces the one with the same id. */
  openSession(userId: string, more: Partial<Session> = {}): Session {
    const session = sessionOf(userId, more);
    this.#sessions.set(session.sessionId, session);
    return session;
  }

  /** Blocks in one tribe, or everywhere (0). Also publish UserBlocked. */
  block(userId: string, blockedId: string, tribeId = 0): void {
    this.#blocks.push({ userId, blockedId, tribeId });
  }

  /** Replaces the mutes of a user. Also publish MutesChanged. */
  mute(userId: string, mutes: Partial<BlocksAndMutes>): void {
    this.#mutes.set(userId, mutes);
  }

  readonly handlers: Partial<Handlers<IdentityServiceService>> = {
    getUsers: async ({ ids }) => {
      this.userCalls.push(ids);
      return { users: ids.map((id) => this.#user(id)) };
    },
    resolveSessions: async ({ sessionIds }) => {
      this.sessionCalls.push(sessionIds);
      await this.sessionsHeld;
      const open = sessionIds.filter((id) => !this.endedSessions.has(id));
      return { sessions: open.flatMap((id) => this.#session(id) ?? []) };
    },
    listOnline: async () => ({ userIds: [...this.online] }),
    // Pages of two.
    listFollowers: async ({ userId, cursor, asOf }) => {
      const followed = (id: string) => (this.followsSince.get(id)?.toISOString() ?? '') <= asOf;
      const all = (this.followers.get(userId) ?? []).filter(followed);
      const from = Number(cursor || 0);
      const next = from + 2;
      return { userIds: all.slice(from, next), nextCursor: next < all.length ? String(next) : '' };
    },
    listUnreturnedFollowers: async ({ userId, limit }) => {
      const followed = new Set(this.follows.get(userId)?.followedIds);
      return { userIds: (this.followers.get(userId) ?? []).filter((id) => !followed.has(id)).slice(0, limit) };
    },
    listAdmins: async () => ({ userIds: [...this.admins], nextCursor: '' }),
    listSanctioned: async ({ userIds }) => ({ userIds: userIds.filter((id) => this.sanctioned.has(id)) }),
    getBlocksAndMutes: async ({ userIds }) => {
      this.blocksCalls.push(userIds);
      await this.blocksHeld;
      return { users: userIds.map((userId) => this.#blocksAndMutes(userId)) };
    },
    getBlocksBetween: async ({ userId, otherIds }) => {
      this.blocksBetweenCalls.push(otherIds);
      return { blocked: this.#blocksOf(userId).filter((each) => otherIds.includes(each.userId)) };
    },
    getFollows: async ({ userIds }) => ({
      users: userIds.map((userId) => Follows.fromPartial({ userId, ...this.follows.get(userId) })),
    }),
    listDismissedSuggestions: async ({ userId }) =>
      ListDismissedSuggestionsResponse.fromPartial({ ...this.dismissed.get(userId) }),
    findUsers: async ({ text, userIds, viewerId, limit, after }) => {
      const all = viewerId === '' ? [] : this.findable.filter((id) => id !== viewerId);
      const named = [...new Set([...userIds, ...all])].filter((id) =>
        this.#user(id).name.toLowerCase().includes(text.toLowerCase()),
      );
      const users = named.toSorted().map((userId, index) => ({ userId, rank: 5_000 - index }));
      return { users: users.filter(({ rank }) => rank < (after?.rank ?? 5_001)).slice(0, limit) };
    },
    getSite: async () => this.site,
    setAgent: async ({ userId, isAgent }) => {
      if (isAgent) this.agents.add(userId);
      else await this.#unmark(userId);
      return {};
    },
  };

  #blocksAndMutes(userId: string): BlocksAndMutes {
    const all = this.#blocksOf(userId);
    const blocks = { blocked: all.slice(0, listedBlocksMax), hasMoreBlocks: all.length > listedBlocksMax };
    return BlocksAndMutes.fromPartial({ ...this.#mutes.get(userId), userId, ...blocks });
  }

  #blocksOf(userId: string): TribeUser[] {
    return this.#blocks.flatMap(({ tribeId, ...pair }) => {
      if (pair.userId === userId) return [{ userId: pair.blockedId, tribeId }];
      return pair.blockedId === userId ? [{ userId: pair.userId, tribeId }] : [];
    });
  }

  #session(sessionId: string): Session | undefined {
    const [, userId] = /^session-of-(.+)$/.exec(sessionId) ?? [];
    const known = this.#sessions.get(sessionId);
    return known ?? (userId ? sessionOf(userId, { sessionId, isAgent: this.#isAgent(userId) }) : undefined);
  }

  async #unmark(userId: string): Promise<void> {
    this.unmarkCalls.push(userId);
    await this.unmarksHeld;
    this.agents.delete(userId);
  }

  #isAgent(id: string): boolean {
    return id.startsWith('agente') || this.agents.has(id);
  }

  #user(id: string): User {
    if (/^(gone|hidden)/.test(id) || this.deleted.has(id)) return User.fromPartial({ id, isDeleted: true });
    const usual = { id, name: `Nombre de ${id}`, email: `${id}@tribus.test`, isAgent: this.#isAgent(id) };
    return User.fromPartial({ ...usual, ...this.#more(id) });
  }
}

function sessionOf(userId: string, more: Partial<Session>): Session {
  const usual = { sessionId: unique('session'), userId, role: 'user', status: 'active', termsAccepted: true } as const;
  return Session.fromPartial({ ...usual, expiresAt: '2999-01-01T00:00:00.000Z', ...more });
}
