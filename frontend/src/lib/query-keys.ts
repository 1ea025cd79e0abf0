/**
 * Every query key, once, by noun. A key is a prefix of its dependents: invalidating `tribe.one(7)` reaches the members
 * of tribe 7, too; `all` reaches every query of its noun.
 */
export const queryKeys = {
  me: ['me'],
  security: {
    all: ['security'],
    state: ['security', 'state'],
    sessions: ['security', 'sessions'],
    passkeys: ['security', 'passkeys'],
    signIns: ['security', 'sign-ins'],
    dataExport: ['security', 'data-export'],
  },
  isOAuthUser: ['is-oauth-user'],
  site: ['site'],
  landing: { page: ['landing', 'page'], admin: ['landing', 'admin'] },
  ads: ['ads'],
  maintenance: ['maintenance'],
  ownSanctions: ['own-sanctions'],
  /** The session of this token, which is not stored on this device yet. */
  arrival: (token: string) => ['arrival', token],
  suspension: (notice: string) => ['suspension', notice],
  admin: {
    all: ['admin'],
    users: (page: number, q: string) => ['admin', 'users', page, q],
    user: (id: string) => ['admin', 'user', id],
    online: ['admin', 'online'],
    memberships: (id: string) => ['admin', 'memberships', id],
    sessions: (id: string) => ['admin', 'sessions', id],
    sanctions: (id: string) => ['admin', 'sanctions', id],
    appeals: ['admin', 'appeals'],
    /** The number of unanswered appeals. */
    waiting: ['admin', 'waiting'],
    audit: (filter: object) => ['admin', 'audit', filter],
  },
  cases: {
    all: ['cases'],
    lists: ['cases', 'list'],
    list: (tribeId: number | null, filter: object) => ['cases', 'list', tribeId, filter],
    one: (id: string) => ['cases', 'one', id],
    reports: (id: string) => ['cases', 'one', id, 'reports'],
    /** The number of undecided cases. */
    siteWaiting: ['cases', 'waiting'],
    waiting: (tribeId: number) => ['cases', 'waiting', tribeId],
    log: (tribeId: number) => ['cases', 'log', tribeId],
    own: (id: string) => ['cases', 'own', id],
  },
  insight: (tribeId: number | null, days: string) => ['insight', tribeId, days],
  postStats: (by: string, from: string | null, to: string | null) => ['post-stats', by, from, to],
  text: (language: string) => ['text', language],
  blog: { index: ['blog', 'index'], article: (slug: string) => ['blog', 'article', slug] },
  memberships: ['memberships'],
  tasks: ['tasks'],
  tribes: {
    all: ['tribes'],
    /** The results depend on the tribes of a person. */
    search: (type: string, q: string) => ['tribes', 'search', type, q],
    withLabel: (kind: string, value: string) => ['tribes', 'with-label', kind, value],
    directory: (q: string) => ['tribes', 'directory', q],
    quick: (q: string) => ['tribes', 'quick', q],
  },
  /** Suggestions, which stay while the person follows or joins them; and those that were dismissed on this device. */
  suggested: (what: 'tribes' | 'people' | 'tags' | 'dismissed') => ['suggested', what],
  tribe: {
    all: ['tribe'],
    one: (tribeId: number) => ['tribe', tribeId],
    /** Tribes whose name contains `q`. */
    members: (tribeId: number, q: string) => ['tribe', tribeId, 'members', q],
    allMembers: (tribeId: number) => ['tribe', tribeId, 'members'],
    bans: (tribeId: number) => ['tribe', tribeId, 'bans'],
    pendingMembers: (tribeId: number) => ['tribe', tribeId, 'pending-members'],
    /** The number of join requests, and the first applicants. */
    requestsWaiting: (tribeId: number) => ['tribe', tribeId, 'requests-waiting'],
  },
  invites: {
    preview: (code: string) => ['invites', 'preview', code],
    of: (tribeId: number) => ['invites', 'of', tribeId],
    uses: (inviteId: string) => ['invites', 'uses', inviteId],
  },
  levels: {
    all: ['levels'],
    /** All levels of a tribe and the submissions to them. */
    of: (tribeId: number) => ['levels', tribeId],
    config: (tribeId: number) => ['levels', tribeId, 'config'],
    progress: (tribeId: number) => ['levels', tribeId, 'progress'],
    pending: (tribeId: number) => ['levels', tribeId, 'pending'],
    decided: (tribeId: number) => ['levels', tribeId, 'decided'],
    /** The number of submissions to review. */
    waiting: (tribeId: number) => ['levels', tribeId, 'waiting'],
  },
  feed: {
    all: ['feed'],
    tribe: (tribeId: number) => ['feed', tribeId],
    hominini: ['feed', 'hominini'],
    home: ['feed', 'home'],
    labelled: (tribeId: number, kind: string, value: string) => ['feed', tribeId, kind, value],
    preview: (tribeId: number) => ['feed', tribeId, 'preview'],
    waiting: (tribeId: number) => ['feed', tribeId, 'waiting'],
    /** The first steps of the owner; the first post belongs to the feed. */
    ownerSteps: (tribeId: number) => ['feed', tribeId, 'owner-steps'],
    user: (userId: string, kinds: string, tribeId: number | null, limit: number) => [
      'feed',
      'user',
      userId,
      kinds,
      tribeId,
      limit,
    ],
  },
  /** The pictures that members uploaded for a tribe. */
  media: { all: ['media'], tribe: (tribeId: number) => ['media', tribeId] },
  /** A post on a page of its own. */
  post: {
    all: ['post'],
    one: (tribeId: number, postId: string) => ['post', tribeId, postId],
    /** The texts of a post before its edits. */
    versions: (postId: string) => ['post-versions', postId],
    /** The clips before and after it. */
    clipsAround: (tribeId: number, postId: string) => ['post', tribeId, postId, 'clips-around'],
    /** The deletion of a post by this device. */
    deletion: (postId: string) => ['post-deletion', postId],
  },
  comments: { all: ['comments'], of: (postId: string) => ['comments', postId] },
  /** Targets of optimistic updates. */
  reactions: {
    toPost: (postId: string) => ['reactions', 'post', postId],
    toComment: (commentId: string) => ['reactions', 'comment', commentId],
    toMessage: (messageId: string) => ['reactions', 'message', messageId],
  },
  /** Tags or places that begin with a text. */
  suggestions: (type: string, q: string) => ['suggestions', type, q],
  profile: (userId: string) => ['profile', userId],
  follow: (userId: string) => ['follow', userId],
  isFollowed: (userId: string) => ['is-followed', userId],
  /** Whether a person has vibes that the viewer may see. */
  hasVibes: (userId: string) => ['has-vibes', userId],
  /** The viewer's blocks and mutes. */
  safety: { all: ['safety'], blocks: ['safety', 'blocks'], mutes: ['safety', 'mutes'] },
  /** The people whom the viewer follows. */
  following: ['following'],
  /** Followed tags and places. */
  labels: { all: ['labels'], one: (kind: string, value: string) => ['labels', kind, value] },
  presence: {
    all: ['presence'],
    of: (userId: string) => ['presence', 'of', userId],
    /** Whether others see the viewer's presence. */
    mine: ['presence', 'mine'],
  },
  fellowMembers: {
    all: ['fellow-members'],
    of: (tribeId: number | null, q: string) => ['fellow-members', tribeId, q],
  },
  activity: ['activity'],
  points: {
    all: ['points'],
    levels: ['points', 'levels'],
    mine: ['points', 'mine'],
    byTribe: ['points', 'by-tribe'],
    ledger: (tribeId: number | null) => ['points', 'ledger', tribeId],
  },
  settings: {
    maintenance: ['settings', 'maintenance'],
    visitorView: (saved: object) => ['settings', 'visitor-view', saved],
    email: ['settings', 'email'],
    storage: ['settings', 'storage'],
    ads: ['settings', 'ads'],
  },
  contactMessages: {
    all: ['contact-messages'],
    list: (filter: object) => ['contact-messages', filter],
    one: (id: string) => ['contact-messages', 'one', id],
    waiting: ['contact-messages', 'waiting'],
  },
  vibes: {
    all: ['vibes'],
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
