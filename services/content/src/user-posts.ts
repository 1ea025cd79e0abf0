import { mayRead } from '@tribus/community/access.ts';
import type { Person } from '@tribus/community/person.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import type { UserPosts, UserPostsQuery } from '../api.ts';
import { type Access, decideAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { presentPostOf } from './present.ts';
import { inTribe } from './store/post-viewers.ts';

/** A tribe in which the viewer may read the author's posts and see their identity. */
interface AuthorInTribe {
  access: Access;
  author: Person;
}

/**
 * A user's posts in all tribes, the newest first, as far as the viewer may see their authorship: in tribes that the
 * viewer may read, up to their level there, and not where the author is hidden. Without an id, the viewer's own.
 */
export async function readUserPosts(deps: Deps, viewer: Actor, query: UserPostsQuery): Promise<UserPosts> {
  const authorId = query.userId ?? userIdOf(viewer);
  if (authorId === '') throw fail('unauthenticated');
  const { kinds, tribeId } = query;
  const list = `user-posts:${viewer.id}:${authorId}:${kinds?.join() ?? ''}:${tribeId ?? ''}`;
  const readable = await findTribesOf(deps, viewer, authorId, tribeId);
  const filter = {
    authorId,
    kinds,
    tribes: [...readable].map(
      ([
        id,
        {
          access: { maxLevel, moderates },
        },
      ]) => ({ id, maxLevel, moderates }),
    ),
    viewerId: viewer.id,
    blocked: [...readable].flatMap(([id, { access }]) => inTribe(id, access.blocked)),
  };
  const { items, nextCursor } = await readPage(deps.cursors, list, query, (page) =>
    deps.store.posts.listByAuthor({ ...filter, ...page }),
  );
  const posts = items.flatMap((post) => {
    const tribe = readable.get(post.tribeId);
    if (!tribe) return [];
    const { id, name } = tribe.access.membership.tribe;
    return [{ ...presentPostOf(deps, tribe.access, post, tribe.author), tribe: { id, name } }];
  });
  return { posts, hasMore: nextCursor !== null, nextCursor };
}

async function findTribesOf(
  { directory, store }: Deps,
  viewer: Actor,
  authorId: string,
  only: number | undefined,
): Promise<Map<number, AuthorInTribe>> {
  const written = await store.posts.listTribeIdsOf(authorId);
  const memberships = await directory.getMembershipsOf(
    userIdOf(viewer),
    written.filter((id) => only === undefined || id === only),
  );
  const mayBeRead = [...memberships].filter(([, membership]) => mayRead(viewer, membership));
  const [authors, blocked] = await Promise.all([
    directory.presentUsersAcross(viewer, new Map(mayBeRead.map(([id]) => [id, [authorId]]))),
    directory.blockedAcross(
      viewer,
      mayBeRead.map(([id]) => id),
    ),
  ]);
  return new Map(
    mayBeRead.flatMap(([id, membership]) => {
      const author = authors.get(id)?.get(authorId);
      // A hidden member and a deleted user have another id here: their posts must not be attributed to this one.
      if (author?.id !== authorId) return [];
      return [[id, { access: decideAccess(viewer, membership, blocked.get(id) ?? new Set()), author }] as const];
    }),
  );
}
