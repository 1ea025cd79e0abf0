import { sql } from 'kysely';
import { isCounted } from './comment-state.ts';

/** A user in one tribe. */
export interface UserInTribe {
  tribeId: number;
  userId: string;
}

/** The viewer of posts, and the users whose posts and comments are left out. */
export interface PostViewer {
  viewerId: string;
  blocked: readonly UserInTribe[];
}

export const anyViewer: PostViewer = { viewerId: '', blocked: [] };

/** Pairs each user with the tribe. */
export const inTribe = (tribeId: number, users: ReadonlySet<string>): UserInTribe[] =>
  [...users].map((userId) => ({ tribeId, userId }));

/** Muted authors and tags of a feed; the viewer's own posts are never muted. */
export interface MutedPosts {
  authors: readonly string[];
  tags: readonly string[];
}

/** The pairs as a table `left_out`. */
const excluded = (users: readonly UserInTribe[]) =>
  sql`unnest(${users.map(({ tribeId }) => tribeId)}::integer[], ${users.map(({ userId }) => userId)}::text[])
    as left_out (tribe_id, user_id)`;

/** Whether a post is by one of these users in their tribe. */
export const isByAnyOf = (users: readonly UserInTribe[]) =>
  users.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select from ${excluded(users)}
        where left_out.tribe_id = posts.tribe_id and left_out.user_id = posts.author_id)`;

/** The number of comments visible to the viewer. */
export const commentsCountFor = ({ blocked }: PostViewer) =>
  blocked.length === 0
    ? sql<number>`posts.comments_count`
    : sql<number>`posts.comments_count - (
        select count(*) from comments join ${excluded(blocked)} on left_out.user_id = comments.author_id
        where comments.post_id = posts.id and ${isCounted('comments')} and left_out.tribe_id = posts.tribe_id)::integer`;

export function isMuted({ authors, tags }: MutedPosts) {
  const byAuthor = sql<boolean>`posts.author_id = any(${authors}::text[])`;
  return sql<boolean>`(${byAuthor} or posts.tags && ${tags}::text[])`;
}
