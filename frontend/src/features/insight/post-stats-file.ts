import { csvText } from '../../lib/csv.ts';
import type { useTexts } from '../../lib/i18n.ts';
import { saveBlob } from '../../lib/save-file.ts';
import type { PostStats, PostStatsGroup } from './api.ts';
import { postGroupName } from './post-group-name.ts';

/** The numbers of a group of posts, in display order. */
export const POST_NUMBERS = ['posts', 'comments', 'reactions', 'views'] as const;
export type PostNumber = (typeof POST_NUMBERS)[number];

/** Saves the numbers as a CSV file, named after the group and the period. */
export function savePostStats(
  { items, from, to }: PostStats,
  by: PostStatsGroup,
  t: ReturnType<typeof useTexts>['t'],
): void {
  const rows = [
    [t(`postStats.head.${by}`), ...POST_NUMBERS.map((name) => t(`insight.${name}`))],
    ...items.map((item) => [postGroupName(t, by, item), ...POST_NUMBERS.map((name) => item[name])]),
  ];
  saveBlob(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `posts-${by}-${from}-${to}.csv`);
}
