import type { Person } from '@tribus/community/person.ts';
import type { TribeReason } from '../api/discovery.ts';
import { suggestionTags } from '../limits.ts';
import type { StoredTribe } from './store/tribes.ts';

/** A tribe of the viewer, whose tags a suggestion may share. */
export type OwnTribe = Pick<StoredTribe, 'id' | 'name' | 'tags'>;

interface Facts {
  found: { tribe: Pick<StoredTribe, 'tags' | 'membersCount'> };
  leader: Person | undefined;
  joins: number;
}

interface Interests {
  followedTags: readonly string[];
  ownTribes: readonly OwnTribe[];
}

/** Returns the strongest reason to suggest a tribe. */
export function chooseTribeReason(
  { found: { tribe }, leader, joins }: Facts,
  { followedTags, ownTribes }: Interests,
): TribeReason {
  if (leader) return { kind: 'ledByFollowed', user: leader };
  const followed = sharedTags(tribe.tags, followedTags);
  if (followed.length > 0) return { kind: 'tagsYouFollow', tags: followed };
  const [like] = ownTribes
    .map(({ id, name, tags }) => ({ tribe: { id, name }, tags: sharedTags(tribe.tags, tags) }))
    .toSorted((a, b) => b.tags.length - a.tags.length);
  if (like && like.tags.length > 0) return { kind: 'likeYourTribe', ...like };
  if (joins > 0) return { kind: 'newMembers', count: joins };
  return { kind: 'members', count: tribe.membersCount };
}

const sharedTags = (tags: readonly string[], wanted: readonly string[]): string[] =>
  tags.filter((tag) => wanted.includes(tag)).slice(0, suggestionTags);

const order: readonly TribeReason['kind'][] = [
  'ledByFollowed',
  'tagsYouFollow',
  'likeYourTribe',
  'newMembers',
  'members',
];

/** Compares by kind, then by how much of it there is. */
export const compareReasons = (a: TribeReason, b: TribeReason): number =>
  order.indexOf(a.kind) - order.indexOf(b.kind) || weightOf(b) - weightOf(a);

function weightOf(reason: TribeReason): number {
  switch (reason.kind) {
    case 'ledByFollowed':
      return 1;
    case 'tagsYouFollow':
    case 'likeYourTribe':
      return reason.tags.length;
    case 'newMembers':
    case 'members':
      return reason.count;
    default:
      return reason satisfies never;
  }
}
