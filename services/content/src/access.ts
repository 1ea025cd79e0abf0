import { maxReadableLevel, mayContribute, mayModerate, mayReadLevel } from '@tribus/community/access.ts';
import { requireContributor, requireReader } from '@tribus/community/guards.ts';
import type { Membership } from '@tribus/community/membership.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { type Actor, userIdOf } from '@tribus/kit/runtime/actor.ts';
import { editWindowHours } from '../limits.ts';
import { errors } from './errors.ts';

/** What somebody may do with a tribe's content. */
export interface Access {
  viewer: Actor;
  membership: Membership;
  moderates: boolean;
  /** Sees posts that ask for this level at most, beside their own (decisions.md 4, `minLevelOrder`). */
  maxLevel: number;
}

/** The access of somebody who may read the tribe; throws 404 when there is none, else as requireReader. */
export const getReaderAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> => accessOf(viewer, requireReader(viewer, await directory.getMembership(userIdOf(viewer), tribeId)));

/** The access of somebody who may publish, comment and react; throws 404 when there is none, else as requireContributor. */
export const getContributorAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> =>
  accessOf(viewer, requireContributor(viewer, await directory.getMembership(userIdOf(viewer), tribeId)));

export function accessOf(viewer: Actor, membership: Membership): Access {
  const moderates = mayModerate(viewer, membership);
  return { viewer, membership, moderates, maxLevel: maxReadableLevel(viewer, membership) };
}

/** Whether the viewer may know of the post at all. */
export const maySee = (access: Access, post: { minLevelOrder: number; authorId: string }): boolean =>
  mayReadLevel(access.viewer, access.maxLevel, post);

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

/** Moderators at any time, the author within eight hours (specification 2, section 4). */
export const mayEditPost = (access: Access, post: Authored & { createdAt: Date }, now: Date): boolean =>
  access.moderates ||
  (mayContribute(access.viewer, access.membership) &&
    isAuthor(access, post) &&
    now.getTime() - post.createdAt.getTime() <= editWindowMs);

/** Moderators and the author. */
export const mayDeletePost = (access: Access, post: Authored): boolean => access.moderates || isAuthor(access, post);

/** The comment's author, the post's author and moderators (decisions.md 4). */
export const mayDeleteComment = (access: Access, post: Authored, comment: Authored): boolean =>
  access.moderates || isAuthor(access, comment) || isAuthor(access, post);
