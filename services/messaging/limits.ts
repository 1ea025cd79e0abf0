/** Decisions, section 5. */
export const messageMax = 2_000;
export const messagesPageSize = 50;
const hourMs = 60 * 60 * 1000;
/** What one person can make others be told of; what is beyond it happens, and is not told. */
export const noticeBudgets = {
  /** Of one follower to one person, and to all. */
  followOfPair: { most: 1, windowMs: 24 * hourMs },
  follows: { most: 60, windowMs: hourMs },
  /** Of one person to those who look after one tribe: how often it is pushed. A request that waits is always listed. */
  joinRequests: { most: 5, windowMs: hourMs },
  /** Of one author to their followers. */
  posts: { most: 20, windowMs: hourMs },
} as const;
/** Specification 1 and 2, section 9. */
export const notificationPollMs = 20_000;
export const chatPollMs = 5_000;
export const joinResultMs = 6_000;
export const reactionTypes = ['like', 'dislike'] as const;
export const notificationTypes = [
  'join_request',
  'message',
  'join_request_result',
  'level_up_result',
  'follow_post',
  'follow',
] as const;
