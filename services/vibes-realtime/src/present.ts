import type { Person } from '@tribus/community/person.ts';
import type { ReactionEvent } from '../api.ts';
import type { StoredReaction } from './store/reactions.ts';

/** Presents reactions with people as visible to the viewer; leaves out reactions of people absent from `people`. */
export const presentReactions = (
  vibeId: string,
  reactions: readonly StoredReaction[],
  people: ReadonlyMap<string, Person>,
): ReactionEvent[] =>
  reactions.flatMap(({ id, userId, emoji, ts }) => {
    const person = people.get(userId);
    return person ? [{ id, vibeId, userId: person.id, userName: person.name, emoji, ts }] : [];
  });
