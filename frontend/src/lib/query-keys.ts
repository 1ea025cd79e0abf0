/**
 * Every query key, once, by noun. A key begins the keys of what belongs to it: invalidating `tribe.one(7)` reaches the
 * members of tribe 7, too; `all` reaches every query of its noun.
 */
export const queryKeys = {
  me: ['me'],
  site: ['site'],
  maintenance: ['maintenance'],
  text: (language: string) => ['text', language],
  memberships: ['memberships'],
  tribes: {
    all: ['tribes'],
    directory: (q: string) => ['tribes', 'directory', q],
    quick: (q: string) => ['tribes', 'quick', q],
  },
  tribe: {
    one: (tribeId: number) => ['tribe', tribeId],
    members: (tribeId: number) => ['tribe', tribeId, 'members'],
    pendingMembers: (tribeId: number) => ['tribe', tribeId, 'pending-members'],
  },
  feed: {
    all: ['feed'],
    tribe: (tribeId: number) => ['feed', tribeId],
    hominini: ['feed', 'hominini'],
  },
  post: (tribeId: number, postId: string) => ['post', tribeId, postId],
  comments: (postId: string) => ['comments', postId],
  /** Targets of optimistic updates. */
  reactions: {
    toPost: (postId: string) => ['reactions', 'post', postId],
    toComment: (commentId: string) => ['reactions', 'comment', commentId],
    toMessage: (messageId: string) => ['reactions', 'message', messageId],
  },
  follow: (userId: string) => ['follow', userId],
  activity: ['activity'],
  points: {
    all: ['points'],
    mine: ['points', 'mine'],
    byTribe: ['points', 'by-tribe'],
    ledger: (tribeId: number | null) => ['points', 'ledger', tribeId],
  },
  contactMessages: { all: ['contact-messages'], list: (filter: object) => ['contact-messages', filter] },
  vibes: {
    tribe: (tribeId: number) => ['vibes', tribeId],
    reactionCount: (vibeId: string) => ['vibes', 'reaction-count', vibeId],
  },
  chat: { all: ['chat'], tribe: (tribeId: number) => ['chat', tribeId] },
  /** Messages being sent to a tribe's chat; on this device only. */
  chatOutbox: (tribeId: number) => ['chat-outbox', tribeId],
  conversation: { all: ['conversation'], with: (userId: string, tribeId: number) => ['conversation', userId, tribeId] },
  conversations: ['conversations'],
  notifications: { all: ['notifications'], list: ['notifications', 'list'], count: ['notifications', 'count'] },
} as const;
