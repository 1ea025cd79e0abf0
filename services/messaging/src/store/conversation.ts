/** What two people write to each other in a tribe. */
export interface StoredConversation {
  /** `conversationOf` the two. */
  _id: string;
  tribeId: number;
  people: string[];
  /** Those of the two in whose list it stands: both, until one's account is deleted. */
  listedFor: string[];
  lastMessage: { fromUserId: string; content: string };
  lastAt: Date;
}

/** The conversation's id, the same for both. */
export const conversationOf = (tribeId: number, one: string, other: string): string =>
  [tribeId, ...[one, other].sort()].join(':');

/** The one of the two who is not `userId`. */
export const otherThan = (userId: string, { people }: Pick<StoredConversation, 'people'>): string =>
  people.find((id) => id !== userId) ?? userId;
