import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { type IdentityServiceService, type Session, User } from '@tribus/proto/identity/v1/service.ts';
import { z } from 'zod';
import { setAgent } from './accounts.ts';
import { followerIds } from './follows.ts';
import { resolveSessions } from './sessions.ts';
import type { ResolvedSession } from './store/sessions.ts';
import type { IdentityStore } from './store/store.ts';
import type { Account } from './store/users.ts';

const usualFollowers = 200;
const mostFollowers = 500;

export function identityRpc(ctx: Context, store: IdentityStore, cursors: Cursors): Handlers<IdentityServiceService> {
  return {
    async resolveSessions({ sessionIds }) {
      const sessions = await resolveSessions(ctx, store, sessionIds);
      return { sessions: sessions.map(sessionMessage) };
    },

    async getUsers({ ids }) {
      const accounts = new Map((await store.users.byIds(ids)).map((account) => [account.id, account]));
      return { users: [...new Set(ids)].map((id) => userMessage(id, accounts.get(id))) };
    },

    listFollowers({ userId, cursor, limit, asOf }) {
      const size = Math.min(mostFollowers, limit > 0 ? limit : usualFollowers);
      return followerIds(store, cursors, userId, { limit: size, cursor, asOf: asOf ? timeOf(asOf) : undefined });
    },

    getSite: () => store.site.read(),

    async setAgent({ userId, isAgent }, { actor }) {
      assertMayMarkAgents(actor);
      await setAgent(store, userId, isAgent);
      return {};
    },
  };
}

function timeOf(text: string): Date {
  const time = z.iso.datetime().safeParse(text);
  if (!time.success) throw fail('invalid_input');
  return new Date(time.data);
}

/** A service by itself, or for an admin; never in somebody else's request. */
function assertMayMarkAgents(actor: Actor): void {
  if (actor.kind !== 'service' && !isAdmin(actor)) throw fail('forbidden');
}

function sessionMessage(session: ResolvedSession): Session {
  const { id, userId, role, status, language, termsAccepted, isAgent, expiresAt } = session;
  return {
    sessionId: id,
    userId,
    role,
    status,
    language: language ?? '',
    termsAccepted,
    isAgent,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Nobody can show their progress yet; until they choose, the specification hides it (part 1, section 3). */
function userMessage(id: string, account: Account | undefined): User {
  if (!account) return User.fromPartial({ id, isDeleted: true });
  const { name, email, avatarUrl, role, isAgent, createdAt } = account;
  return {
    id,
    name,
    email,
    avatarUrl: avatarUrl ?? '',
    role,
    isAgent,
    isDeleted: false,
    showsProgress: false,
    createdAt: createdAt.toISOString(),
  };
}
