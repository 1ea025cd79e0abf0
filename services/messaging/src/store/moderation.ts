/** The last decision about a message; ids of decisions increase over time. */
export interface Moderation {
  decisionId: string;
  removed: boolean;
}

/** Matches messages not removed by a decision. */
export const isShown = { 'moderation.removed': { $ne: true } } as const;

/** Matches the message unless a newer decision is stored: events may be redelivered or late. */
export const notDecidedSince = (id: string, { decisionId }: Moderation) => ({
  _id: id,
  $or: [{ moderation: { $exists: false } }, { 'moderation.decisionId': { $lt: decisionId } }],
});
