/** Decisions, section 5. */
export const messageMax = 2_000;
export const messagesPageSize = 50;
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
