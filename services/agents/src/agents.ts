import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { User } from '@tribus/proto/identity/v1/service.ts';
import { z } from 'zod';
import type { Agent, AgentActions, AgentChange, Agents, NewAgent } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { StoredAction, StoredAgent } from './store.ts';

const Uuid = z.uuid();

/** All agents with the users they act as, for admins. */
export async function listAgents({ store, identity }: Deps): Promise<Agents> {
  const agents = await store.list();
  const { users } =
    agents.length > 0 ? await identity.getUsers({ ids: agents.map(({ userId }) => userId) }) : { users: [] };
  const byId = new Map(users.map((user) => [user.id, user]));
  return { items: agents.map((agent) => present(agent, byId.get(agent.userId))) };
}

/**
 * Makes an agent of a user, who is marked as one first: should the rest fail, a repetition completes it.
 */
export async function createAgent({ ctx, store, identity }: Deps, wanted: NewAgent): Promise<Agent> {
  refuseUnknownPowers(wanted.config);
  const { users } = await identity.getUsers({ ids: [wanted.userId] });
  const user = users[0];
  if (!user || user.isDeleted) throw errors.fail('user_unknown');
  await identity.setAgent({ userId: user.id, isAgent: true });
  const agent = await store.add({
    id: ctx.newId(),
    userId: user.id,
    active: wanted.active,
    config: wanted.config,
    lastRunAt: null,
    createdAt: ctx.clock.now(),
  });
  return present(agent, user);
}

export async function changeAgent(deps: Deps, id: string, change: AgentChange): Promise<Agent> {
  const agent = await agentOf(deps, id);
  const config = { ...agent.config, ...change.config };
  refuseUnknownPowers(config);
  const active = change.active ?? agent.active;
  await deps.store.change(agent.id, active, config);
  const { users } = await deps.identity.getUsers({ ids: [agent.userId] });
  return present({ ...agent, active, config }, users[0]);
}

/** The user stays, as a person again. */
export async function deleteAgent(deps: Deps, id: string): Promise<void> {
  const agent = await agentOf(deps, id);
  await deps.identity.setAgent({ userId: agent.userId, isAgent: false });
  await deps.store.remove(agent.id);
}

/** What an agent did and what it skipped, the newest first. */
export async function readActions(
  deps: Deps,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<AgentActions> {
  const agent = await agentOf(deps, id);
  const list = `actions:${agent.id}`;
  const position = decodeCursor(deps.cursors, list, cursor);
  const read = await deps.store.actions(agent.id, limit + 1, position);
  const { items, next } = pageOf(deps.cursors, list, read, limit);
  return { items: items.map(presentAction), nextCursor: next };
}

async function agentOf({ store }: Deps, id: string): Promise<StoredAgent> {
  const agent = Uuid.safeParse(id).success ? await store.find(id) : undefined;
  if (!agent) throw fail('not_found');
  return agent;
}

function refuseUnknownPowers({ enableVibeReactions }: { enableVibeReactions: boolean }): void {
  if (enableVibeReactions) throw errors.fail('vibe_reactions_unavailable');
}

function present(agent: StoredAgent, user: User | undefined): Agent {
  return {
    id: agent.id,
    user: { id: agent.userId, name: user?.name ?? '', email: user?.email ?? '' },
    active: agent.active,
    lastRunAt: agent.lastRunAt?.toISOString() ?? null,
    config: agent.config,
    createdAt: agent.createdAt.toISOString(),
  };
}

const presentAction = (action: StoredAction): AgentActions['items'][number] => ({
  ...action,
  createdAt: action.createdAt.toISOString(),
});
