import { searchedUsersMax, searchMax } from '@tribus/community/limits.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { z } from 'zod';
import { setAgent } from './accounts.ts';
import { blocksAndMutes } from './blocks.ts';
import type { Deps } from './deps.ts';
import { listDismissedSuggestions } from './dismissed-suggestions.ts';
import { followsOf } from './followed-labels.ts';
import { listFollowerIds } from './follows.ts';
import { listOnline } from './presence.ts';
import { userMessage } from './present.ts';
import { resolveSessions } from './sessions.ts';
import { listAdminIds } from './users.ts';

const pageDefault = 200;
const pageMax = 500;
/** The newest followers among which those who are not followed back are read. */
const unreturnedAmong = 1_000;
const sizeOf = (limit: number): number => Math.min(pageMax, limit > 0 ? limit : pageDefault);

export function identityRpc(
  deps: Pick<Deps, 'ctx' | 'store' | 'cursors' | 'sessionUses' | 'presence' | 'newAccountHours'>,
): Handlers<IdentityServiceService> {
  const { store } = deps;
  return {
    resolveSessions: (request) => resolveSessions(deps, request),

    async getUsers({ ids }) {
      const accounts = new Map((await store.users.summaries(ids)).map((account) => [account.id, account]));
      return { users: [...new Set(ids)].map((id) => userMessage(id, accounts.get(id))) };
    },

    listFollowers({ userId, cursor, limit, asOf }) {
      return listFollowerIds(deps, userId, { limit: sizeOf(limit), cursor, asOf: asOf ? parseTime(asOf) : undefined });
    },

    async listUnreturnedFollowers({ userId, limit }) {
      return { userIds: await store.follows.unreturnedIds(userId, sizeOf(limit), unreturnedAmong) };
    },

    listAdmins: ({ limit, cursor }) => listAdminIds(deps, { limit: sizeOf(limit), cursor }),

    async listSanctioned({ userIds }) {
      return { userIds: await store.directory.sanctioned(userIds, deps.ctx.clock.now()) };
    },

    async listOnline() {
      return { userIds: await listOnline(deps) };
    },

    async getBlocksAndMutes({ userIds }) {
      return { users: await blocksAndMutes(deps, userIds) };
    },
    async getBlocksBetween({ userId, otherIds }) {
      return { blocked: await deps.store.blocks.between(userId, otherIds) };
    },

    async getFollows({ userIds }) {
      return { users: await followsOf(deps, userIds) };
    },

    listDismissedSuggestions: ({ userId }) => listDismissedSuggestions(deps, userId),

    async findUsers({ text, userIds, limit, after, viewerId }) {
      if (text.length > searchMax || userIds.length > searchedUsersMax) throw fail('invalid_input');
      return { users: await store.userSearch.find(text.trim(), { userIds, viewerId }, sizeOf(limit), after) };
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

/** Allows services, by themselves or on behalf of an admin; throws 403 for others. */
function requireServiceOrAdmin(actor: Actor): void {
  if (actor.kind !== 'service' && !isAdmin(actor)) throw fail('forbidden');
}
