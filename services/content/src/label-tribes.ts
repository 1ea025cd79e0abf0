import type { Actor } from '@tribus/kit/core/actor.ts';
import type { LabelTribes, LabelTribesQuery } from '../api/label-tribes.ts';
import { labelPostsMax } from '../limits.ts';
import { normaliseTag, placeSlugOf } from '../tags.ts';
import type { Deps } from './deps.ts';
import { findRange } from './readable-posts.ts';
import type { LabelledPost } from './store/search.ts';
import { containsAnyOf } from './unmuted-posts.ts';

/**
 * The viewer's tribes in which they see posts with a tag or of a place, and the numbers of these posts and of their
 * authors; none for neither.
 */
export async function findLabelTribes(deps: Deps, viewer: Actor, query: LabelTribesQuery): Promise<LabelTribes> {
  const [tag, place] = [normaliseTag(query.tag), placeSlugOf(query.place)];
  if (tag === '' && place === '') return { tribeIds: [], posts: 0, people: 0, hasMore: false };
  const { range, own, mutedWords } = await findRange(deps, viewer);
  // As in the feed of a tribe, where a muted tag can be asked for.
  const shown = { ...range, tribes: own, mutedTags: range.mutedTags.filter((muted) => muted !== tag) };
  const found = await deps.store.search.listLabelled(
    shown,
    { tag, place },
    { max: labelPostsMax + 1, withContent: mutedWords.length > 0 },
  );
  const isMuted = containsAnyOf(mutedWords, viewer.id);
  const posts = found.filter((post) => !isMuted(post)).slice(0, labelPostsMax);
  const byTribe = Map.groupBy(posts, ({ tribeId }) => tribeId);
  return {
    // Of those with equally many the one with the newest post, which the order of the groups is.
    tribeIds: [...byTribe].toSorted(([, a], [, b]) => b.length - a.length).map(([tribeId]) => tribeId),
    posts: posts.length,
    people: await countAuthors(deps, viewer, byTribe),
    hasMore: found.length > labelPostsMax || found[0]?.isCut === true,
  };
}

/** Those whose names the viewer sees: one who is hidden in two tribes would be counted as one person. */
async function countAuthors(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  byTribe: ReadonlyMap<number, readonly LabelledPost[]>,
): Promise<number> {
  const authorsOf = new Map([...byTribe].map(([id, posts]) => [id, posts.map(({ authorId }) => authorId)]));
  const people = await directory.presentUsersAcross(viewer, authorsOf);
  const named = [...people.values()].flatMap((inTribe) =>
    [...inTribe].flatMap(([id, person]) => (person.id === id ? [id] : [])),
  );
  return new Set(named).size;
}
