import { reasonTags } from '../limits.ts';
import type { RecentPost } from './store/discovery.ts';
import { countDays } from './tag-reasons.ts';

/** The facts about a person that the viewer may see. */
export interface PersonFacts {
  userId: string;
  followsYou: boolean;
  /** Tribes of both, in which the viewer sees their name. */
  sharedTribes: readonly number[];
  /** Their recent posts in which the viewer sees their name, the newest first. */
  posts: readonly RecentPost[];
}

/** The reason to suggest a person; `tribeId` is the tribe in which they are presented, if any. */
export type ChosenReason =
  | { kind: 'followsYou'; tribeId: undefined }
  | { kind: 'sharedTribes'; tribeId: number; count: number }
  | { kind: 'writesAbout'; tribeId: number; tags: string[]; days: number }
  | { kind: 'writes'; tribeId: number; days: number };

interface RankedPerson {
  userId: string;
  reason: ChosenReason;
}

/**
 * Ranks people: followers, people of several tribes, authors of posts with followed tags, people of one tribe, other
 * authors. Among equal ones, those with more common tribes or days on which they wrote such posts, or any, come first,
 * then earlier ones: the number of posts on a day does not count. Omits people without a reason.
 */
export function rankPeople(people: readonly PersonFacts[], followedTags: ReadonlySet<string>): RankedPerson[] {
  return people
    .flatMap((facts) => {
      const reason = choose(facts, followedTags);
      return reason ? [{ userId: facts.userId, days: countDays(facts.posts), reason }] : [];
    })
    .toSorted(
      (a, b) => rankOf(a.reason) - rankOf(b.reason) || weightOf(b.reason) - weightOf(a.reason) || b.days - a.days,
    )
    .map(({ userId, reason }) => ({ userId, reason }));
}

function choose(
  { followsYou, sharedTribes, posts }: PersonFacts,
  followedTags: ReadonlySet<string>,
): ChosenReason | undefined {
  if (followsYou) return { kind: 'followsYou', tribeId: undefined };
  const [tribeId] = sharedTribes;
  const shared =
    tribeId === undefined ? undefined : ({ kind: 'sharedTribes', tribeId, count: sharedTribes.length } as const);
  if (shared && shared.count > 1) return shared;
  const about = posts.filter(({ tags }) => tags.some((tag) => followedTags.has(tag)));
  if (about[0]) {
    const tags = new Set(about.flatMap((post) => post.tags.filter((tag) => followedTags.has(tag))));
    const { tribeId } = about[0];
    return { kind: 'writesAbout', tribeId, tags: [...tags].slice(0, reasonTags), days: countDays(about) };
  }
  if (shared) return shared;
  const [newest] = posts;
  if (!newest) return undefined;
  const inTribe = posts.filter((post) => post.tribeId === newest.tribeId);
  return { kind: 'writes', tribeId: newest.tribeId, days: countDays(inTribe) };
}

function rankOf(reason: ChosenReason): number {
  switch (reason.kind) {
    case 'followsYou':
      return 0;
    case 'sharedTribes':
      return reason.count > 1 ? 1 : 3;
    case 'writesAbout':
      return 2;
    case 'writes':
      return 4;
    default:
      return reason satisfies never;
  }
}

function weightOf(reason: ChosenReason): number {
  switch (reason.kind) {
    case 'followsYou':
      return 1;
    case 'sharedTribes':
      return reason.count;
    case 'writesAbout':
      return reason.days;
    case 'writes':
      return reason.days;
    default:
      return reason satisfies never;
  }
}
