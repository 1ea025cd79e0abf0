import { mayRead } from '@tribus/community/access.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type { UserPost } from '../api.ts';
import { type Access, decideAccess, maySee } from './access.ts';
import type { Deps } from './deps.ts';
import { presentPostOf } from './present.ts';
import { inTribe } from './store/post-viewers.ts';
import type { StoredPost } from './store/posts.ts';
import type { SearchRange } from './store/search-matches.ts';
import type { ReadableTribe } from './store/visible-posts.ts';

/** The posts of several tribes that a viewer may see. */

interface ViewerRange {
  range: SearchRange;
  /** The tribes of which the viewer is an active member. */
  own: readonly ReadableTribe[];
  mutedWords: readonly string[];
}

/** The tribes that the viewer may read, with their rights there, and their blocks and mutes. */
export async function findRange({ directory, tribes }: Deps, viewer: Actor): Promise<ViewerRange> {
  const { memberships: own } = await tribes.listMemberships({ userId: viewer.id, statuses: ['active'] });
  const ownIds = new Set(own.flatMap(({ tribe }) => tribe?.id ?? []));
  const ids = [homininiId, ...ownIds];
  const accesses = [...(await accessByTribe(directory, viewer, ids))];
  const [mutes, mutedUsers] = await Promise.all([directory.mutesOf(viewer), directory.mutedAcross(viewer, ids)]);
  const leftOut = accesses.flatMap(([id, { blocked }]) => [
    ...inTribe(id, blocked),
    ...inTribe(id, mutedUsers.get(id) ?? new Set()),
  ]);
  const readable = accesses.map(([id, { maxLevel, moderates }]) => ({ id, maxLevel, moderates }));
  const range = { viewerId: viewer.id, tribes: isAdmin(viewer) ? ('all' as const) : readable, leftOut };
  const inOwn = readable.filter(({ id }) => ownIds.has(id));
  return { range: { ...range, mutedTags: mutes.tags }, own: inOwn, mutedWords: mutes.words };
}

/** Returns the viewer's access, by tribe; tribes that they may not read are absent. */
async function accessByTribe(
  directory: Deps['directory'],
  viewer: Actor,
  tribeIds: Iterable<number>,
): Promise<Map<number, Access>> {
  const ids = new Set(tribeIds);
  const [memberships, blocked] = await Promise.all([
    directory.getMembershipsOf(viewer.id, ids),
    directory.blockedAcross(viewer, ids),
  ]);
  const readable = [...memberships].filter(([, membership]) => mayRead(viewer, membership));
  return new Map(
    readable.map(([id, membership]) => [id, decideAccess(viewer, membership, blocked.get(id) ?? new Set())]),
  );
}

/** Presents posts of several tribes, with their tribes; without those that the viewer may no longer see. */
export async function presentAcross(deps: Deps, viewer: Actor, posts: readonly StoredPost[]): Promise<UserPost[]> {
  const byTribe = Map.groupBy(posts, ({ tribeId }) => tribeId);
  const [accesses, authors] = await Promise.all([
    accessByTribe(deps.directory, viewer, byTribe.keys()),
    deps.directory.presentUsersAcross(
      viewer,
      new Map([...byTribe].map(([id, inTribe]) => [id, inTribe.map(({ authorId }) => authorId)])),
    ),
  ]);
  return posts.flatMap((post) => {
    const access = accesses.get(post.tribeId);
    const author = authors.get(post.tribeId)?.get(post.authorId);
    // The post may have changed since it was read.
    if (!access || !author || !maySee(access, post)) return [];
    const { id, name } = access.membership.tribe;
    return [{ ...presentPostOf(deps, access, post, author), tribe: { id, name } }];
  });
}
