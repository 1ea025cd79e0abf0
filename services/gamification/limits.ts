/** Points for what was done (decisions, section 3). */
export const pointsFor = { post: 5, comment: 2, like: 1, level_test: 20 } as const;
/** How many a day count, per tribe. */
export const dailyCaps = { post: 10, comment: 30 } as const;
/** Points required from level 2 on. */
export const defaultThresholds = { 2: 100, 3: 300, 4: 700, 5: 1_500 } as const;
export const causes = ['post', 'comment', 'like', 'like_removed', 'challenge', 'level_test'] as const;
