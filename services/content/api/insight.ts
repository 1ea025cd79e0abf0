import { Person } from '@tribus/community/person.ts';
import { Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { insightDays, insightWeeks } from '../limits.ts';
import { PostKind } from './post.ts';

/** Numbers of a tribe, or of all of Tribus, over time. */

/** Query of GET tribes/{id}/insight and GET admin/insight. */
export const InsightQuery = z.object({
  days: z
    .enum(insightDays)
    .transform((days) => Number(days))
    .default(28)
    .meta({ description: 'Number of days including today' }),
});
export type InsightQuery = z.output<typeof InsightQuery>;

const Day = z.iso.date().meta({ description: 'A day (UTC)' });

/** A number for the requested period, and for the same number of days before it. */
const Total = z.object({ value: z.int(), before: z.int() }).meta({ id: 'InsightTotal' });

export const InsightDay = z
  .object({
    day: Day,
    members: z.int().meta({ description: 'At the end of the day; for all of Tribus the users with an account' }),
    joined: z.int(),
    left: z.int(),
    active: z.int().meta({ description: 'Users who posted, commented, reacted or viewed a post, without agents' }),
    posts: z.int(),
    comments: z.int(),
    reactions: z.int(),
  })
  .meta({ id: 'InsightDay' });
export type InsightDay = z.output<typeof InsightDay>;

/** The users who joined in one week, and how many of them were active in that week and in each week since. */
export const InsightCohort = z
  .object({
    week: z.iso.date().meta({ description: 'Its Monday (UTC)' }),
    joined: z.int().meta({ description: 'Including users who left again' }),
    followed: z.int().meta({ description: 'The number of users covered by `active`, without deleted accounts' }),
    active: z.array(z.int()).max(insightWeeks).meta({ description: 'By week; the first is the week of joining' }),
  })
  .meta({ id: 'InsightCohort' });
export type InsightCohort = z.output<typeof InsightCohort>;

export const InsightPost = z
  .object({
    id: z.string(),
    kind: PostKind,
    content: z.string().meta({ description: 'The beginning of the text' }),
    user: Person,
    createdAt: Time,
    tribe: z.object({ id: z.int(), name: z.string() }),
    counts: z.object({ comments: z.int(), reactions: z.int(), views: z.int() }),
  })
  .meta({ id: 'InsightPost' });

export const Insight = z
  .object({
    from: Day,
    to: Day,
    totals: z.object({
      members: Total,
      joined: Total,
      left: Total,
      active: Total,
      posts: Total,
      comments: Total,
      reactions: Total,
    }),
    days: z.array(InsightDay),
    cohorts: z.array(InsightCohort).meta({ description: 'The last weeks in which users joined' }),
    bestPosts: z.array(InsightPost),
  })
  .meta({ id: 'Insight' });
export type Insight = z.output<typeof Insight>;
