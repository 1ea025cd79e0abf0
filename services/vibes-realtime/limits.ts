/** First and second tap (specification 2, section 4, Tap counting). */
export const sparkle = '✨';
export const heart = '❤️';
export const doubleTapMs = 260;
/** Specification 2, sections 5, 7 and 9. */
export const reactionsShownMax = 200;
export const countPollMs = 10_000;
export const reactionPollMs = 5_500;
export const optimisticMatchMs = 450;
/** Validity of a ticket for opening a stream (decisions.md 5). */
export const ticketSeconds = 60;
/** Unused tickets of one person; a further one evicts the oldest. Equals the streams per person. */
export const ticketsPerUser = 12;
/** Architecture, section 5, a live stream. */
export const heartbeatSeconds = 20;
