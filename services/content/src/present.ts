import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { PostImage, PostVideo } from '../api/pictures.ts';
import type { Post } from '../api/post.ts';
import type { Activity, ActivityItem, Comment, HomininiInfo } from '../api.ts';
import { moodOf } from '../tags.ts';
import { findSiteVideo } from '../video-links.ts';
import { type Access, mayComment, mayDeleteComment, mayDeletePost, mayEditPost } from './access.ts';
import type { Deps } from './deps.ts';
import { visibilityOf } from './picture-access.ts';
import { countVersions } from './post-versions.ts';
import type { StoredActivity } from './store/activity.ts';
import type { StoredComment } from './store/comments.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { StoredPicture, StoredVideo, StoredVideoLink } from './store/tables.ts';

/** Posts of one tribe for the viewer, without those of authors who are not shown to them. */
export async function presentPosts(deps: Deps, access: Access, posts: readonly StoredPost[]): Promise<Post[]> {
  const authors = await deps.directory.presentUsersIn(
    access.viewer,
    access.membership.tribe.id,
    posts.map((post) => post.authorId),
  );
  return posts.flatMap((post) => {
    const author = authors.get(post.authorId);
    return author ? [presentPostOf(deps, access, post, author)] : [];
  });
}

export async function presentPost(deps: Deps, access: Access, post: StoredPost): Promise<Post> {
  const [presented] = await presentPosts(deps, access, [post]);
  // The author was blocked after the posts were read.
  if (!presented) throw fail('not_found');
  return presented;
}

/** Whether tribe and level make the pictures public, and media has confirmed it. */
const picturesArePublic = ({ membership }: Access, post: StoredPost): boolean =>
  membership.tribe.picturesPublic && post.picturesConfirmed && visibilityOf(post) === 'public';

/**
 * The actor as they see themselves in a tribe. Called before a write, so that the response to a successful write does
 * not depend on their later membership or on a peer.
 */
export const presentSelf = ({ directory }: Deps, actor: Actor, tribeId: number): Promise<Person> =>
  directory.presentSelfIn(actor, tribeId);

/** A post with its presented author. */
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
    editedByModerator: post.editedByModerator,
    version: post.textVersion,
    versions: countVersions(access, post),
    images: post.images.map((picture) =>
      presentPicture(deps, picture, picturesArePublic(access, post), post.picturesVersion),
    ),
    videos: [
      ...post.videos.map((video) => presentVideo(deps, video, picturesArePublic(access, post), post.picturesVersion)),
      ...post.videoLinks.map(presentVideoLink),
    ],
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
    hidden: post.hiddenCause ?? null,
    isPinned: post.isPinned,
    isAnnouncement: post.isAnnouncement,
    commentsLocked: post.commentsLocked,
    canPin: access.moderates,
    canComment: mayComment(access, post),
    canEdit: mayEditPost(access, post, deps.ctx.clock.now()),
    canDelete: mayDeletePost(access, post),
  };
}

/**
 * Comments on a post of one tribe for the viewer. A comment whose author is not shown to them becomes a placeholder for
 * the replies of others.
 */
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
  return comments.map((comment) => {
    const author = authors.get(comment.authorId);
    return author ? presentCommentOf(access, post, comment, author) : presentPlaceholder(deps, access, comment);
  });
}

/** A comment without its author and text. */
function presentPlaceholder({ directory }: Deps, { viewer }: Access, comment: StoredComment): Comment {
  const user = directory.presentUnavailable(viewer);
  return {
    id: comment.id,
    parentId: comment.parentId,
    userId: user.id,
    user,
    content: '',
    createdAt: comment.createdAt.toISOString(),
    reactionCounts: { like: 0, dislike: 0 },
    myReactions: [],
    hidden: null,
    canDelete: false,
  };
}

/** A comment with its presented author. */
export const presentCommentOf = (access: Access, post: LockedPost, comment: StoredComment, user: Person): Comment => ({
  id: comment.id,
  parentId: comment.parentId,
  userId: user.id,
  user,
  content: comment.content,
  createdAt: comment.createdAt.toISOString(),
  reactionCounts: { like: comment.likes, dislike: comment.dislikes },
  myReactions: comment.myReaction ? [comment.myReaction] : [],
  hidden: comment.hiddenCause ?? null,
  canDelete: mayDeleteComment(access, post, comment),
});

