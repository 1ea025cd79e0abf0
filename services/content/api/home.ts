import { Cursor, limit, pageOf } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { UserPost } from '../api.ts';
import { feedPageSize, homeReasons } from '../limits.ts';

export const HomeQuery = z.object({ limit: limit(feedPageSize), cursor: Cursor });
export type HomeQuery = z.output<typeof HomeQuery>;

const HomePost = UserPost.extend({
  reason: z
    .enum(homeReasons)
    .meta({ description: 'What the viewer follows: its author, a tag or its place; else its tribe' }),
}).meta({ id: 'HomePost' });

/** GET home/feed: the posts of the viewer's tribes, the newest first (docs/decisions/0039). */
export const HomeFeed = pageOf(HomePost);
export type HomeFeed = z.output<typeof HomeFeed>;
