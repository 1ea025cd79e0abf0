/** A conversation of two people in a tribe. */
export interface StoredConversation {
  /** `conversationOf` the two people. */
  _id: string;
  tribeId: number;
  people: string[];
  /** The people whose list contains it: both, until one account is deleted. */
  listedFor: string[];
  lastMessage: { fromUserId: string; content: string };
  lastAt: Date;
}

/** Returns the conversation's id, independent of the order of the two people. */
export const conversationOf = (tribeId: number, one: string, other: string): string =>
  [tribeId, ...[one, other].sort()].join(':');

/** Returns the other person of the conversation. */
export const otherThan = (userId: string, { people }: Pick<StoredConversation, 'people'>): string =>
  people.find((id) => id !== userId) ?? userId;
