import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { type GetSiteResponse, IdentityServiceService, Session, User } from '@tribus/proto/identity/v1/service.ts';
import { unique } from './factories.ts';

/**
 * Identity as a test sets it. Everybody exists, under a name made of the id: `agente…` is an agent, `gone…` a deleted
 * account; `hidden…` is a pseudonym, which belongs to nobody. `session-of-X` is an open session of X.
 */
export class IdentityStub implements PeerStub<IdentityServiceService> {
  readonly definition = IdentityServiceService;
  readonly #more: (id: string) => Partial<User>;
  readonly #sessions = new Map<string, Session>();
  readonly endedSessions = new Set<string>();
  /** The session ids of each call. */
  readonly sessionCalls: string[][] = [];
  /** The user ids of each call. */
  readonly userCalls: string[][] = [];
  /** Who follows a user, by the user's id. */
  readonly followers = new Map<string, string[]>();
  /** When a follower began to follow; always, where it is not set. */
  readonly followsSince = new Map<string, Date>();
  /** The users who were made agents. */
  readonly agents = new Set<string>();
  site: GetSiteResponse = { maintenanceEnabled: false, maintenanceMessage: '', disableSignup: false };

  /** `more` says what is known of everybody beside their name and address. */
  constructor(more: (id: string) => Partial<User> = () => ({})) {
    this.#more = more;
  }

  /** Opens a session, or changes the one that is named. */
  openSession(userId: string, more: Partial<Session> = {}): Session {
    const session = sessionOf(userId, more);
    this.#sessions.set(session.sessionId, session);
    return session;
  }

  readonly handlers: Partial<Handlers<IdentityServiceService>> = {
    getUsers: async ({ ids }) => {
      this.userCalls.push(ids);
      return { users: ids.map((id) => this.#user(id)) };
    },
    resolveSessions: async ({ sessionIds }) => {
      this.sessionCalls.push(sessionIds);
      const open = sessionIds.filter((id) => !this.endedSessions.has(id));
      return { sessions: open.flatMap((id) => this.#session(id) ?? []) };
    },
    // Pages of two.
    listFollowers: async ({ userId, cursor, asOf }) => {
      const followed = (id: string) => (this.followsSince.get(id)?.toISOString() ?? '') <= asOf;
      const all = (this.followers.get(userId) ?? []).filter(followed);
      const from = Number(cursor || 0);
      const next = from + 2;
      return { userIds: all.slice(from, next), nextCursor: next < all.length ? String(next) : '' };
    },
    getSite: async () => this.site,
    setAgent: async ({ userId, isAgent }) => {
      if (isAgent) this.agents.add(userId);
      else this.agents.delete(userId);
      return {};
    },
  };

  #session(sessionId: string): Session | undefined {
    const [, userId] = /^session-of-(.+)$/.exec(sessionId) ?? [];
    return this.#sessions.get(sessionId) ?? (userId ? sessionOf(userId, { sessionId }) : undefined);
  }

  #user(id: string): User {
    if (/^(gone|hidden)/.test(id)) return User.fromPartial({ id, isDeleted: true });
    const isAgent = id.startsWith('agente') || this.agents.has(id);
    const usual = { id, name: `Nombre de ${id}`, email: `${id}@tribus.test`, isAgent };
    return User.fromPartial({ ...usual, ...this.#more(id) });
  }
}

function sessionOf(userId: string, more: Partial<Session>): Session {
  const usual = { sessionId: unique('session'), userId, role: 'user', status: 'active', termsAccepted: true } as const;
  return Session.fromPartial({ ...usual, expiresAt: '2999-01-01T00:00:00.000Z', ...more });
}
