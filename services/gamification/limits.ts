/** Points for what was done (decisions, section 3). */
export const pointsFor = { post: 5, comment: 2, like: 1, level_test: 20 } as const;
/** How many of a (UTC) day count at most, per person and tribe, of those that still exist. */
export const dailyCaps = { post: 10, comment: 30, like: 50 } as const;
/** Lines of the ledger for one like that is given and taken back again and again on one (UTC) day, of either kind. */
export const likeLinesPerDay = 3;
/** Points required from level 2 on. */
export const defaultThresholds = { 2: 100, 3: 300, 4: 700, 5: 1_500 } as const;
