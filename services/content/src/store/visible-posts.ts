import { type RawBuilder, sql } from 'kysely';
import { isByAnyOf, isMuted, type MutedPosts, type PostViewer, type UserInTribe } from './post-viewers.ts';
import { isShown } from './shown.ts';

/** Conditions of the posts that a viewer may see; `maySee` (access.ts) decides about a single post. */

/** The rights of a viewer in a tribe. */
export interface PostRights {
  /** Posts up to this level, and the viewer's own. */
  maxLevel: number;
  /** Whether the viewer sees hidden posts. */
  moderates: boolean;
}

/** A tribe with the viewer's rights in it. */
export interface ReadableTribe extends PostRights {
  id: number;
}

/** The posts of tribes that a viewer may see. */
export interface TribesRange {
  viewerId: string;
  tribes: readonly ReadableTribe[];
  /** Authors whose posts are left out. */
  leftOut: readonly UserInTribe[];
  mutedTags: readonly string[];
}

/** The rights of the viewer, or expressions of them for the tribe of each post. */
type RightsOfPost = { [K in keyof PostRights]: PostRights[K] | RawBuilder<unknown> };

export const isOwn = ({ viewerId }: Pick<PostViewer, 'viewerId'>) => sql`posts.author_id = ${viewerId}`;

/** Whether the viewer may see one of the `posts`, which is in a tribe that they may read. */
export const isVisible = (viewer: PostViewer, { maxLevel, moderates }: RightsOfPost) => sql<boolean>`
  ((posts.min_level_order <= ${maxLevel} or ${isOwn(viewer)})
    and ${isShown('posts', { viewerId: viewer.viewerId, moderates })}
    and not ${isByAnyOf(viewer.blocked)})`;

/** As `isVisible`, and the viewer has not muted it; nobody mutes their own posts. */
export const isListed = (viewer: PostViewer, muted: MutedPosts, rights: RightsOfPost) => sql<boolean>`
  (${isVisible(viewer, rights)} and (${isOwn(viewer)} or not ${isMuted(muted)}))`;

/** As `isListed`, for several tribes. */
export const isListedIn = ({ viewerId, leftOut, mutedTags }: Omit<TribesRange, 'tribes'>, rights: RightsOfPost) =>
  isListed({ viewerId, blocked: leftOut }, { authors: [], tags: mutedTags }, rights);

/** The tribes with the viewer's rights, as a table `readable`. */
export const readableTribes = (tribes: readonly ReadableTribe[]) => sql`
  unnest(
    ${tribes.map(({ id }) => id)}::integer[], ${tribes.map(({ maxLevel }) => maxLevel)}::integer[],
    ${tribes.map(({ moderates }) => moderates)}::boolean[]) as readable (tribe_id, max_level, moderates)`;

/** The rights in the tribe `readable` of a post. */
export const readableRights: RightsOfPost = { maxLevel: sql`readable.max_level`, moderates: sql`readable.moderates` };
