import { Person } from '@tribus/community/person.ts';
import { Time } from '@tribus/kit/http/schemas.ts';
import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';
import { insightDays, insightWeeks } from '../limits.ts';

/** What has become of a tribe, or of all of Tribus, over time. */

/** GET tribes/{id}/insight and admin/insight: how many days, today among them. */
export const InsightQuery = z.object({
  days: z
    .enum(insightDays)
    .transform((days) => Number(days))
    .default(28)
    .meta({ description: 'How many days, today among them' }),
});
export type InsightQuery = z.output<typeof InsightQuery>;

const Day = z.iso.date().meta({ description: 'A day of UTC' });

/** A number of the time asked for, and the same of as many days before it. */
const Total = z.object({ value: z.int(), before: z.int() }).meta({ id: 'InsightTotal' });

export const InsightDay = z
  .object({
    day: Day,
    members: z.int().meta({ description: 'At its end; of all of Tribus the people with an account' }),
    joined: z.int(),
    left: z.int(),
    active: z.int().meta({ description: 'People who posted, commented, reacted or looked at a post; agents are none' }),
    posts: z.int(),
    comments: z.int(),
    reactions: z.int(),
  })
  .meta({ id: 'InsightDay' });
export type InsightDay = z.output<typeof InsightDay>;

/** Those who joined in a week, and how many of them were active in it and in each week since. */
export const InsightCohort = z
  .object({
    week: z.iso.date().meta({ description: 'Its Monday, of UTC' }),
    joined: z.int().meta({ description: 'Also those who left again' }),
    followed: z.int().meta({ description: 'Of how many of them `active` tells: without accounts that are gone' }),
    active: z.array(z.int()).max(insightWeeks).meta({ description: 'By week; the first is the week itself' }),
  })
  .meta({ id: 'InsightCohort' });
export type InsightCohort = z.output<typeof InsightCohort>;

export const InsightPost = z
  .object({
    id: z.string(),
    kind: z.enum(proto.PostKind).exclude(['none']),
    content: z.string().meta({ description: 'How it begins' }),
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
    cohorts: z.array(InsightCohort).meta({ description: 'The last weeks in which somebody joined' }),
    bestPosts: z.array(InsightPost),
  })
  .meta({ id: 'Insight' });
export type Insight = z.output<typeof Insight>;
