import { mayRead } from '@tribus/community/access.ts';
import { requireVisibleTribe } from '@tribus/community/guards.ts';
import { isPseudonym } from '@tribus/community/pseudonyms.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { WrittenMessage } from '@tribus/proto/messaging/v1/service.ts';
import type { MessageKind } from '@tribus/proto/messaging/v1/types.ts';
import { commentsAround, mediaAround } from '../limits.ts';
import { type Access, decideAccess, isMediaShownTo, isShownTo, maySee } from './access.ts';
import type { Deps } from './deps.ts';
import { requireUuid } from './ids.ts';
import type { NewCase } from './store/cases.ts';
import type { StoredComment } from './store/comments.ts';
import { anyViewer } from './store/post-viewers.ts';
import type { StoredPost } from './store/posts.ts';
import type { Surrounding } from './store/tables.ts';
import type { StoredMedia } from './store/tribe-media.ts';

/** A reportable object as a case stores it: changes and deletions destroy no evidence. */
export type ReportableObject = Omit<NewCase, 'id' | 'at'>;

/** A reported object by the id in its path. */
export type ReportTarget =
  | { kind: 'post'; postId: string }
  | { kind: 'comment'; commentId: string }
  | { kind: 'chat_message' | 'direct_message'; messageId: string }
  | { kind: 'tribe_media'; mediaId: string }
  | { kind: 'person'; userId: string; tribeId: number | undefined }
  | { kind: 'tribe'; tribeId: number };

/** Returns the reported object; throws 404 when it is not visible to the reporter. */
export function findReportable(deps: Deps, reporter: Actor, target: ReportTarget): Promise<ReportableObject> {
  switch (target.kind) {
    case 'post':
      return reportablePost(deps, reporter, target.postId);
    case 'comment':
      return reportableComment(deps, reporter, target.commentId);
    case 'chat_message':
      return reportableMessage(deps, target, { kind: 'chat', scope: 'tribe' });
    case 'direct_message':
      return reportableMessage(deps, target, { kind: 'direct', scope: 'site' });
    case 'tribe_media':
      return reportableMedia(deps, reporter, target.mediaId);
    case 'person':
      return reportableUser(deps, reporter, target);
    case 'tribe':
      return reportableTribe(deps, reporter, target.tribeId);
    default:
      return target satisfies never;
  }
}

/** A post with its first comments. */
async function reportablePost(deps: Deps, reporter: Actor, postId: string): Promise<ReportableObject> {
  const { post } = await getReadablePost(deps, reporter, postId);
  const comments = await deps.store.comments.listFirst({ postId: post.id, parentId: null }, commentsAround);
  const found = postAsObject(post);
  return { ...found, object: { ...found.object, after: comments.map((each) => surrounding('comment', each)) } };
}

/** A post as a case stores it. */
export function postAsObject(post: StoredPost): ReportableObject {
  return {
    kind: 'post',
    objectId: post.id,
    tribeId: post.tribeId,
    scope: 'tribe',
    authorId: post.authorId,
    object: {
      postId: post.id,
      postKind: post.kind,
      text: post.content,
      images: post.images,
      videos: post.videos,
      videoLinks: post.videoLinks,
      createdAt: post.createdAt.toISOString(),
      before: [],
      after: [],
    },
  };
}

async function reportableComment(deps: Deps, reporter: Actor, commentId: string): Promise<ReportableObject> {
  const { comments } = deps.store;
  const comment = await comments.find(requireUuid(commentId), '');
  if (!comment) throw fail('not_found');
  const { access, post } = await getReadablePost(deps, reporter, comment.postId);
  if (!isShownTo(access, comment)) throw fail('not_found');
  return commentAsObject(deps.store, post, comment);
}

/** A comment as a case stores it, with its post, its parent comment and its first replies. */
export async function commentAsObject(
  { comments }: Pick<Deps['store'], 'comments'>,
  post: StoredPost,
  comment: StoredComment,
): Promise<ReportableObject> {
  const parent = comment.parentId ? await comments.find(comment.parentId, '') : undefined;
  const replies = await comments.listFirst({ postId: post.id, parentId: comment.id }, commentsAround);
  return {
    kind: 'comment',
    objectId: comment.id,
    tribeId: post.tribeId,
    scope: 'tribe',
    authorId: comment.authorId,
    object: {
      postId: post.id,
      postKind: post.kind,
      text: comment.content,
      images: [],
      createdAt: comment.createdAt.toISOString(),
      before: [surrounding('post', post), ...(parent ? [surrounding('comment', parent)] : [])],
      after: replies.map((reply) => surrounding('comment', reply)),
    },
  };
}

