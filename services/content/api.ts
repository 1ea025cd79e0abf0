import { TribeId } from '@tribus/community/ids.ts';
import { searchMax } from '@tribus/community/limits.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, Id, limit, NextCursor, pageOf, repeated, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { Hidden } from './api/hidden.ts';
import { Post, PostKind, ReactionCounts, ReactionType } from './api/post.ts';
import {
  activityLimit,
  altMax,
  captionMax,
  commentMax,
  commentsPageSize,
  feedPageSize,
  homeReasons,
  imagesMax,
  placeMax,
  searchPageSize,
  searchTypes,
  videoUrlLengthMax,
  videoUrlsMax,
} from './limits.ts';
import { normaliseTag } from './tags.ts';

/** Posts, comments, reactions and activity (specification 2, sections 3, 5 and 7). */

export const PostParams = z.object({ tribeId: TribeId, postId: Id });
export const CommentParams = PostParams.extend({ commentId: Id });

const TagFilter = z.string().max(200).transform(normaliseTag).optional();

/** GET tribes/{id}/posts: filters by `tag` or `tags` (synonyms) and by `place` (a slug). */
export const PostsQuery = z.object({
  limit: limit(feedPageSize),
  cursor: Cursor,
  tag: TagFilter,
  tags: TagFilter,
  place: z.string().max(200).optional(),
});
export type PostsQuery = z.output<typeof PostsQuery>;

/** A page of posts, the newest first. */
export const Feed = pageOf(Post);
export type Feed = z.output<typeof Feed>;

/** GET user/posts: the viewer's own posts without `userId`. */
export const UserPostsQuery = z.object({
  userId: Id.optional(),
  kinds: z
    .string()
    .max(40)
    .transform((kinds) => kinds.split(','))
    .pipe(z.array(PostKind))
    .optional()
    .meta({ type: 'string', description: 'Separated by commas; all kinds when absent' }),
  tribeId: TribeId.optional(),
  limit: limit(feedPageSize),
  cursor: Cursor,
});
export type UserPostsQuery = z.output<typeof UserPostsQuery>;

const TribeName = z.object({ id: z.int(), name: z.string() });

/** A post in a list over several tribes. */
export const UserPost = Post.extend({ tribe: TribeName }).meta({ id: 'UserPost' });
export type UserPost = z.output<typeof UserPost>;

/** The posts of one user in all tribes, the newest first. */
export const UserPosts = z.object({
  posts: z.array(UserPost),
  hasMore: z.boolean(),
  nextCursor: NextCursor,
});
export type UserPosts = z.output<typeof UserPosts>;

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

const MinLevelOrder = z.int().min(1).max(1_000);

/**
 * The text fields of POST tribes/{id}/posts. Without `kind` it is a story when a tag is `vibe`, else a post.
 * `validatePost` checks rules that depend on kind and files (post_empty, story_needs_media, mood_required, …).
 */
export const PostFields = z.object({
  kind: PostKind.optional(),
  content: lines().trim().max(captionMax, 'caption_length').default(''),
  minLevelOrder: z.coerce.number().pipe(MinLevelOrder).default(1).meta({ type: 'integer' }),
  coverIndex: z.coerce
    .number()
    .int()
    .min(0)
    .max(imagesMax - 1)
    .default(0)
    .meta({ type: 'integer' }),
  tags: repeated(z.array(lines().max(500)).max(50).default([])).meta({ description: 'Repeated; normalised' }),
  place: line().max(placeMax).optional(),
  placeSlug: line().max(placeMax).optional().meta({
    description: 'The place when `place` is absent; otherwise ignored, as the slug follows from the place',
  }),
  alts: repeated(z.array(lines().trim().max(altMax, 'alt_length')).max(20).default([])).meta({
    description: 'Repeated; the alternative texts of the pictures, in their order; empty for none',
  }),
  videos: repeated(z.array(z.uuid()).max(20).default([])).meta({
    description: 'Repeated; the ids of up to three complete resumable uploads',
  }),
  videoUrls: repeated(
    z
      .array(lines().max(videoUrlsMax * 2 * videoUrlLengthMax))
      .max(50)
      .default([]),
  ).meta({
    description: 'Repeated, or separated by line breaks or commas; https addresses of up to five external videos',
  }),
});
export type PostFields = z.output<typeof PostFields>;

/** The complete form: the fields and up to six pictures. */
export const PostForm = PostFields.extend({ images: z.array(File).max(imagesMax).optional() });

/** Body of PUT tribes/{id}/posts/{postId}. */
export const PostChange = z.object({
  content: lines().trim().max(captionMax, 'caption_length'),
  minLevelOrder: MinLevelOrder.optional().meta({ description: 'Unchanged when absent' }),
  baseVersion: z.int().min(0).optional().meta({
    description: 'The `version` of the text that the change is based on; without it any is replaced',
  }),
});
export type PostChange = z.output<typeof PostChange>;

