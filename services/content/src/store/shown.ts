import { type RawBuilder, sql } from 'kysely';
import { hiddenCause } from './comment-state.ts';

interface Viewer {
  viewerId: string;
  /** Whether they are a moderator of the tribe. */
  moderates: boolean | RawBuilder<unknown>;
}

/** The cause of a comment includes that of its parent, which the query must join (`comment-state.ts`). */
const causes = {
  posts: sql.ref('posts.hiddenCause'),
  comments: hiddenCause,
  tribeMedia: sql.ref('tribeMedia.hiddenCause'),
} as const;
const authors = { posts: 'authorId', comments: 'authorId', tribeMedia: 'uploaderId' } as const;

/**
 * Whether a post, a comment or a picture of a tribe is shown to a viewer: hidden ones to their author and moderators,
 * removed ones to nobody.
 */
export const isShown = (table: keyof typeof authors, { viewerId, moderates }: Viewer): RawBuilder<boolean> => {
  const [cause, author] = [causes[table], sql.ref(`${table}.${authors[table]}`)];
  const isPermitted = sql`(${author} = ${viewerId} or ${typeof moderates === 'boolean' ? sql`${moderates}::boolean` : moderates})`;
  return sql<boolean>`(${cause} is null or (${cause} <> 'removed' and ${isPermitted}))`;
};
