import { maxReadableLevel, mayContribute, mayModerate, mayReadLevel } from '@tribus/community/access.ts';
import { requireContributor, requireReadAccess } from '@tribus/community/guards.ts';
import type { Membership } from '@tribus/community/membership.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { editWindowHours } from '../limits.ts';
import { errors } from './errors.ts';
import type { HiddenCause } from './store/tables.ts';
import type { StoredMedia } from './store/tribe-media.ts';

/** What somebody may do with a tribe's content. */
export interface Access {
  viewer: Actor;
  membership: Membership;
  moderates: boolean;
  /** Sees posts that ask for this level at most, beside their own (decisions.md 4, `minLevelOrder`). */
  maxLevel: number;
  /** Whose posts and comments they are not shown there. */
  blocked: ReadonlySet<string>;
}

/** The access of somebody who may read the tribe; throws 404 when there is none, else as requireReadAccess. */
export const getReaderAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> => {
  const [membership, blocked] = await known(directory, viewer, tribeId);
  return accessOf(viewer, requireReadAccess(viewer, membership), blocked);
};

/** The access of somebody who may publish, comment and react; throws 404 when there is none, else as requireContributor. */
export const getContributorAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> => {
  const [membership, blocked] = await known(directory, viewer, tribeId);
  return accessOf(viewer, requireContributor(viewer, membership), blocked);
};

/** The same when they were let in already, and their body took its time: what ended meanwhile is ended here, too. */
export async function renewContributorAccess(
  directory: MembershipDirectory,
  viewer: Actor,
  { membership }: Access,
): Promise<Access> {
  const { id } = membership.tribe;
  await directory.getFreshMembership(userIdOf(viewer), id);
  return getContributorAccess(directory, viewer, id);
}

const known = (directory: MembershipDirectory, viewer: Actor, tribeId: number) =>
  Promise.all([directory.getMembership(userIdOf(viewer), tribeId), directory.blockedIn(viewer, tribeId)]);

export function accessOf(viewer: Actor, membership: Membership, blocked: ReadonlySet<string>): Access {
  const moderates = mayModerate(viewer, membership);
  return { viewer, membership, moderates, maxLevel: maxReadableLevel(viewer, membership), blocked };
}

/** Whether the viewer may know of the post at all. */
export const maySee = (access: Access, post: Hideable & { minLevelOrder: number }): boolean =>
  mayReadLevel(access.viewer, access.maxLevel, post) && isShownTo(access, post);

interface Hideable {
  authorId: string;
  hiddenCause: HiddenCause | null;
}

/**
 * What is hidden is seen by its author and moderators, what was removed by nobody, and nothing by who is kept from its author
 * by a block; lists select the same (`store/shown.ts`, `store/post-readers.ts`).
 */
export const isShownTo = (access: Access, { authorId, hiddenCause }: Hideable): boolean =>
  !access.blocked.has(authorId) &&
  (hiddenCause === null || (hiddenCause !== 'removed' && (access.moderates || isAuthor(access, { authorId }))));

/** Nobody asks for a level above their own: they would not see the post themselves. */
export function requireLevelWithinOwn({ maxLevel }: Access, minLevelOrder: number): void {
  if (minLevelOrder > Math.max(1, maxLevel)) throw errors.fail('level_above_own');
}

interface Authored {
  authorId: string;
}

export const isAuthor = ({ viewer }: Access, { authorId }: Authored): boolean =>
  viewer.kind === 'user' && viewer.id === authorId;

const editWindowMs = editWindowHours * 60 * 60 * 1000;

/** Moderators at any time, the author within eight hours (specification 2, section 4), or when a moderator hid it until then. */
export const mayEditPost = (access: Access, post: Hideable & { createdAt: Date }, now: Date): boolean =>
  access.moderates ||
  (mayContribute(access.viewer, access.membership) &&
    isAuthor(access, post) &&
    (post.hiddenCause === 'moderator' || now.getTime() - post.createdAt.getTime() <= editWindowMs));

/** Who contributes, where the comments are not locked; moderators also then. */
export const mayComment = (access: Access, { commentsLocked }: { commentsLocked: boolean }): boolean =>
  access.moderates || (mayContribute(access.viewer, access.membership) && !commentsLocked);

/** Moderators and the author. */
export const mayDeletePost = (access: Access, post: Authored): boolean => access.moderates || isAuthor(access, post);

/** Whether the viewer may know of a picture in the media of the tribe; lists select the same. */
export const isMediaShownTo = (access: Access, { uploaderId, hiddenCause }: StoredMedia): boolean =>
  isShownTo(access, { authorId: uploaderId, hiddenCause });

/** Moderators and the uploader. */
export const mayDeleteMedia = (access: Access, { uploaderId }: { uploaderId: string }): boolean =>
  access.moderates || isAuthor(access, { authorId: uploaderId });

/** The comment's author, the post's author and moderators (decisions.md 4). */
export const mayDeleteComment = (access: Access, post: Authored, comment: Authored): boolean =>
  access.moderates || isAuthor(access, comment) || isAuthor(access, post);
