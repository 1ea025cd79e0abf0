import type { Person } from '@tribus/community/person.ts';
import type { ReactionEvent } from '../api.ts';
import type { StoredReaction } from './store/reactions.ts';

/** Reactions to a vibe with people as the viewer may see them; those of people who are not among them are left out. */
export const presentReactions = (
  vibeId: string,
  reactions: readonly StoredReaction[],
  people: ReadonlyMap<string, Person>,
): ReactionEvent[] =>
  reactions.flatMap(({ id, userId, emoji, ts }) => {
    const person = people.get(userId);
    return person ? [{ id, vibeId, userId: person.id, userName: person.name, emoji, ts }] : [];
  });
