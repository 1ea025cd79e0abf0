import type { useTexts } from '../../lib/i18n.ts';
import type { PostStats, PostStatsGroup } from './api.ts';

/** The name of a group of posts: an hour, a kind, a tribe, a tag, or a day as YYYY-MM-DD. */
export function postGroupName(
  t: ReturnType<typeof useTexts>['t'],
  by: PostStatsGroup,
  { key, name }: PostStats['items'][number],
): string {
  if (by === 'hour') return `${key}:00`;
  if (by === 'kind' && (key === 'post' || key === 'reel' || key === 'story')) return t(`postStats.kinds.${key}`);
  return name;
}