/** PUT tribes/{id}/posts/{postId}/pin: at most three per tribe, else 409 `too_many_pins`. */
export const Pin = z.object({ pinned: z.boolean() });

/**
 * PUT tribes/{id}/posts/{postId}/announcement: notifies the members once per post. Throws 409 `announced_recently` with
 * `Retry-After` and the detail `opensAt` within a day of another one, and 409 `hidden_unannounced` for a hidden post.
 */
export const Announcement = z.object({ announced: z.boolean() });

/**
 * PUT tribes/{id}/posts/{postId}/comments-lock: rejects comments of users who are not moderators with 403
 * `comments_locked`.
 */
export const CommentsLock = z.object({ locked: z.boolean() });

/** Toggles a reaction: setting the present type clears it, and setting one type clears the other (decisions.md 4). */
export const Reaction = z.object({ type: ReactionType });
export type Reaction = z.output<typeof Reaction>;

/** The counts after reacting to a post or a comment; `total` counts both types. */
export const ReactionAnswer = z
  .object({ counts: ReactionCounts, total: z.int(), myReactions: z.array(ReactionType) })
  .meta({ id: 'ReactionAnswer' });
export type ReactionAnswer = z.output<typeof ReactionAnswer>;

export const Comment = z
  .object({
    id: z.string(),
    parentId: z.string().nullable().meta({ description: 'The comment that it replies to; one level only' }),
    userId: z.string().meta({ description: 'As user.id' }),
    user: Person,
    content: z.string().meta({ description: 'Empty when its author is deleted and it has replies' }),
    createdAt: Time,
    reactionCounts: ReactionCounts,
    myReactions: z.array(ReactionType),
    hidden: Hidden,
    canDelete: z.boolean(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.output<typeof Comment>;

/** GET …/comments: `after` is the `nextAfter` of the previous page. */
export const CommentsQuery = z.object({ limit: limit(commentsPageSize), after: Cursor });

/** Comments, the oldest first, each followed by its replies; a page never separates them. */
export const Comments = z.object({ items: z.array(Comment), nextAfter: z.string().nullable() });
export type Comments = z.output<typeof Comments>;

/** POST …/comments. A reply to a reply is added to the parent comment (decisions.md 4). */
export const NewComment = z.object({
  content: lines('comment_empty').trim().min(1, 'comment_empty').max(commentMax, 'comment_length'),
  parentId: Id.nullish(),
});
export type NewComment = z.output<typeof NewComment>;

/** Response of GET public/hominini/info. */
export const HomininiInfo = z
  .object({
    id: z.int(),
    name: z.string(),
    normalizedName: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable(),
    imageLqip: z.string().nullable(),
    tags: z.array(z.string()),
    membersCount: z.int(),
    postsCount: z.int(),
  })
  .meta({ id: 'HomininiInfo' });
export type HomininiInfo = z.output<typeof HomininiInfo>;

export const ActivityQuery = z.object({ limit: limit(activityLimit) });

/** A reaction to, or a comment on, one of the viewer's posts. */
export const ActivityItem = z
  .object({
    id: z.string(),
    type: z.enum(['reaction', 'comment']),
    actor: Person,
    reaction: ReactionType.nullable(),
    comment: z.string().nullable(),
    postId: z.string(),
    postText: z.string().meta({ description: 'The beginning of the text of the post' }),
    postPicture: z
      .object({ url: z.string(), lqip: z.string().nullable() })
      .nullable()
      .meta({ description: 'A square of the cover of the post, or the poster of its video; null without or if lost' }),
    tribeId: z.int(),
    createdAt: Time,
  })
  .meta({ id: 'ActivityItem' });
export type ActivityItem = z.output<typeof ActivityItem>;

/** GET tribes/@me/activity: the newest first. */
export const Activity = z.object({ items: z.array(ActivityItem) });
export type Activity = z.output<typeof Activity>;

/**
 * GET search (decisions.md 4): `top` is a few accounts, tags and places and then posts. `accounts` are people of the
 * viewer's tribes other than hominini whose names resemble the query. `posts` contain all of the words, in any form;
 * `tags` and `places` begin with them. There are no audio tracks yet. Nothing is found without a letter or a digit.
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
    z.object({
      type: z.literal('account'),
      user: Person,
      tribe: TribeName.meta({ description: 'A tribe of both the viewer and the user' }),
    }),
    z.object({ type: z.literal('tag'), tag: z.string(), posts: postsCount }),
    z.object({ type: z.literal('place'), place: z.string(), placeSlug: z.string(), posts: postsCount }),
  ])
  .meta({ id: 'FoundItem' });
export type FoundItem = z.output<typeof FoundItem>;

export const SearchResults = pageOf(FoundItem);
export type SearchResults = z.output<typeof SearchResults>;
