/** Every path of the app. The router's patterns are the builders called with the names of their parameters. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  hominini: '/hominini',
  about: '/about',
  contact: '/contact',
  help: '/help',
  privacy: '/privacy-policy',
  cookies: '/cookies',
  terms: '/terms',
  tribes: '/tools/tribes',
  createTribe: '/tools/tribes/create',
  tribe: (id: number | ':id') => `/tools/tribes/${id}`,
  tribePanels: (id: number) => `/tools/tribes/${id}?panels=1`,
  post: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}`,
  editPost: (postId: string, tribeId: number) => `/post/${postId}?tribe=${tribeId}&edit=true`,
  postPattern: '/post/:id',
  /** My points and the ledger; of one tribe when given. */
  points: '/tools/points',
  pointsIn: (tribeId: number) => `/tools/points?tribe=${tribeId}`,
  contactMessages: '/tools/contact-messages',
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
