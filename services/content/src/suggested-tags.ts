import { wordsIn } from '@tribus/community/muted-words.ts';
import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { SuggestedTags, TagReason } from '../api/discovery.ts';
import { sentTags } from '../limits.ts';
import type { Deps } from './deps.ts';
import { listRecentPosts } from './recent-posts.ts';
import type { RecentPost } from './store/discovery.ts';
import { rankTags } from './tag-reasons.ts';

/**
 * Returns tags of recent posts that the viewer may read and does not follow, those with the strongest reasons first
 * (docs/decisions/0044).
 */
export async function suggestTags(deps: Deps, viewer: Actor): Promise<SuggestedTags> {
  const { directory, identity } = deps;
  const [posts, follows, mutes, dismissed] = await Promise.all([
    listRecentPosts(deps, viewer),
    deps.follows.of(viewer.id),
    directory.mutesOf(viewer),
    identity.listDismissedSuggestions({ userId: viewer.id }),
  ]);
  const followed = await presentFollowed(deps, viewer, posts, follows.followedIds);
  const isMuted = (tag: string): boolean => mutes.words.some(wordsIn(tag));
  const ranked = rankTags(posts, {
    followedTags: new Set(follows.tags),
    isExcluded: (tag) => dismissed.tags.includes(tag) || isMuted(tag),
    isFollowed: (post) => followed(post) !== undefined,
  });
  const items = ranked.slice(0, sentTags).map(({ tag, tribeId, withTags, usedBy, people }) => {
    const user = usedBy && followed(usedBy);
    const reason: TagReason =
      withTags.length > 0
        ? { kind: 'withTags', tags: withTags }
        : user
          ? { kind: 'usedByFollowed', user }
          : { kind: 'popular', people };
    return { tag, tribeId, reason };
  });
  return { items };
}

/** Returns a function that presents the author of a post if the viewer follows them and sees their name there. */
async function presentFollowed(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  posts: readonly RecentPost[],
  followedIds: readonly string[],
): Promise<(post: RecentPost) => Person | undefined> {
  const filtered = new Set(await directory.namedByFilters(viewer));
  const wanted = new Set(followedIds.filter((id) => !filtered.has(id)));
  const byTribe = Map.groupBy(
    posts.filter(({ authorId }) => wanted.has(authorId)),
    ({ tribeId }) => tribeId,
  );
  const people = await directory.presentUsersAcross(
    viewer,
    new Map([...byTribe].map(([id, inTribe]) => [id, inTribe.map(({ authorId }) => authorId)])),
  );
  return ({ tribeId, authorId }) => {
    const person = people.get(tribeId)?.get(authorId);
    return person?.id === authorId ? person : undefined;
  };
}
