/** Decisions, section 5. */
export const messageMax = 2_000;
export const messagesPageSize = 50;
/** So many messages before and after one that is reported are kept with it, for those who decide. */
export const reportedAround = 5;
/** What may lie between two messages of one member in a tribe's chat, in seconds; 0: nothing. */
export const slowModes = [0, 10, 30, 60, 300] as const;
const hourMs = 60 * 60 * 1000;
/** How many notifications one person can cause; what is beyond happens without one. */
export const notificationBudgets = {
  /** Of one follower at one person, and at all. */
  followOfPair: { most: 1, windowMs: 24 * hourMs },
  follows: { most: 60, windowMs: hourMs },
  /** Of one person at the moderators of one tribe: how often it is pushed. A pending request is always listed. */
  joinRequests: { most: 5, windowMs: hourMs },
  /** Of submissions in one tribe: how often it is pushed to its moderators that some wait. */
  submissions: { most: 10, windowMs: hourMs },
  /** The same of cases. */
  cases: { most: 10, windowMs: hourMs },
  /** Of one tribe at one person, of each kind of change of their membership: how often it is pushed. */
  memberships: { most: 3, windowMs: hourMs },
  /** Of one author at their followers. */
  posts: { most: 20, windowMs: hourMs },
} as const;
/** Specification 1 and 2, section 9. */
export const notificationPollMs = 20_000;
export const chatPollMs = 5_000;
export const joinResultMs = 6_000;
