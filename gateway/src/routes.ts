/** Services with a public API, each at its `<SERVICE>_HTTP`. */
export const services = [
  'identity',
  'tribes',
  'content',
  'vibes-realtime',
  'messaging',
  'gamification',
  'agents',
  'media',
] as const;
export type ServiceName = (typeof services)[number];

/**
 * Maps paths below `/api` to services. The longest match wins; `:x` matches one segment, and a literal segment takes
 * precedence.
 */
const table: Readonly<Record<string, ServiceName>> = {
  auth: 'identity',
  oauth: 'identity',
  'user/heartbeat': 'identity',
  'user/presence': 'identity',
  'admin/online-count': 'identity',
  tasks: 'identity',
  maintenance: 'identity',
  'public/site': 'identity',
  'admin/maintenance-config': 'identity',
  'admin/email-settings': 'identity',
  'admin/ads-config': 'identity',
  contact: 'identity',
  'admin/contact-messages': 'identity',
  'admin/users': 'identity',
  'admin/sanctions': 'identity',
  'admin/appeals': 'identity',
  'admin/audit': 'identity',
  'admin/audit.csv': 'identity',
  tribes: 'tribes',
  invites: 'tribes',
  'discover/tribes': 'tribes',
  'admin/users/:id/memberships': 'tribes',
  'tribes/@me/activity': 'content',
  'tribes/:id/posts': 'content',
  'tribes/:id/media': 'content',
  'tribes/:id/reports': 'content',
  'tribes/:id/insight': 'content',
  reports: 'content',
  'admin/reports': 'content',
  'admin/insight': 'content',
  'admin/post-stats': 'content',
  'public/hominini': 'content',
  'public/landing-content': 'content',
  'public/landing-page': 'content',
  'admin/landing-content': 'content',
  'user/posts': 'content',
  search: 'content',
  'home/feed': 'content',
  'discover/people': 'content',
  'discover/tags': 'content',
  'tribes/:id/chat': 'messaging',
  messages: 'messaging',
  notifications: 'messaging',
  vibes: 'vibes-realtime',
  stream: 'vibes-realtime',
  gamification: 'gamification',
  'admin/agents': 'agents',
  'proxy-media': 'media',
  uploads: 'media',
  'admin/storage-settings': 'media',
};

/** An entry of the table. */
export interface RouteEntry {
  service: ServiceName;
  /** The entry's path, for logs and metrics. */
  pattern: string;
}

interface Node {
  words: Map<string, Node>;
  any: Node | undefined;
  entry: RouteEntry | undefined;
}

const newNode = (): Node => ({ words: new Map(), any: undefined, entry: undefined });

function buildTrie(): Node {
  const root = newNode();
  for (const [path, service] of Object.entries(table)) {
    let node = root;
    for (const word of path.split('/')) node = child(node, word);
    node.entry = { service, pattern: `/api/${path}` };
  }
  return root;
}

function child(node: Node, word: string): Node {
  if (word.startsWith(':')) {
    node.any ??= newNode();
    return node.any;
  }
  const known = node.words.get(word) ?? newNode();
  node.words.set(word, known);
  return known;
}

const root = buildTrie();

/** Returns the entry for a normalised path below `/api/`; undefined without one. */
export function findRoute(path: string): RouteEntry | undefined {
  return path.startsWith('/api/') ? longest(root, path.split('/'), 2) : undefined;
}

function longest(node: Node, words: readonly string[], at: number): RouteEntry | undefined {
  const word = words[at];
  if (word === undefined) return node.entry;
  const named = node.words.get(word);
  return (named && longest(named, words, at + 1)) ?? (node.any && longest(node.any, words, at + 1)) ?? node.entry;
}

/** These routes ignore tokens, so that they work after a session has ended. */
const withoutSession =
  /^\/api\/(?:auth\/(?:login(?:\/[\w/-]+)?|register|forgot-password|reset-password|verify-email\/disown|appeals|suspension)|oauth\/google(?:\/callback)?|health|openapi\.json|docs(?:\/.*)?)$/;

export const ignoresSession = (path: string): boolean => withoutSession.test(path);

/** Actions with a limit of their own per address. */
export type LimitedAction = 'register' | 'contact' | 'mail' | 'invite';

const limitedActions: ReadonlyMap<string, LimitedAction> = new Map([
  ['POST /api/auth/register', 'register'],
  ['POST /api/contact', 'contact'],
  ['POST /api/auth/forgot-password', 'mail'],
  ['POST /api/auth/verify-email/resend', 'mail'],
  ['PUT /api/auth/me/email', 'mail'],
  ['GET /api/invites', 'invite'],
  ['POST /api/invites/join', 'invite'],
]);

/** HEAD counts as GET, because services run the GET handler for it. */
export const limitedAction = (method: string, path: string): LimitedAction | undefined =>
  limitedActions.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);

const stream = /^\/api\/(?:stream|vibes\/[^/]+\/stream)$/;

/**
 * Whether the request opens an event stream. EventSource cannot send headers, so streams accept the session token in
 * the query, too.
 */
export const isEventStream = (method: string, path: string): boolean => method === 'GET' && stream.test(path);

/** GET routes that create or consume a single-use token. */
const withEffect = /^\/api\/(?:oauth\/google(?:\/callback)?|auth\/(?:verify-email|suspension))$/;

/**
 * Whether the path has no HEAD. The service would run the GET handler: on a stream it would respond without an end,
 * elsewhere a link scanner would consume a token.
 */
export const hasNoHead = (path: string): boolean => stream.test(path) || withEffect.test(path);

/** Whether the path is an upload that is continued by PATCH; no other route has that method. */
export const isUpload = (path: string): boolean => /^\/api\/uploads\/[^/]+$/.test(path);

/** Routes needed to see the maintenance notice, and for an admin to end maintenance (decisions.md 2). */
const open = /^\/api\/(?:auth|oauth|maintenance|public\/site|health|openapi\.json|docs)(?:\/|$)/;

export const worksInMaintenance = (method: string, path: string, search: string): boolean =>
  open.test(path) ||
  (readable.includes(path) && (method === 'GET' || method === 'HEAD')) ||
  hasTicket(method, path, search);

/** Picture requests carry no session, not even those of admins; non-public pictures have a signature. */
const readable: readonly string[] = ['/api/admin/maintenance-config', '/api/proxy-media'];

/**
 * Only the issuing service can resolve a ticket. During maintenance only admins are issued one, and without this
 * exception their stream would be refused as a visitor's.
 */
const hasTicket = (method: string, path: string, search: string): boolean =>
  isEventStream(method, path) && new URLSearchParams(search).has('ticket');

/** Requests allowed before accepting the terms: accepting them and logging out. */
export const worksWithoutTerms = (method: string, path: string): boolean =>
  method === 'POST' && (path === '/api/auth/accept-terms' || path === '/api/auth/logout');
