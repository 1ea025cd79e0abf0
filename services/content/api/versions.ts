import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { versionsPageSize } from '../limits.ts';

export const PostVersionsQuery = z.object({ limit: limit(versionsPageSize), cursor: Cursor });
export type PostVersionsQuery = z.output<typeof PostVersionsQuery>;

/** A text of a post before one of its edits. */
export const PostVersion = z
  .object({
    number: z.int().meta({ description: 'From 1, in the order of the edits' }),
    content: z.string(),
    writtenAt: Time,
    byModerator: z.boolean().meta({ description: 'Written by a moderator, not by the author of the post' }),
    closed: z.boolean().meta({ description: 'Only the author and moderators may read it' }),
  })
  .meta({ id: 'PostVersion' });
export type PostVersion = z.output<typeof PostVersion>;

/** GET tribes/{id}/posts/{postId}/versions: the newest first (docs/decisions/0041). */
export const PostVersions = pageOf(PostVersion);
