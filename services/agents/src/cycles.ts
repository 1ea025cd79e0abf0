import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { AppError } from '@tribus/kit/core/errors.ts';
import type { Metrics } from '@tribus/kit/core/metrics.ts';
import type { Deps } from './deps.ts';
import { actionId, type PlannedAction, ruleStrategy } from './rule-strategy.ts';
import type { StartedAction } from './store/actions.ts';
import type { Agent } from './store/agents.ts';

const postsPerTribe = 30;
const skippedAtOnce = 100;
const lookBackMs = 3 * dayMs;

export function countActions(metrics: Metrics): (result: string) => void {
  const counter = metrics.counter('agent_actions_total', 'Agent actions by result', ['result']);
  for (const result of ['done', 'skipped', 'failed']) counter.inc({ result }, 0);
  return (result) => counter.inc({ result });
}

/** Runs one cycle of every agent that is due, in sequence. */
export async function runDueAgents(deps: Deps, count: (result: string) => void): Promise<void> {
  for (const agent of await deps.store.agents.claimDue(deps.ctx.clock.now())) {
    if (deps.ctx.stopping.aborted) return;
    try {
      await runCycle(deps, agent, count);
    } catch (error) {
      count('failed');
      deps.ctx.log.warn({ err: error, agentId: agent.id }, 'agent cycle failed; retrying in the next cycle');
    }
  }
}

/** Runs one cycle of an agent, by its strategy, within its budget and as its user. */
async function runCycle(deps: Deps, agent: Agent, count: (result: string) => void): Promise<void> {
  const budget = await budgetOf(deps, agent);
  if ((budget === 0 && !(await deps.store.actions.hasStarted(agent.id))) || (await isSanctioned(deps, agent))) return;
  const actor = userActor(agent.userId, { isAgent: true });
  const tribeIds = await tribesOf(deps, agent);
  await skipElsewhere(deps, agent, tribeIds, count);
  // First, because they count against the limits already.
  const interrupted = await deps.store.actions.listStarted(agent.id, tribeIds, agent.config.maxActionsPerCycle);
  const resumed = interrupted.map(plannedBy);
  for (const action of resumed) count(await act(deps, agent, actor, action));
  const planned: PlannedAction[] = [];
  for (const tribeId of tribeIds) {
    const since = new Date(deps.ctx.clock.now().getTime() - lookBackMs).toISOString();
    const recent = deps.content.listRecentPosts({ tribeId, since, limit: postsPerTribe }, { actor });
    // A tribe deleted during the cycle must not stop the agent in its other tribes.
    const { posts } = await unlessDeleted(recent, { posts: [] });
    planned.push(...ruleStrategy({ id: agent.id, userId: agent.userId, tags: agent.config.tags }, posts));
  }
  const allowed = Math.max(0, Math.min(budget, agent.config.maxActionsPerCycle - resumed.length));
  for (const action of planned.slice(0, allowed)) count(await act(deps, agent, actor, action));
}

/** Ends interrupted actions in tribes in which the agent no longer acts; the next cycle ends more than one portion. */
async function skipElsewhere(
  { ctx, store }: Deps,
  agent: Agent,
  tribeIds: readonly number[],
  count: (result: string) => void,
): Promise<void> {
  for (const { id } of await store.actions.listStartedElsewhere(agent.id, tribeIds, skippedAtOnce)) {
    await store.actions.skip(id, ctx.newId(), 'membership_required');
    count('skipped');
  }
}

const plannedBy = ({ type, tribeId, postId, content }: StartedAction): PlannedAction =>
  type === 'comment' ? { type, tribeId, postId, content: content ?? '' } : { type, tribeId, postId };

/** Returns whether the agent's user is suspended or silenced; the agent does not act then. */
async function isSanctioned({ identity }: Deps, { userId }: Agent): Promise<boolean> {
  const { userIds } = await identity.listSanctioned({ userIds: [userId] });
  return userIds.includes(userId);
}

/** Returns the number of actions allowed now: the limit of a cycle, within the rest of the day's (decisions.md 6). */
async function budgetOf({ ctx, store }: Deps, { id, config }: Agent): Promise<number> {
  if (config.disableLimits) return config.maxActionsPerCycle;
  const now = ctx.clock.now();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const left = config.dailyLimit - (await store.actions.countActed(id, day));
  return Math.max(0, Math.min(config.maxActionsPerCycle, left));
}

/** Returns the configured tribes of which the agent's user is an active member. */
async function tribesOf({ tribes }: Deps, { userId, config }: Agent): Promise<number[]> {
  const { memberships } = await tribes.listMemberships({ userId, statuses: ['active'] });
  const active = new Set(memberships.map(({ tribe }) => tribe?.id));
  return config.tribes.filter((tribeId) => active.has(tribeId));
}

/**
 * Carries out an action that it records before, so that an interrupted one counts against the limits and is repeated,
 * under its id, by the next cycle. One that fails is such a one, and does not stop the others.
 */
async function act(deps: Deps, agent: Agent, actor: Actor, planned: PlannedAction): Promise<Attempt['result']> {
  const { type, tribeId, postId } = planned;
  const id = actionId(agent.id, planned);
  const { actions } = deps.store;
  await actions.start({
    id,
    agentId: agent.id,
    type,
    reaction: type === 'reaction' ? 'like' : null,
    content: type === 'comment' ? planned.content : null,
    tribeId,
    postId,
    createdAt: deps.ctx.clock.now(),
  });
  const { result, reason } = await attempt(deps, actor, id, planned);
  if (result === 'done') await actions.finish(id);
  if (result === 'skipped') await actions.skip(id, deps.ctx.newId(), reason);
  return result;
}

type Attempt = { result: 'done' | 'failed'; reason?: never } | { result: 'skipped'; reason: string };

/** Returns how the action ended; a refusal skips it, with its error code as the reason. */
async function attempt(deps: Deps, actor: Actor, id: string, planned: PlannedAction): Promise<Attempt> {
  try {
    await carryOut(deps, actor, id, planned);
    return { result: 'done' };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { result: 'skipped', reason: error.code };
    deps.ctx.log.warn({ err: error, actionId: id }, 'agent action failed; retrying in the next cycle');
    return { result: 'failed' };
  }
}

async function carryOut({ content }: Deps, actor: Actor, id: string, planned: PlannedAction): Promise<unknown> {
  const { type, tribeId, postId } = planned;
  switch (type) {
    case 'reaction':
      return content.setReaction({ tribeId, postId, type: 'like' }, { actor });
    case 'comment':
      return content.addComment({ tribeId, postId, commentId: id, parentId: '', content: planned.content }, { actor });
    default:
      return type satisfies never;
  }
}
