/** Points for each kind of contribution (decisions.md 3). */
export const pointsFor = { post: 5, comment: 2, like: 1, level_test: 20 } as const;
/** Maximum contributions that count per user, tribe and UTC day, of those that still exist. */
export const dailyCaps = { post: 10, comment: 30, like: 50 } as const;
/** Maximum points per user, tribe and UTC day for challenges. */
export const challengePointsPerDay = 200;
/** Maximum points per user for challenges of all tribes together, in any `challengeWeekDays` days. */
export const challengePointsPerWeek = 600;
export const challengeWeekDays = 7;
/** The two limits above, also stored in the database. */
export const challengeLimits = ['tribe_day', 'week'] as const;
/** Ledger lines of either cause for one like that is toggled repeatedly on one UTC day. */
export const likeLinesPerDay = 3;
/** Points required from level 2 on. */
export const defaultThresholds = { 2: 100, 3: 300, 4: 700, 5: 1_500 } as const;
