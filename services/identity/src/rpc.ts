import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { z } from 'zod';
import { setAgent } from './accounts.ts';
import type { Deps } from './deps.ts';
import { listFollowerIds } from './follows.ts';
import { sessionMessage, userMessage } from './present.ts';
import { resolveSessions } from './sessions.ts';

const followersDefault = 200;
const followersMax = 500;

export function identityRpc(deps: Pick<Deps, 'ctx' | 'store' | 'cursors'>): Handlers<IdentityServiceService> {
  const { store } = deps;
  return {
    async resolveSessions({ sessionIds }) {
      const sessions = await resolveSessions(deps, sessionIds);
      return { sessions: sessions.map(sessionMessage) };
    },

    async getUsers({ ids }) {
      const accounts = new Map((await store.users.byIds(ids)).map((account) => [account.id, account]));
      return { users: [...new Set(ids)].map((id) => userMessage(id, accounts.get(id))) };
    },

    listFollowers({ userId, cursor, limit, asOf }) {
      const size = Math.min(followersMax, limit > 0 ? limit : followersDefault);
      return listFollowerIds(deps, userId, { limit: size, cursor, asOf: asOf ? parseTime(asOf) : undefined });
    },

    getSite: () => store.site.read(),

    async setAgent({ userId, isAgent }, { actor }) {
      requireServiceOrAdmin(actor);
      await setAgent(deps, userId, isAgent);
      return {};
    },
  };
}

function parseTime(text: string): Date {
  const time = z.iso.datetime().safeParse(text);
  if (!time.success) throw fail('invalid_input');
  return new Date(time.data);
}

/** A service by itself, or on behalf of an admin; never on behalf of anybody else. */
function requireServiceOrAdmin(actor: Actor): void {
  if (actor.kind !== 'service' && !isAdmin(actor)) throw fail('forbidden');
}
