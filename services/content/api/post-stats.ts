import { z } from 'zod';
import { postStatsDays, postStatsGroups } from '../limits.ts';

/** Numbers of the posts that were published in a period, grouped. */

const Day = z.iso.date().meta({ description: 'A day (UTC)' });
/** The database has no year 0, which the four weeks before a day of the year 1 reach. */
const RequestedDay = Day.refine((day) => day >= '1970-01-01', 'before 1970');

export const PostStatsGroup = z.enum(['day', 'tribe', 'kind', 'tag', 'hour']);
export type PostStatsGroup = z.output<typeof PostStatsGroup>;

/** Query of GET admin/post-stats. */
export const PostStatsQuery = z
  .object({
    from: RequestedDay.optional().meta({
      description: 'The first day (UTC); four weeks before the last one when absent',
    }),
    to: RequestedDay.optional().meta({ description: 'The last day (UTC); today when absent' }),
    by: PostStatsGroup.default('day'),
  })
  .meta({ description: `At most ${postStatsDays} days` });
export type PostStatsQuery = z.output<typeof PostStatsQuery>;

const numbers = {
  posts: z.int(),
  comments: z.int().meta({ description: 'On these posts, to this day' }),
  reactions: z.int().meta({ description: 'Likes and dislikes of these posts, to this day' }),
  views: z.int().meta({ description: 'One per viewer, post and day' }),
};

export const PostStats = z
  .object({
    from: Day,
    to: Day,
    items: z
      .array(
        z.object({
          key: z.string().meta({ description: 'A day, a tribe id, a kind, a tag, or an hour (UTC) from 00 to 23' }),
          name: z.string().meta({ description: 'The name of the tribe; otherwise the key' }),
          ...numbers,
        }),
      )
      .meta({
        description:
          'Days, hours and kinds in order, also without posts; ' +
          `the ${postStatsGroups} tribes or tags with most posts, these first`,
      }),
    totals: z.object(numbers).meta({ description: 'Counts a post with several tags once' }),
  })
  .meta({ id: 'PostStats' });
export type PostStats = z.output<typeof PostStats>;
