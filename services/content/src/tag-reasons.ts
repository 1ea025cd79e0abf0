import { reasonTags, vibeTag } from '../limits.ts';
import type { RecentPost } from './store/discovery.ts';

/** A tag with what makes it a suggestion. */
interface RankedTag {
  tag: string;
  /** Authors of posts with it. */
  people: number;
  /** The days on which each of them wrote such posts, added up. */
  days: number;
  /** The tribe of the newest post with it. */
  tribeId: number;
  /** Followed tags of the same posts, the most frequent first. */
  withTags: string[];
  /** The newest post with it by a followed person. */
  usedBy: RecentPost | undefined;
}

interface TagRules {
  followedTags: ReadonlySet<string>;
  isExcluded: (tag: string) => boolean;
  isFollowed: (post: RecentPost) => boolean;
}

/**
 * Ranks the tags of posts, which are in order of age: first those of posts with followed tags, then those that followed
 * people use, then by the number of people who use them, of days on which these do, and the alphabet: the posts of one
 * person on a day count once. Without followed tags and the tag of all stories.
 */
export function rankTags(posts: readonly RecentPost[], rules: TagRules): RankedTag[] {
  const { followedTags, isExcluded, isFollowed } = rules;
  const pairs = posts.flatMap((post) => [...new Set(post.tags)].map((tag) => ({ tag, post })));
  const isOffered = (tag: string): boolean => tag !== vibeTag && !followedTags.has(tag) && !isExcluded(tag);
  return [...Map.groupBy(pairs, ({ tag }) => tag)]
    .filter(([tag]) => isOffered(tag))
    .map(([tag, uses]) => {
      const of = uses.map(({ post }) => post);
      const tribeId = of[0]?.tribeId ?? 0;
      const [withTags, usedBy] = [followedOf(of, followedTags), of.find(isFollowed)];
      return { tag, people: countPeople(of), days: countDays(of), tribeId, withTags, usedBy };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.people - a.people || b.days - a.days || (a.tag < b.tag ? -1 : 1));
}

const countPeople = (posts: readonly RecentPost[]): number => new Set(posts.map(({ authorId }) => authorId)).size;

/** The days of each author, added up. */
export const countDays = (posts: readonly RecentPost[]): number =>
  new Set(posts.map(({ authorId, day }) => `${day} ${authorId}`)).size;

function followedOf(posts: readonly RecentPost[], followedTags: ReadonlySet<string>): string[] {
  const found = posts.flatMap(({ tags }) => tags.filter((tag) => followedTags.has(tag)));
  return [...Map.groupBy(found, (tag) => tag)]
    .toSorted(([a, usesOfA], [b, usesOfB]) => usesOfB.length - usesOfA.length || (a < b ? -1 : 1))
    .map(([tag]) => tag)
    .slice(0, reasonTags);
}

function rankOf({ withTags, usedBy }: RankedTag): number {
  if (withTags.length > 0) return 0;
  return usedBy ? 1 : 2;
}
