import { BodyTribeId } from '@tribus/community/ids.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line } from '@tribus/kit/http/text.ts';
import { ActionResult, ActionType } from '@tribus/proto/agents/v1/types.ts';
import { ReactionType } from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';
import {
  actionsPerCycleMax,
  agentTagsMax,
  agentTribesMax,
  dailyLimitMax,
  defaultDailyLimit,
  defaultFrequencySec,
  defaultMaxActionsPerCycle,
  historyPageSize,
  maxFrequencySec,
  minFrequencySec,
  strategies,
} from './limits.ts';

/** Agents, for site admins (specification 2, sections 3 and 7; decisions.md 6). */

export const AgentParams = z.object({ agentId: Id });

const settings = {
  tribes: z
    .array(BodyTribeId)
    .max(agentTribesMax)
    .meta({ description: 'Tribes in which it may act, if its user is a member' }),
  tags: z
    .array(line().min(1).max(60))
    .max(agentTagsMax)
    .meta({ description: 'Tags of posts to act on; empty for all posts' }),
  frequencySec: z.int().min(minFrequencySec).max(maxFrequencySec),
  maxActionsPerCycle: z.int().min(1).max(actionsPerCycleMax),
  strategy: z.enum(strategies),
  dailyLimit: z.int().min(1).max(dailyLimitMax),
  disableLimits: z.boolean(),
  enableVibeReactions: z.boolean(),
};

export const AgentConfig = z.object(settings).meta({ id: 'AgentConfig' });
export type AgentConfig = z.output<typeof AgentConfig>;

const NewConfig = z.object({
  ...settings,
  tribes: settings.tribes.default([]),
  tags: settings.tags.default([]),
  frequencySec: settings.frequencySec.default(defaultFrequencySec),
  maxActionsPerCycle: settings.maxActionsPerCycle.default(defaultMaxActionsPerCycle),
  strategy: settings.strategy.default('rule'),
  dailyLimit: settings.dailyLimit.default(defaultDailyLimit),
  disableLimits: settings.disableLimits.default(false),
  enableVibeReactions: settings.enableVibeReactions.default(false),
});

/** POST admin/agents. A user may have one agent (409 agent_exists). */
export const NewAgent = z.object({
  userId: Id,
  active: z.boolean().default(false),
  config: NewConfig.prefault({}),
});
export type NewAgent = z.output<typeof NewAgent>;

/** PUT admin/agents/{id}: absent fields stay as they are, also within `config`. */
export const AgentChange = z.object({
  active: z.boolean().optional(),
  config: z.object(settings).partial().optional(),
});
export type AgentChange = z.output<typeof AgentChange>;

export const Agent = z
  .object({
    id: z.string(),
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    active: z.boolean(),
    lastRunAt: Time.nullable(),
    config: AgentConfig,
    createdAt: Time,
  })
  .meta({ id: 'Agent' });
export type Agent = z.output<typeof Agent>;

/** GET admin/agents: newest first. */
export const Agents = z.object({ items: z.array(Agent) });
export type Agents = z.output<typeof Agents>;

export const AgentAction = z
  .object({
    id: z.string(),
    type: z.enum(ActionType).exclude(['none']),
    reaction: z.enum(ReactionType).exclude(['none']).nullable(),
    content: z.string().nullable(),
    postId: z.string(),
    tribeId: z.int(),
    result: z.enum(ActionResult).exclude(['none']),
    reason: z.string().nullable().meta({ description: 'Reason of a skipped action: a stable code' }),
    createdAt: Time,
  })
  .meta({ id: 'AgentAction' });
export type AgentAction = z.output<typeof AgentAction>;

/** Query of GET admin/agents/{id}/actions. */
export const ActionsQuery = z.object({ limit: limit(historyPageSize), cursor: Cursor });

/** Newest first. */
export const AgentActions = pageOf(AgentAction);
export type AgentActions = z.output<typeof AgentActions>;
