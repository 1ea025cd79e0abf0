import { type RawBuilder, sql } from 'kysely';
import { hiddenCause } from './comment-state.ts';

interface Viewer {
  viewerId: string;
  /** Whether they look after the tribe. */
  moderates: boolean | RawBuilder<unknown>;
}

/** Of comments that of `comment-state.ts`, which needs the comment that each replies to. */
const causes = {
  posts: sql.ref('posts.hiddenCause'),
  comments: hiddenCause,
  tribeMedia: sql.ref('tribeMedia.hiddenCause'),
} as const;
const authors = { posts: 'authorId', comments: 'authorId', tribeMedia: 'uploaderId' } as const;

/**
 * Whether a post, a comment or a picture of a tribe is shown to a viewer: what is hidden to its author and to moderators,
 * what was removed to nobody.
 */
export const isShown = (table: keyof typeof authors, { viewerId, moderates }: Viewer): RawBuilder<boolean> => {
  const [cause, author] = [causes[table], sql.ref(`${table}.${authors[table]}`)];
  const isTheirs = sql`(${author} = ${viewerId} or ${typeof moderates === 'boolean' ? sql`${moderates}::boolean` : moderates})`;
  return sql<boolean>`(${cause} is null or (${cause} <> 'removed' and ${isTheirs}))`;
};
