import { z } from 'zod';

/** Facts about posts that the viewer may not see. */

/** GET tribes/{id}/posts/waiting: the number of posts above the viewer's level, by level. */
export const WaitingPosts = z
  .object({ items: z.array(z.object({ level: z.int(), posts: z.int() })) })
  .meta({ id: 'WaitingPosts' });
export type WaitingPosts = z.output<typeof WaitingPosts>;

/**
 * GET tribes/{id}/posts/preview: a preview of an open tribe for non-members, from posts that every member may see.
 * Null and empty for a private tribe.
 */
export const FeedPreview = z
  .object({
    postsThisWeek: z.int().nullable(),
    pictures: z
      .array(z.object({ lqip: z.string(), width: z.int(), height: z.int() }))
      .meta({ description: 'The newest, each only as a tiny data URI without an address' }),
  })
  .meta({ id: 'FeedPreview' });
export type FeedPreview = z.output<typeof FeedPreview>;
