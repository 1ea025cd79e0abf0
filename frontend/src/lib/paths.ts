/** Every path of the app. The router's patterns are the builders called with the names of their parameters. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  authCallback: '/auth/callback',
  /** The welcome of a newcomer, optionally at one of its steps. */
  welcome: (step?: string) => (step ? `/welcome?step=${step}` : '/welcome'),
  hominini: '/hominini',
  blog: '/blog',
  /** The articles of one category. */
  blogCategory: (category: string) => `/blog?category=${category}`,
  blogPost: (slug: string) => `/blog/${slug}`,
  about: '/about',
  contact: '/contact',
  help: '/help',
  privacy: '/privacy-policy',
  cookies: '/cookies',
  terms: '/terms',
  dataDeletion: '/data-deletion',
  tools: '/tools',
  tasks: '/tools/tasks',
  tribes: '/tools/tribes',
  createTribe: '/tools/tribes/create',
  members: '/tools/members',
  following: '/tools/following',
  /** The viewer's blocks and mutes. */
  safety: '/tools/safety',
  memberships: '/tools/memberships',
  /** The viewer's own posts. */
  myPosts: '/tools/my-posts',
  tribe: (id: number) => `/tools/tribes/${id}`,
  tribePart: (id: number, part: string) => `/tools/tribes/${id}/${part}`,
  /** The editor of a tribe's levels and challenges. */
  editLevels: (id: number) => `/tools/tribes/${id}/levels?view=edit`,
  tribePattern: '/tools/tribes/:id/:part?',
  /** Redirects to the tribe. */
  shortTribe: '/tribe/:id',
  tribePanels: (id: number) => `/tools/tribes/${id}?panels=1`,
  /** The page of an invitation. The code is in the query, which logs omit. */
  invite: (code: string) => `/invite?code=${encodeURIComponent(code)}`,
  invitePattern: '/invite',
  explore: '/explore',
  /** One kind of results of the search. */
  search: (type: string) => `/explore/search/${type}`,
  post: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}`,
  /** The posts with a tag or of a place, by its slug, in one of the viewer's tribes. */
  tag: (tag: string) => `/tag/${encodeURIComponent(tag)}`,
  place: (slug: string) => `/place/${encodeURIComponent(slug)}`,
  editPost: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}&edit=true`,
  postPattern: '/post/:id',
  /** The viewer of a clip. */
  clip: (postId: string, tribeId: number) => `/clip/${postId}?tribe=${tribeId}`,
  clipPattern: '/clip/:id',
  /** Redirects to the viewer. */
  reelPattern: '/reel/:id',
  /** My points and the ledger; optionally of one tribe. */
  points: '/tools/points',
  pointsIn: (tribeId: number) => `/tools/points?tribe=${tribeId}`,
  /** Settings that protect the account. */
  account: '/tools/account',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  /** The profile of another person, and the viewer's own. */
  user: (userId: string) => `/u/${userId}`,
  userVibes: (userId: string) => `/u/${userId}?tab=vibes`,
  profile: '/profile',
  editProfileModal: '/(modal)/edit-profile',
  admin: '/admin',
  audit: '/admin/audit',
  /** The cases of the site; optionally one of them. */
  moderation: '/admin/moderation',
  /** The statistics of the site. */
  insight: '/admin/insight',
  /** The numbers of posts. */
  postStats: '/tools/post-stats',
  /** A decision about an object of the viewer. */
  decision: (caseId: string) => `/decisions/${caseId}`,
  contactMessages: '/admin/contact',
  adsSettings: '/tools/ads-settings',
  emailSettings: '/tools/email-settings',
  storageSettings: '/tools/storage-settings',
  maintenanceSettings: '/tools/maintenance-settings',
  landingManager: '/tools/landing-manager',
  vibes: (tribeId?: number) => `/vibes-feed${tribeId ? `?tribeId=${tribeId}` : ''}`,
  legacyVibes: '/vibes-feed/:tribeId',
  chat: (tribeId: number | ':tribeId') => `/inbox/${tribeId}`,
  conversation: (userId: string, tribeId: number) => `/dm/${userId}?tribeId=${tribeId}`,
  conversationPattern: '/dm/:userId',
  /** The create flow; with a tribe, of a vibe or post in it. */
  createModal: (tribeId?: number, type = 'story') =>
    tribeId ? `/(modal)/create?type=${type}&tribe=${tribeId}` : '/(modal)/create',
  inboxModal: '/(modal)/inbox',
  activityModal: '/(modal)/activity',
} as const;
