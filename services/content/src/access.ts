import { maxReadableLevel, mayContribute, mayModerate, mayReadLevel } from '@tribus/community/access.ts';
import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import { requireContributor, requireReadAccess } from '@tribus/community/guards.ts';
import type { Membership } from '@tribus/community/membership.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { editWindowHours } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { HiddenCause } from './store/tables.ts';
import type { StoredMedia } from './store/tribe-media.ts';

/** A viewer's access to the content of a tribe. */
export interface Access {
  viewer: Actor;
  membership: Membership;
  moderates: boolean;
  /** The viewer sees posts up to this level, and their own (decisions.md 4, `minLevelOrder`). */
  maxLevel: number;
  /** Users whose posts and comments are not shown to the viewer. */
  blocked: ReadonlySet<string>;
}

/** Returns the access of a viewer who may read the tribe; throws 404 without the tribe, else as `requireReadAccess`. */
export const getViewerAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> => {
  const [membership, blocked] = await loadMembership(directory, viewer, tribeId, requireReadAccess);
  return decideAccess(viewer, membership, blocked);
};

/**
 * Returns the access of a viewer who may publish, comment and react; throws 404 without the tribe, else as
 * `requireContributor`.
 */
export const getContributorAccess = async (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
): Promise<Access> => {
  const [membership, blocked] = await loadMembership(directory, viewer, tribeId, requireContributor);
  return decideAccess(viewer, membership, blocked);
};

/** Reads the access again after a slow upload, because the membership may have ended during the upload. */
export async function renewContributorAccess(
  directory: MembershipDirectory,
  viewer: Actor,
  { membership }: Access,
): Promise<Access> {
  const { id } = membership.tribe;
  await directory.getFreshMembership(userIdOf(viewer), id);
  return getContributorAccess(directory, viewer, id);
}

/** A refusal does not wait for the blocks: its duration must not reveal whether an invisible tribe exists. */
const loadMembership = (
  directory: MembershipDirectory,
  viewer: Actor,
  tribeId: number,
  require: (viewer: Actor, membership: Membership) => Membership,
) =>
  Promise.all([
    directory.getMembership(userIdOf(viewer), tribeId).then((membership) => require(viewer, membership)),
    directory.blockedIn(viewer, tribeId),
  ]);

export function decideAccess(viewer: Actor, membership: Membership, blocked: ReadonlySet<string>): Access {
  const moderates = mayModerate(viewer, membership);
  return { viewer, membership, moderates, maxLevel: maxReadableLevel(viewer, membership), blocked };
}

/** Whether the viewer may see the post; lists use the same conditions (`store/visible-posts.ts`). */
export const maySee = (access: Access, post: Hideable & { minLevelOrder: number }): boolean =>
  mayReadLevel(access.viewer, access.maxLevel, post) && isShownTo(access, post);

interface Hideable {
  authorId: string;
  hiddenCause: HiddenCause | null;
}

/**
 * Hidden content is shown to its author and moderators, removed content to nobody, and no content to viewers who are
 * blocked by or have blocked its author; lists use the same conditions (`store/shown.ts`, `store/post-viewers.ts`).
 */
export const isShownTo = (access: Access, { authorId, hiddenCause }: Hideable): boolean =>
  !access.blocked.has(authorId) &&
  (hiddenCause === null || (hiddenCause !== 'removed' && (access.moderates || isAuthor(access, { authorId }))));

/**
 * Throws when the author may not require this level of a post's viewers: 403 `level_above_own` for a member below it,
 * 400 `level_unknown` for a moderator when the tribe has no such level. Before the latter the tribe is loaded again,
 * because the level may have just been added.
 */
export async function requireAllowedLevel(
  directory: MembershipDirectory,
  { viewer, membership, moderates }: Access,
  minLevelOrder: number,
): Promise<void> {
  if (!moderates) {
    if (minLevelOrder > Math.max(1, membership.levelOrder)) throw errors.fail('level_above_own');
    return;
  }
  if (minLevelOrder <= highestLevel(membership)) return;
  const fresh = await directory.getFreshMembership(userIdOf(viewer), membership.tribe.id);
  if (minLevelOrder > highestLevel(fresh)) throw errors.fail('level_unknown');
}

/** An older version of tribes sends no number of levels: any level is allowed until it is replaced. */
const highestLevel = ({ tribe }: Pick<Membership, 'tribe'>): number => tribe.levelsCount || Number.POSITIVE_INFINITY;

/**
 * Records in tribes that a post will require a level, before the post is stored: from then on the number keeps its
 * level (docs/decisions/0028). Throws 400 `level_unknown` when the level was deleted meanwhile.
 */
export async function recordRequiredLevel(
  { tribes }: Pick<Deps, 'tribes'>,
  { membership }: Access,
  levelOrder: number,
): Promise<void> {
  // Level 1 is never moved.
  if (levelOrder <= 1) return;
  const call = tribes.recordRequiredLevel({ tribeId: membership.tribe.id, levelOrder });
  if (!(await unlessDeleted(call, undefined))) throw errors.fail('level_unknown');
}

interface Authored {
  authorId: string;
}

export const isAuthor = ({ viewer }: Access, { authorId }: Authored): boolean =>
  viewer.kind === 'user' && viewer.id === authorId;

const editWindowMs = editWindowHours * hourMs;

/**
 * Moderators at any time; the author within eight hours (specification 2, section 4), or while a moderator's decision
 * hides it until it is edited.
 */
export const mayEditPost = (access: Access, post: Hideable & { createdAt: Date }, now: Date): boolean =>
  access.moderates ||
  (mayContribute(access.viewer, access.membership) &&
    isAuthor(access, post) &&
    (post.hiddenCause === 'moderator' || now.getTime() - post.createdAt.getTime() <= editWindowMs));

/** Contributors, unless the comments are locked; moderators always. */
export const mayComment = (access: Access, { commentsLocked }: { commentsLocked: boolean }): boolean =>
  access.moderates || (mayContribute(access.viewer, access.membership) && !commentsLocked);

/** Moderators and the author. */
export const mayDeletePost = (access: Access, post: Authored): boolean => access.moderates || isAuthor(access, post);

/** Whether the viewer may see a picture in the media of the tribe; lists use the same conditions. */
export const isMediaShownTo = (access: Access, { uploaderId, hiddenCause }: StoredMedia): boolean =>
  isShownTo(access, { authorId: uploaderId, hiddenCause });

/** Moderators and the uploader. */
export const mayDeleteMedia = (access: Access, { uploaderId }: { uploaderId: string }): boolean =>
  access.moderates || isAuthor(access, { authorId: uploaderId });

/** The comment's author, the post's author and moderators (decisions.md 4). */
export const mayDeleteComment = (access: Access, post: Authored, comment: Authored): boolean =>
  access.moderates || isAuthor(access, comment) || isAuthor(access, post);
