import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { AppError } from '@tribus/kit/runtime/errors.ts';
import type { Metrics } from '@tribus/kit/trace/metrics.ts';
import type { Parts } from './deps.ts';
import { actionId, type Intention, ruleStrategy } from './rule-strategy.ts';
import type { StoredAgent } from './store.ts';

const looksAt = 30;
const looksBackMs = 3 * 24 * 60 * 60 * 1000;

export function countActions(metrics: Metrics): (result: string) => void {
  const counter = metrics.counter('agent_actions_total', 'What agents did, skipped and failed at', ['result']);
  for (const result of ['done', 'skipped', 'failed']) counter.inc({ result }, 0);
  return (result) => counter.inc({ result });
}

/** Lets every agent whose turn it is act once, one after another. */
export async function runDueAgents(parts: Parts, count: (result: string) => void): Promise<void> {
  for (const agent of await parts.store.takeDue(parts.ctx.clock.now())) {
    if (parts.ctx.stopping.aborted) return;
    try {
      await runCycle(parts, agent, count);
    } catch (error) {
      count('failed');
      parts.ctx.log.warn({ err: error, agentId: agent.id }, 'an agent could not act; it does at its next turn');
    }
  }
}

/** What an agent does at its turn: by the rules of its strategy, within its budget, as any member would. */
async function runCycle(parts: Parts, agent: StoredAgent, count: (result: string) => void): Promise<void> {
  const budget = await budgetOf(parts, agent);
  if (budget === 0) return;
  const actor = userActor(agent.userId, { isAgent: true });
  const intentions: Intention[] = [];
  for (const tribeId of await tribesOf(parts, agent)) {
    const since = new Date(parts.ctx.clock.now().getTime() - looksBackMs).toISOString();
    const { posts } = await parts.content.listRecentPosts({ tribeId, since, limit: looksAt }, { actor });
    intentions.push(...ruleStrategy({ id: agent.id, userId: agent.userId, tags: agent.config.tags }, posts));
  }
  for (const intention of intentions.slice(0, budget)) count(await act(parts, agent, actor, intention));
}

/** How much it may do now: a cycle's most, within what is left of the day (decisions.md 6). */
async function budgetOf({ ctx, store }: Parts, { id, config }: StoredAgent): Promise<number> {
  if (config.disableLimits) return config.maxActionsPerCycle;
  const now = ctx.clock.now();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const left = config.dailyLimit - (await store.countDoneSince(id, day));
  return Math.max(0, Math.min(config.maxActionsPerCycle, left));
}

/** The tribes of its configuration of which its user is an active member. */
async function tribesOf({ tribes }: Parts, { userId, config }: StoredAgent): Promise<number[]> {
  const { memberships } = await tribes.listMemberships({ userId, statuses: ['active'] });
  const active = new Set(memberships.map(({ tribe }) => tribe?.id));
  return config.tribes.filter((tribeId) => active.has(tribeId));
}

async function act(parts: Parts, agent: StoredAgent, actor: Actor, intention: Intention): Promise<'done' | 'skipped'> {
  const { type, tribeId, postId, content } = intention;
  const id = actionId(agent.id, intention);
  const refusal = await attempt(parts, actor, id, intention);
  const result = refusal === null ? 'done' : 'skipped';
  await parts.store.keep(agent, {
    id: refusal === null ? id : parts.ctx.newId(),
    type,
    reaction: type === 'reaction' ? 'like' : null,
    content: type === 'comment' ? content : null,
    tribeId,
    postId,
    result,
    reason: refusal,
    createdAt: parts.ctx.clock.now(),
  });
  return result;
}

/** Null when it was done; else the code with which it was refused. A fault is thrown. */
async function attempt({ content }: Parts, actor: Actor, id: string, intention: Intention): Promise<string | null> {
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
