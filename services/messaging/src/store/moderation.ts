/** What was decided last about a message; the ids of decisions rise with time. */
export interface Moderation {
  decisionId: string;
  removed: boolean;
}

/** The filter for what is shown: not for what a decision removed. */
export const isShown = { 'moderation.removed': { $ne: true } } as const;

/** The filter for a message about which nothing newer was decided: events may come twice, and late. */
export const notDecidedSince = (id: string, { decisionId }: Moderation) => ({
  _id: id,
  $or: [{ moderation: { $exists: false } }, { 'moderation.decisionId': { $lt: decisionId } }],
});
