import { sql } from 'kysely';
import { isCounted } from './comment-state.ts';

/** Somebody in one tribe. */
export interface UserInTribe {
  tribeId: number;
  userId: string;
}

/** Who reads posts, and whose posts and comments are left out for them. */
export interface PostReader {
  viewerId: string;
  blocked: readonly UserInTribe[];
}

export const anybody: PostReader = { viewerId: '', blocked: [] };

/** The users as pairs, each with the tribe in which they are meant. */
export const inTribe = (tribeId: number, users: ReadonlySet<string>): UserInTribe[] =>
  [...users].map((userId) => ({ tribeId, userId }));

/** What somebody does not want in a feed; their own posts are never among it. */
export interface MutedPosts {
  authors: readonly string[];
  tags: readonly string[];
}

/** The pairs as a table `left_out`. */
const leftOut = (users: readonly UserInTribe[]) =>
  sql`unnest(${users.map(({ tribeId }) => tribeId)}::integer[], ${users.map(({ userId }) => userId)}::text[])
    as left_out (tribe_id, user_id)`;

/** Whether a post is by one of these, in the tribe in which they are meant. */
export const isByAnyOf = (users: readonly UserInTribe[]) => sql<boolean>`exists (
  select from ${leftOut(users)} where left_out.tribe_id = posts.tribe_id and left_out.user_id = posts.author_id)`;

/** As many comments as the reader finds. */
export const commentsCountFor = ({ blocked }: PostReader) =>
  blocked.length === 0
    ? sql<number>`posts.comments_count`
    : sql<number>`posts.comments_count - (
        select count(*) from comments join ${leftOut(blocked)} on left_out.user_id = comments.author_id
        where comments.post_id = posts.id and ${isCounted('comments')} and left_out.tribe_id = posts.tribe_id)::integer`;

export function isMuted({ authors, tags }: MutedPosts) {
  const byAuthor = sql<boolean>`posts.author_id = any(${authors}::text[])`;
  return sql<boolean>`(${byAuthor} or posts.tags && ${tags}::text[])`;
}
