import { maxReadableLevel, mayModerate, mayRead, mayReadLevel } from '@tribus/community/access.ts';
import type { Membership } from '@tribus/community/membership.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { type Actor, userIdOf } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
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

/** Throws 404 when there is no such tribe, 403 (401 for visitors) to those who may not read it. */
export async function requireReadAccess(
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> {
  const membership = await directory.getMembership(userIdOf(viewer), tribeId);
  if (!mayRead(viewer, membership))
    throw viewer.kind === 'user' ? errors.fail('membership_required') : fail('unauthenticated');
  return accessOf(viewer, membership);
}

/** As requireReadAccess, for what only active members and site admins do. */
export async function requireMember(directory: MembershipDirectory, viewer: Actor, tribeId: number): Promise<Access> {
  const access = await requireReadAccess(directory, viewer, tribeId);
  if (!mayContribute(access)) throw errors.fail('membership_required');
  return access;
}

export function accessOf(viewer: Actor, membership: Membership): Access {
  const moderates = mayModerate(viewer, membership);
  return { viewer, membership, moderates, maxLevel: maxReadableLevel(viewer, membership) };
}

/** Whether the viewer may know of the post at all. */
export const maySee = (access: Access, post: { minLevelOrder: number; authorId: string }): boolean =>
  mayReadLevel(access.viewer, access.maxLevel, post);

/** Nobody asks for a level above their own: they would not see the post themselves. */
export function refuseLevelAbove({ maxLevel }: Access, minLevelOrder: number): void {
  if (minLevelOrder > Math.max(1, maxLevel)) throw errors.fail('level_above_own');
}

interface Authored {
  authorId: string;
}

export const isAuthor = ({ viewer }: Access, { authorId }: Authored): boolean =>
  viewer.kind === 'user' && viewer.id === authorId;

/** Whether the viewer publishes, comments and reacts there: active members and site admins. */
const mayContribute = ({ membership, moderates }: Access): boolean => membership.status === 'active' || moderates;

const editWindowMs = editWindowHours * 60 * 60 * 1000;

/** Moderators at any time, the author within eight hours (specification 2, section 4). */
export const mayEditPost = (access: Access, post: Authored & { createdAt: Date }, now: Date): boolean =>
  access.moderates ||
  (mayContribute(access) && isAuthor(access, post) && now.getTime() - post.createdAt.getTime() <= editWindowMs);

/** Moderators and the author. */
export const mayDeletePost = (access: Access, post: Authored): boolean => access.moderates || isAuthor(access, post);

/** The comment's author, the post's author and moderators (decisions.md 4). */
export const mayDeleteComment = (access: Access, post: Authored, comment: Authored): boolean =>
  access.moderates || isAuthor(access, comment) || isAuthor(access, post);
