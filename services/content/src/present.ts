import { requirePerson } from '@tribus/community/membership-directory.ts';
import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Comment, Post } from '../api.ts';
import { moodOf } from '../tags.ts';
import { type Access, isAuthor } from './access.ts';
import type { Deps } from './deps.ts';
import { visibilityAt } from './picture-access.ts';
import { presentPicture } from './pictures.ts';
import { mayDelete, mayEdit } from './posts.ts';
import type { StoredComment } from './store/comments.ts';
import type { StoredPost } from './store/posts.ts';

/** Posts of one tribe as the reader may see them. */
export async function presentPosts(deps: Deps, reader: Access, posts: readonly StoredPost[]): Promise<Post[]> {
  const authors = await deps.directory.presentUsersIn(
    reader.viewer,
    reader.membership.tribe.id,
    posts.map((post) => post.authorId),
  );
  return posts.map((post) => presentPost(deps, reader, post, requirePerson(authors, post.authorId)));
}

export async function presentOne(deps: Deps, reader: Access, post: StoredPost): Promise<Post> {
  const [presented] = await presentPosts(deps, reader, [post]);
  if (!presented) throw new Error('a post was lost while it was presented');
  return presented;
}

/** Tribe and level let everybody see them by their addresses, and media knows. */
const picturesArePublic = ({ membership }: Access, { minLevelOrder, mediaKnows }: StoredPost): boolean =>
  membership.tribe.picturesPublic && mediaKnows && visibilityAt(minLevelOrder) === 'public';

/**
 * The caller as they see themself in a tribe. Asked for before something of theirs is written: what is written is
 * answered, whatever becomes of their membership or of a sibling meanwhile.
 */
export async function presentSelf({ directory }: Deps, actor: Actor, tribeId: number): Promise<PresentedUser> {
  return requirePerson(await directory.presentUsersIn(actor, tribeId, [actor.id]), actor.id);
}

export function presentPost(deps: Deps, reader: Access, post: StoredPost, user: PresentedUser): Post {
  const { likes, dislikes, comments, views } = post;
  return {
    id: post.id,
    tribeId: post.tribeId,
    kind: post.kind,
    user,
    content: post.content,
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    images: post.images.map((picture) => presentPicture(deps, picture, picturesArePublic(reader, post))),
    videos: [],
    coverIndex: post.coverIndex,
    tags: post.tags,
    mood: post.kind === 'story' ? (moodOf(post.tags) ?? null) : null,
    place: post.place,
    placeSlug: post.placeSlug,
    counts: { comments, reactions: likes + dislikes, views },
    reactionCounts: { like: likes, dislike: dislikes },
    myReactions: post.myReaction ? [post.myReaction] : [],
    authorLevel: user.levelOrder ?? null,
    minLevelOrder: post.minLevelOrder,
    canEdit: reader.viewer.kind === 'user' && mayEdit(reader, post, deps.ctx.clock.now()),
    canDelete: mayDelete(reader, post),
  };
}

/** Comments on a post of one tribe as the reader may see them. */
export async function presentComments(
  deps: Deps,
  reader: Access,
  comments: readonly StoredComment[],
): Promise<Comment[]> {
  const authors = await deps.directory.presentUsersIn(
    reader.viewer,
    reader.membership.tribe.id,
    comments.map((comment) => comment.authorId),
  );
  return comments.map((comment) => presentComment(reader, comment, requirePerson(authors, comment.authorId)));
}

export const presentComment = (reader: Access, comment: StoredComment, user: PresentedUser): Comment => ({
  id: comment.id,
  parentId: comment.parentId,
  userId: user.id,
  user,
  content: comment.content,
  createdAt: comment.createdAt.toISOString(),
  reactionCounts: { like: comment.likes, dislike: comment.dislikes },
  myReactions: comment.myReaction ? [comment.myReaction] : [],
  canDelete: reader.moderates || isAuthor(reader, comment),
});

/** The same for a list that spans tribes: each person in the tribe in which they acted. */
export async function presentAcross(
  deps: Deps,
  viewer: Actor,
  acts: readonly { actorId: string; tribeId: number }[],
): Promise<PresentedUser[]> {
  const byTribe = new Map(
    await Promise.all(
      [...Map.groupBy(acts, (act) => act.tribeId)].map(async ([tribeId, inTribe]) => {
        const ids = inTribe.map((act) => act.actorId);
        return [tribeId, await deps.directory.presentUsersIn(viewer, tribeId, ids)] as const;
      }),
    ),
  );
  return acts.map(({ actorId, tribeId }) => requirePerson(byTribe.get(tribeId) ?? new Map(), actorId));
}
