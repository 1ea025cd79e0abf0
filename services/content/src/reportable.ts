import { mayRead } from '@tribus/community/access.ts';
import { requireKnown } from '@tribus/community/guards.ts';
import { isPseudonym } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { WrittenMessage } from '@tribus/proto/messaging/v1/service.ts';
import type { MessageKind } from '@tribus/proto/messaging/v1/types.ts';
import { mediaAround } from '../limits.ts';
import { type Access, accessOf, isMediaShownTo, isShownTo, maySee } from './access.ts';
import type { Deps } from './deps.ts';
import { requireUuid } from './ids.ts';
import type { NewCase } from './store/cases.ts';
import type { StoredComment } from './store/comments.ts';
import { anybody } from './store/post-readers.ts';
import type { StoredPost } from './store/posts.ts';
import type { Surrounding } from './store/tables.ts';
import type { StoredMedia } from './store/tribe-media.ts';

/** What can be reported, as a case keeps it: a change or a deletion destroys no evidence. */
export type ReportableObject = Omit<NewCase, 'id' | 'at'>;

/** What somebody reports, by how its address names it. */
export type ReportTarget =
  | { kind: 'post'; postId: string }
  | { kind: 'comment'; commentId: string }
  | { kind: 'chat_message' | 'direct_message'; messageId: string }
  | { kind: 'tribe_media'; mediaId: string }
  | { kind: 'person'; userId: string; tribeId: number | undefined }
  | { kind: 'tribe'; tribeId: number };

/** Returns what is reported; throws 404 for what the reporter may not see. */
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
      return reportablePerson(deps, reporter, target);
    case 'tribe':
      return reportableTribe(deps, reporter, target.tribeId);
    default:
      return target satisfies never;
  }
}

const reportablePost = async (deps: Deps, reporter: Actor, postId: string): Promise<ReportableObject> =>
  postAsObject((await getReadablePost(deps, reporter, postId)).post);

/** A post as a case keeps it. */
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

/** A comment as a case keeps it, with what it answers. */
export async function commentAsObject(
  { comments }: Pick<Deps['store'], 'comments'>,
  post: StoredPost,
  comment: StoredComment,
): Promise<ReportableObject> {
  const parent = comment.parentId ? await comments.find(comment.parentId, '') : undefined;
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
      after: [],
    },
  };
}

/** Of a chat its moderators decide, of what two people wrote to each other site admins alone. */
async function reportableMessage(
  { messaging }: Deps,
  { kind: reported, messageId }: Extract<ReportTarget, { messageId: string }>,
  { kind, scope }: { kind: MessageKind; scope: ReportableObject['scope'] },
): Promise<ReportableObject> {
  const { message, tribeId, before, after } = await messaging.getReportedMessage({ kind, messageId });
  if (!message) throw new Error('messaging found a message and did not say it');
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

/** A picture in the media of a tribe, by its id alone like a post, with what its neighbours there say. */
async function reportableMedia(
  { store, directory }: Deps,
  reporter: Actor,
  mediaId: string,
): Promise<ReportableObject> {
  const media = await store.tribeMedia.find(requireUuid(mediaId));
  if (!media) throw fail('not_found');
  const membership = await directory.getMembership(reporter.id, media.tribeId);
  const access = accessOf(reporter, membership, new Set());
  if (!mayRead(reporter, membership) || !isMediaShownTo(access, media)) throw fail('not_found');
  return mediaAsObject(store, media);
}

/** A picture in the media of a tribe as a case keeps it, with its neighbours there. */
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
 * Everybody has a profile that can be looked at; site admins decide about people. Somebody who is hidden in a tribe is
 * reported there by their pseudonym, as another object than by their name: that one of them was reported already
 * would tell that they are the same.
 */
async function reportablePerson(
  { directory }: Deps,
  reporter: Actor,
  { userId: objectId, tribeId }: Extract<ReportTarget, { kind: 'person' }>,
): Promise<ReportableObject> {
  const place = isPseudonym(objectId) ? (tribeId ?? null) : null;
  const userId =
    place === null ? objectId : await directory.findHidden(reporter, { pseudonym: objectId, tribeId: place });
  const user = userId === undefined ? undefined : (await directory.getUsers([userId])).get(userId);
  if (!user || user.isDeleted) throw fail('not_found');
  const object = { text: user.name, images: [], createdAt: user.createdAt || null, before: [], after: [] };
  return { kind: 'person', objectId, tribeId: place, scope: 'site', authorId: user.id, object };
}

/** A tribe is its owner's; site admins decide about it. */
async function reportableTribe({ directory }: Deps, reporter: Actor, tribeId: number): Promise<ReportableObject> {
  const { tribe } = requireKnown(reporter, await directory.getMembership(reporter.id, tribeId));
  const text = [tribe.name, tribe.description].filter(Boolean).join('\n');
  const object = { text, images: [], createdAt: tribe.createdAt || null, before: [], after: [] };
  return { kind: 'tribe', objectId: String(tribeId), tribeId, scope: 'site', authorId: tribe.ownerId, object };
}

/**
 * By its id alone: a post of a tribe that the reporter does not read does not exist for them. A block between the two keeps
 * nothing from being reported, whoever made it.
 */
async function getReadablePost(
  { store, directory }: Deps,
  reporter: Actor,
  postId: string,
): Promise<{ access: Access; post: StoredPost }> {
  const post = await store.posts.find(requireUuid(postId), { ...anybody, viewerId: reporter.id });
  if (!post) throw fail('not_found');
  const membership = await directory.getMembership(reporter.id, post.tribeId);
  const access = accessOf(reporter, membership, new Set());
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
