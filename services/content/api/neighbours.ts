import { z } from 'zod';
import { Post, PostKind } from './post.ts';

/** GET tribes/{id}/posts/{id}/neighbours: of one kind, or of any. */
export const NeighboursQuery = z.object({ kind: PostKind.optional() });
export type NeighboursQuery = z.output<typeof NeighboursQuery>;

/** The posts before and after a post in the order of their times; null at the ends. */
export const PostNeighbours = z
  .object({ newer: Post.nullable(), older: Post.nullable() })
  .meta({ id: 'PostNeighbours' });
export type PostNeighbours = z.output<typeof PostNeighbours>;