/** Moderators decide about messages of their tribe's chat, only site admins about direct messages. */
async function reportableMessage(
  { messaging }: Deps,
  { kind: reported, messageId }: Extract<ReportTarget, { messageId: string }>,
  { kind, scope }: { kind: MessageKind; scope: ReportableObject['scope'] },
): Promise<ReportableObject> {
  const { message, tribeId, before, after } = await messaging.getReportedMessage({ kind, messageId });
  if (!message) throw new Error('messaging returned no message for a report');
  return {
    kind: reported,
    objectId: message.id,
    tribeId,
    scope,
    authorId: message.authorId,
    object: {
      text: message.content,
      images: [],
      createdAt: message.createdAt,
      before: before.map(surroundingMessage),
      after: after.map(surroundingMessage),
    },
  };
}

const surroundingMessage = ({ id, authorId, content, createdAt }: WrittenMessage): Surrounding => ({
  id,
  kind: 'message',
  authorId,
  text: content,
  createdAt,
});

/** A picture in the media of a tribe, by its id alone, with the captions of its neighbours. */
async function reportableMedia(
  { store, directory }: Deps,
  reporter: Actor,
  mediaId: string,
): Promise<ReportableObject> {
  const media = await store.tribeMedia.find(requireUuid(mediaId));
  if (!media) throw fail('not_found');
  const membership = await directory.getMembership(reporter.id, media.tribeId);
  const access = decideAccess(reporter, membership, new Set());
  if (!mayRead(reporter, membership) || !isMediaShownTo(access, media)) throw fail('not_found');
  return mediaAsObject(store, media);
}

/** A picture in the media of a tribe as a case stores it, with its neighbours. */
export async function mediaAsObject(
  { tribeMedia }: Pick<Deps['store'], 'tribeMedia'>,
  media: StoredMedia,
): Promise<ReportableObject> {
  const { id, tribeId, uploaderId, caption, picture, createdAt } = media;
  const { before, after } = await tribeMedia.around(media, mediaAround);
  return {
    kind: 'tribe_media',
    objectId: id,
    tribeId,
    scope: 'tribe',
    authorId: uploaderId,
    object: {
      text: caption,
      images: [picture],
      createdAt: createdAt.toISOString(),
      before: before.map(surroundingMedia),
      after: after.map(surroundingMedia),
    },
  };
}

const surroundingMedia = ({ id, uploaderId: authorId, caption: text, createdAt }: StoredMedia): Surrounding => ({
  id,
  kind: 'tribe_media',
  authorId,
  text,
  createdAt: createdAt.toISOString(),
});

/**
 * Every profile can be reported; site admins decide about users. A member who is hidden in a tribe is reported there by
 * their pseudonym, as a separate object: `already_reported` for both would reveal that they are the same user.
 */
async function reportableUser(
  { directory }: Deps,
  reporter: Actor,
  { userId: objectId, tribeId }: Extract<ReportTarget, { kind: 'person' }>,
): Promise<ReportableObject> {
  const pseudonymTribe = isPseudonym(objectId) ? (tribeId ?? null) : null;
  const userId =
    pseudonymTribe === null
      ? objectId
      : await directory.findHidden(reporter, { pseudonym: objectId, tribeId: pseudonymTribe });
  const user = userId === undefined ? undefined : (await directory.getUsers([userId])).get(userId);
  if (!user || user.isDeleted) throw fail('not_found');
  const object = { text: user.name, images: [], createdAt: user.createdAt || null, before: [], after: [] };
  return { kind: 'person', objectId, tribeId: pseudonymTribe, scope: 'site', authorId: user.id, object };
}

/** The author of a tribe is its owner; site admins decide about it. */
async function reportableTribe({ directory }: Deps, reporter: Actor, tribeId: number): Promise<ReportableObject> {
  const { tribe } = requireVisibleTribe(reporter, await directory.getMembership(reporter.id, tribeId));
  const text = [tribe.name, tribe.description].filter(Boolean).join('\n');
  const object = { text, images: [], createdAt: tribe.createdAt || null, before: [], after: [] };
  return { kind: 'tribe', objectId: String(tribeId), tribeId, scope: 'site', authorId: tribe.ownerId, object };
}

/**
 * A post by its id alone; 404 when the reporter cannot read its tribe. A block in either direction does not prevent
 * a report.
 */
async function getReadablePost(
  { store, directory }: Deps,
  reporter: Actor,
  postId: string,
): Promise<{ access: Access; post: StoredPost }> {
  const post = await store.posts.find(requireUuid(postId), { ...anyViewer, viewerId: reporter.id });
  if (!post) throw fail('not_found');
  const membership = await directory.getMembership(reporter.id, post.tribeId);
  const access = decideAccess(reporter, membership, new Set());
  if (!mayRead(reporter, membership) || !maySee(access, post)) throw fail('not_found');
  return { access, post };
}

const surrounding = (kind: Surrounding['kind'], { id, authorId, content, createdAt }: StoredPost | StoredComment) => ({
  id,
  kind,
  authorId,
  text: content,
  createdAt: createdAt.toISOString(),
});
