import { mayRead } from '@tribus/community/access.ts';
import { exportPersonalData } from '@tribus/community/personal-data.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import type {
  ContentServiceService,
  ListRecentPostsRequest,
  ListRecentPostsResponse,
} from '@tribus/proto/content/v1/service.ts';
import type { ReactionType } from '@tribus/proto/content/v1/types.ts';
import { NewComment } from '../api.ts';
import { decideAccess, getViewerAccess, maySee } from './access.ts';
import { countWaitingCases } from './case-queue.ts';
import { addComment } from './comments.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { requireUuid } from './ids.ts';
import { listNotifiable } from './notifiable-users.ts';
import { contentAreas } from './personal-data.ts';
import { type NextReaction, reactToPost } from './reactions.ts';
import { inTribe } from './store/post-viewers.ts';
import type { StoredPost } from './store/posts.ts';

const defaultPageSize = 20;
const maxPageSize = 100;

export function contentRpc(deps: Deps): Handlers<ContentServiceService> {
  const areas = contentAreas(deps.store);
  return {
    async getPosts({ ids, viewerId, viewerIsAdmin }) {
      const posts = await deps.store.posts.listByIds(ids.filter(isUuid));
      const viewer = userActor(viewerId, { role: viewerIsAdmin ? 'admin' : 'user' });
      const isVisible = await visibilityFor(deps, viewer, posts);
      return {
        posts: posts.map((post) => ({
          ...toPostFacts(post),
          minLevelOrder: post.minLevelOrder,
          canView: isVisible(post),
        })),
      };
    },

    listRecentPosts: (request, { actor }) => listRecentPosts(deps, actor, request),

    async addComment({ tribeId, postId, commentId, parentId, content }, { actor }) {
      const body = validate(NewComment, { content, parentId: parentId || undefined }, actor.language, errors.catalogue);
      const { comment } = await addComment(deps, actor, { tribeId, postId }, body, requireUuid(commentId));
      return { commentId: comment.id };
    },

    async setReaction({ tribeId, postId, type }, { actor }) {
      const { counts } = await reactToPost(deps, actor, { tribeId, postId }, setTo(type));
      return { likes: counts.like, dislikes: counts.dislike };
    },

    listNotifiable: ({ postId, userIds }) => listNotifiable(deps, postId, userIds),

    countWaitingCases: (request) => countWaitingCases(deps, request),

    exportPersonalData: (request, { actor }) => exportPersonalData(areas, request, actor),
  };
}

/** The posts visible to the user in a tribe, the newest first, with their own reactions and number of comments. */
async function listRecentPosts(
  { directory, store }: Deps,
  actor: Actor,
  { tribeId, since, limit }: ListRecentPostsRequest,
): Promise<ListRecentPostsResponse> {
  const { maxLevel, moderates, blocked } = await getViewerAccess(directory, actor, tribeId);
  const pageSize = Math.min(maxPageSize, limit || defaultPageSize);
  const page = await store.posts.listPage({
    tribeId,
    maxLevel,
    moderates,
    viewerId: actor.id,
    blocked: inTribe(tribeId, blocked),
    limit: pageSize,
  });
  const recent = page.filter((post) => since === '' || post.createdAt > new Date(since));
  const comments = await store.comments.countByAuthor(
    actor.id,
    recent.map(({ id }) => id),
  );
  return {
    posts: recent.map((post) => ({
      ...toPostFacts(post),
      content: post.content,
      myReaction: post.myReaction ?? 'none',
      myComments: comments.get(post.id) ?? 0,
    })),
  };
}

const toPostFacts = ({ id, tribeId, authorId, kind, tags, createdAt }: StoredPost) => ({
  id,
  tribeId,
  authorId,
  kind,
  tags,
  createdAt: createdAt.toISOString(),
});

const setTo =
  (type: ReactionType): NextReaction =>
  () =>
    type === 'none' ? undefined : type;

async function visibilityFor(deps: Deps, viewer: Actor, posts: readonly StoredPost[]) {
  const tribeIds = new Set(posts.map(({ tribeId }) => tribeId));
  const [memberships, blocked] = await Promise.all([
    deps.directory.getMembershipsOf(viewer.id, tribeIds),
    deps.directory.blockedAcross(viewer, tribeIds, new Set(posts.map(({ authorId }) => authorId))),
  ]);
  return (post: StoredPost): boolean => {
    const membership = memberships.get(post.tribeId);
    if (!membership || !mayRead(viewer, membership)) return false;
    return maySee(decideAccess(viewer, membership, blocked.get(post.tribeId) ?? new Set()), post);
  };
}
