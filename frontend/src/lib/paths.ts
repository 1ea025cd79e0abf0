/** Every path of the app. The router's patterns are the builders called with the names of their parameters. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  authCallback: '/auth/callback',
  /** What a newcomer is shown once, perhaps at one of its steps. */
  welcome: (step?: string) => (step ? `/welcome?step=${step}` : '/welcome'),
  hominini: '/hominini',
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
  /** Whom one blocks, and what one mutes. */
  safety: '/tools/safety',
  memberships: '/tools/memberships',
  tribe: (id: number) => `/tools/tribes/${id}`,
  tribePart: (id: number, part: string) => `/tools/tribes/${id}/${part}`,
  tribePattern: '/tools/tribes/:id/:part?',
  tribePanels: (id: number) => `/tools/tribes/${id}?panels=1`,
  /** What an invitation opens. The code stands in the query, of which logs keep nothing. */
  invite: (code: string) => `/invite?code=${encodeURIComponent(code)}`,
  invitePattern: '/invite',
  post: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}`,
  editPost: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}&edit=true`,
  postPattern: '/post/:id',
  /** My points and the ledger; of one tribe when given. */
  points: '/tools/points',
  pointsIn: (tribeId: number) => `/tools/points?tribe=${tribeId}`,
  /** How one's account is protected. */
  account: '/tools/account',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  /** Somebody's profile, and the caller's own. */
  user: (userId: string) => `/u/${userId}`,
  profile: '/profile',
  editProfileModal: '/(modal)/edit-profile',
  admin: '/admin',
  audit: '/admin/audit',
  /** The cases of the site; one of them when given. */
  moderation: '/admin/moderation',
  /** The numbers of the whole site. */
  insight: '/admin/insight',
  /** What was decided about something of one's own. */
  decision: (caseId: string) => `/decisions/${caseId}`,
  contactMessages: '/admin/contact',
  adsSettings: '/tools/ads-settings',
  emailSettings: '/tools/email-settings',
  storageSettings: '/tools/storage-settings',
  maintenanceSettings: '/tools/maintenance-settings',
  landingManager: '/tools/landing-manager',
  vibes: (tribeId?: number, highlight?: string) => {
    const query = new URLSearchParams({
      ...(tribeId && { tribeId: String(tribeId) }),
      ...(highlight && { highlight }),
    });
    return query.size ? `/vibes-feed?${query}` : '/vibes-feed';
  },
  legacyVibes: '/vibes-feed/:tribeId',
  chat: (tribeId: number | ':tribeId') => `/inbox/${tribeId}`,
  conversation: (userId: string, tribeId: number) => `/dm/${userId}?tribeId=${tribeId}`,
  conversationPattern: '/dm/:userId',
  inboxModal: '/(modal)/inbox',
  activityModal: '/(modal)/activity',
} as const;