/** Activities of others, each with its actor as the viewer may see them in its tribe. */
export async function presentActivity(
  deps: Deps,
  viewer: Actor,
  activity: readonly StoredActivity[],
): Promise<Activity['items']> {
  const idsByTribe = [...Map.groupBy(activity, ({ tribeId }) => tribeId)].map(
    ([tribeId, inTribe]) => [tribeId, inTribe.map(({ actorId }) => actorId)] as const,
  );
  const actorsByTribe = await deps.directory.presentUsersAcross(viewer, new Map(idsByTribe));
  return activity.flatMap((item) => {
    const { actorId, commentId, createdAt, type, reaction, comment, postId, tribeId, postText } = item;
    const actor = actorsByTribe.get(tribeId)?.get(actorId);
    if (!actor) return [];
    // The id of a reaction contains the presented id of its actor.
    const id = commentId ?? `${postId}:${actor.id}:${createdAt.getTime()}`;
    const facts = {
      type,
      reaction,
      comment,
      postId,
      tribeId,
      postText,
      postPicture: presentActivityPicture(deps, item),
    };
    return [{ id, ...facts, actor, createdAt: createdAt.toISOString() }];
  });
}

/** The square of a post's picture, or the poster of its video. Signed, as the tribe is not read. */
function presentActivityPicture(
  { ctx, urls }: Pick<Deps, 'ctx' | 'urls'>,
  { picture, video, picturesVersion }: StoredActivity,
): ActivityItem['postPicture'] {
  const key = picture ? (picture.variants.square ?? picture.key) : video?.posterKey;
  const { lost, lqip } = picture ?? video ?? {};
  if (lost || !key) return null;
  return { url: urls.urlOf(key, false, ctx.clock.now(), picturesVersion), lqip: lqip || null };
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

/**
 * A picture with addresses ready for `<img src>`. Addresses of pictures that are not public expire; with a visibility
 * `version` they expire as soon as media has a newer one. A lost picture has no addresses.
 */
export function presentPicture(
  { ctx, urls }: Pick<Deps, 'ctx' | 'urls'>,
  picture: StoredPicture,
  isPublic: boolean,
  version?: number,
): PostImage {
  const now = ctx.clock.now();
  const lost = picture.lost ?? false;
  const address = (key: string) => (lost ? '' : urls.urlOf(key, isPublic, now, version));
  const url = address(picture.key);
  const variant = (name: string) => address(picture.variants[name] ?? picture.key);
  return {
    id: picture.id,
    url,
    ...(picture.rotated && !lost && { urlRotated: url }),
    lqip: picture.lqip || null,
    width: picture.width,
    height: picture.height,
    variants: { square: variant('square'), medium: variant('medium'), large: variant('large') },
    alt: picture.alt ?? '',
    lost,
  };
}

/** A video with addresses ready for `<video>`, as those of a picture. */
export function presentVideo(
  { ctx, urls }: Pick<Deps, 'ctx' | 'urls'>,
  video: StoredVideo,
  isPublic: boolean,
  version?: number,
): PostVideo {
  const now = ctx.clock.now();
  const address = (key: string | undefined) => (video.lost || !key ? '' : urls.urlOf(key, isPublic, now, version));
  return {
    id: video.id,
    url: address(video.key),
    external: false,
    poster: address(video.posterKey),
    lqip: video.lqip || null,
    width: video.width ?? 0,
    height: video.height ?? 0,
    durationMs: video.durationMs ?? 0,
    state: video.state ?? 'ready',
  };
}

/** An external video, with the address of its player if its site has one. */
export const presentVideoLink = ({ id, url }: StoredVideoLink): PostVideo => ({
  id,
  url,
  external: true,
  ...findSiteVideo(url),
  poster: '',
  lqip: null,
  width: 0,
  height: 0,
  durationMs: 0,
  state: 'ready',
});
