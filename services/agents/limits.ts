/** Specification 2, section 9, Agent defaults; decisions.md 6. */
export const defaultFrequencySec = 120;
export const minFrequencySec = 30;
export const maxFrequencySec = 86_400;
export const defaultMaxActionsPerCycle = 3;
export const actionsPerCycleMax = 20;
export const defaultDailyLimit = 200;
export const dailyLimitMax = 1_000;
export const agentTagsMax = 20;
export const agentTribesMax = 50;
/** Available strategies. */
export const strategies = ['rule'] as const;
/** Specification 2, section 9, Agent behaviour: chance of a comment on each post. */
export const commentChance = 0.3;
export const historyPageSize = 50;
