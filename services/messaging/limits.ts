/** Decisions, section 5. */
export const messageMax = 2_000;
export const messagesPageSize = 50;
const hourMs = 60 * 60 * 1000;
/** How many notifications one person can cause; what is beyond happens without one. */
export const notificationBudgets = {
  /** Of one follower at one person, and at all. */
  followOfPair: { most: 1, windowMs: 24 * hourMs },
  follows: { most: 60, windowMs: hourMs },
  /** Of one person at the moderators of one tribe: how often it is pushed. A pending request is always listed. */
  joinRequests: { most: 5, windowMs: hourMs },
  /** Of one author at their followers. */
  posts: { most: 20, windowMs: hourMs },
} as const;
/** Specification 1 and 2, section 9. */
export const notificationPollMs = 20_000;
export const chatPollMs = 5_000;
export const joinResultMs = 6_000;
