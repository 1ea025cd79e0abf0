import { Person } from '@tribus/community/person.ts';
import { Time } from '@tribus/kit/http/schemas.ts';
import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';
import { moods } from '../limits.ts';
import { Hidden } from './hidden.ts';
import { PostImage, PostVideo } from './pictures.ts';

/** A post as its readers see it, and the values that other contracts share with it. */

export const PostKind = z.enum(proto.PostKind).exclude(['none']);
export const ReactionType = z.enum(proto.ReactionType).exclude(['none']).meta({ id: 'ReactionType' });

export const ReactionCounts = z.object({ like: z.int(), dislike: z.int() }).meta({ id: 'ReactionCounts' });
export type ReactionCounts = z.output<typeof ReactionCounts>;

export const Post = z
  .object({
    id: z.string(),
    tribeId: z.int(),
    kind: PostKind,
    user: Person,
    content: z.string(),
    createdAt: Time,
    editedAt: Time.nullable().meta({ description: 'When its text was changed last' }),
    editedByModerator: z.boolean().meta({ description: 'Its text was changed last by a moderator, not by its author' }),
    version: z.int().meta({ description: 'The number of changes of its text; `baseVersion` of the next change' }),
    versions: z.int().meta({ description: 'The number of earlier texts that the viewer may read' }),
    images: z.array(PostImage),
    videos: z.array(PostVideo),
    coverIndex: z.int().meta({ description: 'Index of the cover picture, from 0' }),
    tags: z.array(z.string()),
    mood: z.enum(moods).nullable().meta({ description: 'Of a story; null for other kinds' }),
    place: z.string().nullable(),
    placeSlug: z.string().nullable(),
    counts: z.object({ comments: z.int(), reactions: z.int(), views: z.int() }),
    reactionCounts: ReactionCounts,
    myReactions: z.array(ReactionType),
    authorLevel: z.int().nullable().meta({ description: 'In this tribe; null for a former member' }),
    minLevelOrder: z.int().meta({ description: 'Minimum level of viewers; 1 is every member' }),
    hidden: Hidden,
    isPinned: z.boolean().meta({ description: 'Pinned to the top of the feed of its tribe' }),
    isAnnouncement: z.boolean().meta({ description: 'Marked as an announcement to the members of its tribe' }),
    commentsLocked: z.boolean(),
    canPin: z.boolean().meta({ description: 'The actor may pin it, announce it and close its comments' }),
    canComment: z.boolean(),
    canEdit: z.boolean(),
    canDelete: z.boolean(),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof Post>;
