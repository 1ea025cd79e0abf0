import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { AppError } from '@tribus/kit/runtime/errors.ts';
import type { Metrics } from '@tribus/kit/trace/metrics.ts';
import type { Deps } from './deps.ts';
import { actionId, type PlannedAction, ruleStrategy } from './rule-strategy.ts';
import type { StoredAgent } from './store.ts';

const postsPerTribe = 30;
const looksBackMs = 3 * 24 * 60 * 60 * 1000;

export function countActions(metrics: Metrics): (result: string) => void {
  const counter = metrics.counter('agent_actions_total', 'What agents did, skipped and failed at', ['result']);
  for (const result of ['done', 'skipped', 'failed']) counter.inc({ result }, 0);
  return (result) => counter.inc({ result });
}

/** Lets every agent whose turn it is act once, one after another. */
export async function runDueAgents(deps: Deps, count: (result: string) => void): Promise<void> {
  for (const agent of await deps.store.takeDue(deps.ctx.clock.now())) {
    if (deps.ctx.stopping.aborted) return;
    try {
      await runCycle(deps, agent, count);
    } catch (error) {
      count('failed');
      deps.ctx.log.warn({ err: error, agentId: agent.id }, 'an agent could not act; it does at its next turn');
    }
  }
}

/** What an agent does at its turn: by the rules of its strategy, within its budget, as any member would. */
async function runCycle(deps: Deps, agent: StoredAgent, count: (result: string) => void): Promise<void> {
  const budget = await budgetOf(deps, agent);
  if (budget === 0) return;
  const actor = userActor(agent.userId, { isAgent: true });
  const intentions: PlannedAction[] = [];
  for (const tribeId of await tribesOf(deps, agent)) {
    const since = new Date(deps.ctx.clock.now().getTime() - looksBackMs).toISOString();
    const { posts } = await deps.content.listRecentPosts({ tribeId, since, limit: postsPerTribe }, { actor });
    intentions.push(...ruleStrategy({ id: agent.id, userId: agent.userId, tags: agent.config.tags }, posts));
  }
  for (const intention of intentions.slice(0, budget)) count(await act(deps, agent, actor, intention));
}

/** How much it may do now: a cycle's most, within what is left of the day (decisions.md 6). */
async function budgetOf({ ctx, store }: Deps, { id, config }: StoredAgent): Promise<number> {
  if (config.disableLimits) return config.maxActionsPerCycle;
  const now = ctx.clock.now();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const left = config.dailyLimit - (await store.countDoneSince(id, day));
  return Math.max(0, Math.min(config.maxActionsPerCycle, left));
}

/** The tribes of its configuration of which its user is an active member. */
async function tribesOf({ tribes }: Deps, { userId, config }: StoredAgent): Promise<number[]> {
  const { memberships } = await tribes.listMemberships({ userId, statuses: ['active'] });
  const active = new Set(memberships.map(({ tribe }) => tribe?.id));
  return config.tribes.filter((tribeId) => active.has(tribeId));
}

async function act(
  deps: Deps,
  agent: StoredAgent,
  actor: Actor,
  intention: PlannedAction,
): Promise<'done' | 'skipped'> {
  const { type, tribeId, postId, content } = intention;
  const id = actionId(agent.id, intention);
  const refusal = await attempt(deps, actor, id, intention);
  const result = refusal === null ? 'done' : 'skipped';
  await deps.store.recordAction(agent, {
    id: refusal === null ? id : deps.ctx.newId(),
    type,
    reaction: type === 'reaction' ? 'like' : null,
    content: type === 'comment' ? content : null,
    tribeId,
    postId,
    result,
    reason: refusal,
    createdAt: deps.ctx.clock.now(),
  });
  return result;
}

/** Null when it was done; else the code with which it was refused. A fault is thrown. */
async function attempt({ content }: Deps, actor: Actor, id: string, intention: PlannedAction): Promise<string | null> {
  const { type, tribeId, postId } = intention;
  try {
    if (type === 'reaction') await content.setReaction({ tribeId, postId, type: 'like' }, { actor });
    else
      await content.addComment({ tribeId, postId, commentId: id, parentId: '', content: intention.content }, { actor });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.code;
    throw error;
  }
}
