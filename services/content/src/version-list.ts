import type { Actor } from '@tribus/kit/core/actor.ts';
import { type ListOrder, type Page, PagedList } from '@tribus/kit/http/keyset.ts';
import { z } from 'zod';
import type { PostVersion, PostVersionsQuery } from '../api/versions.ts';
import type { Deps } from './deps.ts';
import { closedVersionsFor } from './post-versions.ts';
import { readPost } from './posts.ts';
import type { StoredVersion } from './store/post-versions.ts';
import type { StoredPost } from './store/posts.ts';

const byNumber: ListOrder<StoredVersion, number> = { position: z.int(), keep: ({ number }) => number };

/** Returns a page of the texts before the edits of a post, the newest first; throws 404 without the post. */
export async function readVersions(
  deps: Deps,
  viewer: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  query: PostVersionsQuery,
): Promise<Page<PostVersion>> {
  const { access, post } = await readPost(deps, viewer, tribeId, postId);
  const { items, nextCursor } = await new PagedList(deps.cursors, `versions:${post.id}`, byNumber).read(query, (page) =>
    deps.store.postVersions.listPage({ postId: post.id, above: closedVersionsFor(access, post), ...page }),
  );
  return { items: items.map((version) => presentVersion(post, version)), nextCursor };
}

const presentVersion = (
  { closedVersions }: StoredPost,
  { number, content, writtenAt, byModerator }: StoredVersion,
): PostVersion => ({
  number,
  content,
  writtenAt: writtenAt.toISOString(),
  byModerator,
  closed: number <= closedVersions,
});
