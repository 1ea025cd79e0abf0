/** Characters of a message (decisions.md 5). */
export const messageMax = 2_000;
export const messagesPageSize = 50;
/** Unread messages are counted up to this number. */
export const maxUnreadCounted = 1_000;
/** Messages stored before and after a reported one, for its review. */
export const reportedAround = 5;
/** Minimum seconds between two messages of a member in a tribe's chat; 0 for no slow mode. */
export const slowModes = [0, 10, 30, 60, 300] as const;
const hourMs = 60 * 60 * 1000;
/** Notifications that one person can cause per window; beyond the limit none is raised or pushed. */
export const notificationBudgets = {
  /** One follower to one person, and one follower in total. */
  followOfPair: { max: 1, windowMs: 24 * hourMs },
  follows: { max: 60, windowMs: hourMs },
  /** Pushes for one person's requests to the moderators of one tribe. A pending request is always listed. */
  joinRequests: { max: 5, windowMs: hourMs },
  /** Pushes to the moderators of one tribe about pending submissions. */
  submissions: { max: 10, windowMs: hourMs },
  /** Pushes to the moderators of one tribe, or to site admins, about pending cases. */
  cases: { max: 10, windowMs: hourMs },
  /** Pushes from one tribe to one person, per kind of change of membership. */
  memberships: { max: 3, windowMs: hourMs },
  /** One author to their followers. */
  posts: { max: 20, windowMs: hourMs },
} as const;
/** Specification 1 and 2, section 9. */
export const notificationPollMs = 20_000;
export const chatPollMs = 5_000;
export const joinResultMs = 6_000;
