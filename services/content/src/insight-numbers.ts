import { dayMs } from '@tribus/kit/core/durations.ts';
import type { MemberDay } from '@tribus/proto/tribes/v1/service.ts';
import type { Insight, InsightCohort, InsightDay } from '../api/insight.ts';
import type { DayOfActivity } from './store/tribe-days.ts';

/** Numbers that are the same for all viewers; only the best posts depend on the viewer. */
export type InsightNumbers = Omit<Insight, 'bestPosts'>;

/** The day (UTC) of a time, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The day this number of days after a day, or before it when negative. */
export const dayAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * dayMs));

export const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

const zeros = { posts: 0, comments: 0, reactions: 0, people: 0 };

/** Joins member numbers and activity by day; a day without activity has zeros. */
export function insightDays(members: readonly MemberDay[], activity: readonly DayOfActivity[]): InsightDay[] {
  const activityOf = new Map(activity.map((each) => [each.day, each]));
  return members.map(({ day, ...ofMembers }) => {
    const { people, posts, comments, reactions } = activityOf.get(day) ?? zeros;
    return { day, ...ofMembers, active: people, posts, comments, reactions };
  });
}

/** Sums for the second and the first half of the days; for members the number at the end of each. */
export function computeTotals(days: readonly InsightDay[], active: Insight['totals']['active']): Insight['totals'] {
  const [before, now] = [days.slice(0, days.length / 2), days.slice(days.length / 2)];
  const sums = (key: 'joined' | 'left' | 'posts' | 'comments' | 'reactions') => ({
    value: sumOf(now, key),
    before: sumOf(before, key),
  });
  return {
    members: { value: now.at(-1)?.members ?? 0, before: before.at(-1)?.members ?? 0 },
    active,
    joined: sums('joined'),
    left: sums('left'),
    posts: sums('posts'),
    comments: sums('comments'),
    reactions: sums('reactions'),
  };
}

const sumOf = (days: readonly InsightDay[], key: 'joined' | 'left' | 'posts' | 'comments' | 'reactions'): number =>
  days.reduce((sum, day) => sum + day[key], 0);

/** Cohorts with a number for every week that has begun since. */
export function computeCohorts(
  arrivals: readonly { week: string; joined: number; userIds: readonly string[] }[],
  returning: readonly { week: string; after: number; people: number }[],
  today: string,
): InsightCohort[] {
  const people = new Map(returning.map((each) => [`${each.week}+${each.after}`, each.people]));
  return arrivals.map(({ week, joined, userIds }) => {
    const weeks = Math.floor((Date.parse(today) - Date.parse(week)) / (7 * dayMs)) + 1;
    const active = Array.from({ length: weeks }, (_, after) => people.get(`${week}+${after}`) ?? 0);
    return { week, joined, followed: userIds.length, active };
  });
}
