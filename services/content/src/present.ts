import { requirePerson } from '@tribus/community/membership-directory.ts';
import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { Activity, Comment, HomininiInfo, Post, PostImage } from '../api.ts';
import { moodOf } from '../tags.ts';
import { type Access, mayDeleteComment, mayDeletePost, mayEditPost } from './access.ts';
import type { Deps } from './deps.ts';
import { visibilityAt } from './picture-access.ts';
import type { StoredActivity } from './store/activity.ts';
import type { StoredComment } from './store/comments.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { StoredPicture } from './store/tables.ts';

/** Posts of one tribe as the viewer may see them. */
export async function presentPosts(deps: Deps, access: Access, posts: readonly StoredPost[]): Promise<Post[]> {
  const authors = await deps.directory.presentUsersIn(
    access.viewer,
    access.membership.tribe.id,
    posts.map((post) => post.authorId),
  );
  return posts.map((post) => presentPostOf(deps, access, post, requirePerson(authors, post.authorId)));
}

export async function presentPost(deps: Deps, access: Access, post: StoredPost): Promise<Post> {
  const [presented] = await presentPosts(deps, access, [post]);
  if (!presented) throw new Error('a post was lost while it was presented');
  return presented;
}

/** Whether tribe and level let everybody see the pictures by their addresses, and media has confirmed it. */
const picturesArePublic = ({ membership }: Access, { minLevelOrder, picturesConfirmed }: StoredPost): boolean =>
  membership.tribe.picturesPublic && picturesConfirmed && visibilityAt(minLevelOrder) === 'public';

/**
 * The caller as they see themself in a tribe. Called before something of theirs is written: what is written is then
 * answered, whatever becomes of their membership or of a peer meanwhile.
 */
export async function presentSelf({ directory }: Deps, actor: Actor, tribeId: number): Promise<Person> {
  return requirePerson(await directory.presentUsersIn(actor, tribeId, [actor.id]), actor.id);
}

/** A post whose author has been presented already. */
export function presentPostOf(deps: Deps, access: Access, post: StoredPost, user: Person): Post {
  const { likes, dislikes, commentsCount: comments, views } = post;
  return {
    id: post.id,
    tribeId: post.tribeId,
    kind: post.kind,
    user,
    content: post.content,
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    images: post.images.map((picture) => presentPicture(deps, picture, picturesArePublic(access, post))),
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
    canEdit: mayEditPost(access, post, deps.ctx.clock.now()),
    canDelete: mayDeletePost(access, post),
  };
}

/** Comments on a post of one tribe as the viewer may see them. */
export async function presentComments(
  deps: Deps,
  access: Access,
  post: LockedPost,
  comments: readonly StoredComment[],
): Promise<Comment[]> {
  const authors = await deps.directory.presentUsersIn(
    access.viewer,
    access.membership.tribe.id,
    comments.map((comment) => comment.authorId),
  );
  return comments.map((comment) => presentCommentOf(access, post, comment, requirePerson(authors, comment.authorId)));
}

/** A comment whose author has been presented already. */
export const presentCommentOf = (access: Access, post: LockedPost, comment: StoredComment, user: Person): Comment => ({
  id: comment.id,
  parentId: comment.parentId,
  userId: user.id,
  user,
  content: comment.content,
  createdAt: comment.createdAt.toISOString(),
  reactionCounts: { like: comment.likes, dislike: comment.dislikes },
  myReactions: comment.myReaction ? [comment.myReaction] : [],
  canDelete: mayDeleteComment(access, post, comment),
});

/** What others did, each as the viewer may see them in the tribe in which they did it. */
export async function presentActivity(
  deps: Deps,
  viewer: Actor,
  activity: readonly StoredActivity[],
): Promise<Activity['items']> {
  const idsByTribe = [...Map.groupBy(activity, ({ tribeId }) => tribeId)].map(
    ([tribeId, inTribe]) => [tribeId, inTribe.map(({ actorId }) => actorId)] as const,
  );
  const actorsByTribe = await deps.directory.presentUsersAcross(viewer, new Map(idsByTribe));
  return activity.map(({ actorId, commentId, createdAt, ...item }) => {
    const actor = requirePerson(actorsByTribe.get(item.tribeId) ?? new Map(), actorId);
    // A reaction is identified by who reacted, as the viewer may know them.
    const id = commentId ?? `${item.postId}:${actor.id}:${createdAt.getTime()}`;
    return { id, ...item, actor, createdAt: createdAt.toISOString() };
  });
}

export const presentHomininiInfo = (tribe: Tribe, postsCount: number): HomininiInfo => ({
  id: tribe.id,
  name: tribe.name,
  normalizedName: tribe.normalizedName,
  description: tribe.description,
  imageUrl: tribe.imageUrl || null,
  imageLqip: tribe.imageLqip || null,
  tags: tribe.tags,
  membersCount: tribe.membersCount,
  postsCount,
});

/** A picture with addresses ready for `<img src>`; those of one that is not public expire. */
function presentPicture({ ctx, urls }: Deps, picture: StoredPicture, isPublic: boolean): PostImage {
  const now = ctx.clock.now();
  const address = (key: string) => urls.urlOf(key, isPublic, now);
  const url = address(picture.key);
  const variant = (name: string) => address(picture.variants[name] ?? picture.key);
  return {
    id: picture.id,
    url,
    ...(picture.rotated && { urlRotated: url }),
    lqip: picture.lqip || null,
    width: picture.width,
    height: picture.height,
    variants: { square: variant('square'), medium: variant('medium'), large: variant('large') },
  };
}
