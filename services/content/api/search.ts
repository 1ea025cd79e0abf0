import { Cursor, limit, pageOf } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { UserPost } from '../api.ts';
import { searchMax, searchPageSize, searchTypes } from '../limits.ts';

/** Search in everything that the viewer may see (decisions.md 4). */

/**
 * GET search: `top` is a few tags and places and then posts. `posts` contain all of the words, in any form; `tags` and
 * `places` begin with them. There are no audio tracks yet. Nothing is found without a letter or a digit.
 */
export const SearchQuery = z.object({
  type: z.enum(searchTypes).default('top'),
  q: z.string().max(searchMax).default(''),
  limit: limit(searchPageSize),
  cursor: Cursor,
});
export type SearchQuery = z.output<typeof SearchQuery>;

const postsCount = z.int().meta({ description: 'Posts that the viewer may see, among the newest 1,000 that match' });

export const FoundItem = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('post'), post: UserPost }),
    z.object({ type: z.literal('tag'), tag: z.string(), posts: postsCount }),
    z.object({ type: z.literal('place'), place: z.string(), placeSlug: z.string(), posts: postsCount }),
  ])
  .meta({ id: 'FoundItem' });
export type FoundItem = z.output<typeof FoundItem>;

export const SearchResults = pageOf(FoundItem);
export type SearchResults = z.output<typeof SearchResults>;
