import { mayRead } from '@tribus/community/membership-directory.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { NewComment } from '../api.ts';
import { reactionTypes } from '../limits.ts';
import { maySee, readerAt, readerIn } from './access.ts';
import { addComment } from './comments.ts';
import type { Parts } from './deps.ts';
import { errors } from './errors.ts';
import { knownId } from './posts.ts';
import { type Change, reactToPost } from './reactions.ts';
import { myCommentCounts } from './store/comments.ts';
import { feedPage, postsByIds, type StoredPost } from './store/posts.ts';

const usualRecent = 20;

export function contentRpc(parts: Parts): Handlers<ContentServiceService> {
  return {
    async getPosts({ ids, viewerId, viewerIsAdmin }) {
      const known = ids.filter((id) => isKnown(id));
      const posts = known.length > 0 ? await postsByIds(parts.postgres.sql, known) : [];
      const viewer = userActor(viewerId, { role: viewerIsAdmin ? 'admin' : 'user' });
      const seen = await visibleTo(parts, viewer, posts);
      return {
        posts: posts.map((post) => ({
          id: post.id,
          tribeId: post.tribeId,
          authorId: post.authorId,
          kind: post.kind,
          minLevelOrder: post.minLevelOrder,
          tags: post.tags,
          createdAt: post.createdAt.toISOString(),
          canView: seen(post),
        })),
      };
    },

    async listRecentPosts({ tribeId, since, limit }, { actor }) {
      const reader = await readerIn(parts.company, actor, tribeId);
      const page = await feedPage(parts.postgres.sql, {
        tribeId,
        maxLevel: reader.maxLevel,
        viewerId: actor.id,
        limit: Math.min(100, limit || usualRecent),
      });
      const recent = page.filter((post) => since === '' || post.createdAt > new Date(since));
      const comments = await myCommentCounts(
        parts.postgres.sql,
        actor.id,
        recent.map(({ id }) => id),
      );
      return {
        posts: recent.map((post) => ({
          id: post.id,
          tribeId,
          authorId: post.authorId,
          kind: post.kind,
          content: post.content,
          tags: post.tags,
          createdAt: post.createdAt.toISOString(),
          myReaction: post.myReaction ?? '',
          myComments: comments.get(post.id) ?? 0,
        })),
      };
    },

    async addComment({ tribeId, postId, commentId, parentId, content }, { actor }) {
      const body = validate(NewComment, { content, parentId: parentId || undefined }, actor.language, errors.catalogue);
      const { comment } = await addComment(parts, actor, { tribeId, postId }, body, knownId(commentId));
      return { commentId: comment.id };
    },

    async setReaction({ tribeId, postId, type }, { actor }) {
      const { counts } = await reactToPost(parts, actor, { tribeId, postId }, setTo(type));
      return { likes: counts.like, dislikes: counts.dislike };
    },
  };
}

function isKnown(id: string): boolean {
  try {
    return knownId(id) === id;
  } catch {
    return false;
  }
}

function setTo(type: string): Change {
  const wanted = reactionTypes.find((known) => known === type);
  if (!wanted && type !== '') throw fail('invalid_input');
  return () => wanted;
}

async function visibleTo(parts: Parts, viewer: Actor, posts: readonly StoredPost[]) {
  const tribeIds = [...new Set(posts.map(({ tribeId }) => tribeId))];
  const seats = new Map(
    await Promise.all(
      tribeIds.map(async (id) => [id, (await parts.company.seats([viewer.id], id)).get(viewer.id)] as const),
    ),
  );
  return (post: StoredPost): boolean => {
    const seat = seats.get(post.tribeId);
    return seat !== undefined && mayRead(viewer, seat) && maySee(readerAt(viewer, seat), post);
  };
}
