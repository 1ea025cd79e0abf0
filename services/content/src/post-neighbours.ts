import type { Actor } from '@tribus/kit/core/actor.ts';
import type { ListPosition } from '@tribus/kit/http/keyset.ts';
import type { NeighboursQuery, PostNeighbours } from '../api/neighbours.ts';
import type { Deps } from './deps.ts';
import { feedOf } from './feed.ts';
import { readPost } from './posts.ts';
import { presentPosts } from './present.ts';
import type { StoredPost } from './store/posts.ts';
import { readUnmuted } from './unmuted-posts.ts';

/**
 * Returns the posts before and after one of a tribe, of the requested kind, as far as the feed would show them to the
 * viewer; null at the ends, and where all posts within the limit of a scan contain a muted word. Throws 404 without the
 * post, which may be of another kind.
 */
export async function readNeighbours(
  deps: Deps,
  viewer: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  { kind }: NeighboursQuery,
): Promise<PostNeighbours> {
  const { access, post } = await readPost(deps, viewer, tribeId, postId);
  const { filter, isMuted } = await feedOf(deps, access);
  const nearest = async (order: 'oldestFirst' | 'newestFirst'): Promise<StoredPost | undefined> => {
    const { read } = await readUnmuted<StoredPost, ListPosition>(
      ({ limit, after }) => deps.store.posts.listPage({ ...filter, kind, order, limit, ...(after && { after }) }),
      { limit: 1, after: post },
      isMuted,
    );
    return read[0];
  };
  const [newer, older] = await Promise.all([nearest('oldestFirst'), nearest('newestFirst')]);
  const presented = await presentPosts(
    deps,
    access,
    [newer, older].filter((each) => each !== undefined),
  );
  const find = (wanted: StoredPost | undefined) => presented.find(({ id }) => id === wanted?.id) ?? null;
  return { newer: find(newer), older: find(older) };
}
