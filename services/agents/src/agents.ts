import { type AuditFields, type AuditRecord, changedFields, recordAudit } from '@tribus/community/audit.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import { AuditRecorded } from '@tribus/proto/agents/v1/events.ts';
import type { AgentActions, Agent as AgentAnswer, AgentChange, Agents, NewAgent } from '../api.ts';
import { deleteAgentWithActions } from './deletion.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { markAfterCommit } from './marking.ts';
import { presentAction, presentAgent } from './present.ts';
import type { Agent } from './store/agents.ts';
import type { AgentsTx } from './store/store.ts';

/** Returns all agents with their users, for admins. */
export async function listAgents({ store, identity }: Deps): Promise<Agents> {
  const agents = await store.agents.list();
  const { users } =
    agents.length > 0 ? await identity.getUsers({ ids: agents.map(({ userId }) => userId) }) : { users: [] };
  const byId = new Map(users.map((user) => [user.id, user]));
  return { items: agents.map((agent) => presentAgent(agent, byId.get(agent.userId))) };
}

/**
 * Creates an agent for a user, who is marked as an agent first: if the rest fails, a repeated request completes it.
 * Throws 409 `agent_exists` when the user has one, 400 `user_unknown` when the user does not exist.
 */
export async function createAgent({ ctx, store, identity }: Deps, input: NewAgent): Promise<AgentAnswer> {
  requireCapable(input.config);
  const { users } = await identity.getUsers({ ids: [input.userId] });
  const user = users[0];
  if (!user || user.isDeleted) throw errors.fail('user_unknown');
  await identity.setAgent({ userId: user.id, isAgent: true });
  const { active, config } = input;
  const agent = await store.transaction(async (tx) => {
    if (await tx.isActorDeleted(user.id)) throw errors.fail('user_unknown');
    const created: Agent = {
      id: ctx.newId(),
      userId: user.id,
      active,
      config,
      lastRunAt: null,
      createdAt: ctx.clock.now(),
    };
    if (!(await tx.agents.add(created))) throw errors.fail('agent_exists');
    // The job of a deleted agent of this user may be removing the mark.
    await markAfterCommit(tx, user.id);
    recordAudit(ctx, tx, AuditRecorded, {
      action: 'agent_created',
      ...entryOf(created),
      after: toAuditFields(created),
    });
    return created;
  });
  return presentAgent(agent, user);
}

/** Changes the given fields and leaves the others; throws 404 when the agent does not exist. */
export async function changeAgent(deps: Deps, id: string, change: AgentChange): Promise<AgentAnswer> {
  const changed = await deps.store.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const { active = agent.active } = change;
    const config = { ...agent.config, ...change.config };
    requireCapable(config);
    await tx.agents.update(agent.id, active, config);
    const facts = changedFields(toAuditFields(agent), toAuditFields({ ...agent, active, config }));
    recordAudit(deps.ctx, tx, AuditRecorded, { action: 'agent_updated', ...entryOf(agent), ...facts });
    return { ...agent, active, config };
  });
  const { users } = await deps.identity.getUsers({ ids: [changed.userId] });
  return presentAgent(changed, users[0]);
}

/** Deletes an agent; its user is marked as a person again. Throws 404 when the agent does not exist. */
export async function deleteAgent(deps: Deps, id: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    await deleteAgentWithActions(tx, agent.id);
    await markAfterCommit(tx, agent.userId);
    recordAudit(deps.ctx, tx, AuditRecorded, {
      action: 'agent_deleted',
      ...entryOf(agent),
      before: toAuditFields(agent),
    });
  });
}

/**
 * Returns a page of an agent's actions, including skipped ones, newest first; throws 404 when the agent does not exist.
 */
export async function readActions(deps: Deps, id: string, query: PageQuery): Promise<AgentActions> {
  const agent = await getAgent(deps, id);
  const { items, nextCursor } = await readPage(deps.cursors, `actions:${agent.id}`, query, ({ limit, after }) =>
    deps.store.actions.page(agent.id, limit, after),
  );
  return { items: items.map(presentAction), nextCursor };
}

async function getAgent({ store }: Deps, id: string): Promise<Agent> {
  const agent = isUuid(id) ? await store.agents.find(id) : undefined;
  if (!agent) throw fail('not_found');
  return agent;
}

/** As `getAgent`, for an agent that the transaction changes or deletes. */
async function lockAgent(tx: AgentsTx, id: string): Promise<Agent> {
  const agent = isUuid(id) ? await tx.agents.lock(id) : undefined;
  if (!agent) throw fail('not_found');
  return agent;
}

const entryOf = ({ id }: Agent): Pick<AuditRecord, 'target'> => ({ target: { type: 'agent', id } });

const toAuditFields = ({ userId, active, config }: Pick<Agent, 'userId' | 'active' | 'config'>): AuditFields => ({
  userId,
  active,
  config: JSON.stringify(config),
});

/** Throws 400 for settings that the strategy does not support. */
function requireCapable({ enableVibeReactions }: { enableVibeReactions: boolean }): void {
  if (enableVibeReactions) throw errors.fail('vibe_reactions_unavailable');
}
