import { type Kind, type Role, roles } from './access-roles.ts';
import { postForm } from './people.ts';
import { png } from './pictures.ts';
import { newName, type TribeFixture } from './tribe-fixture.ts';

type Statuses = Readonly<Partial<Record<Role, number>>>;

/** Who may use one route, and what it is called with. */
export interface Row {
  /** By the kind of tribe, where it matters; `any` where no tribe is meant. */
  expects: Partial<Record<Kind | 'any', Statuses>>;
  /** What the words in braces stand for, beside tribeId, postId and the like, which a fixture knows. */
  params?: Record<string, (fixture: TribeFixture) => Promise<string>>;
  query?: (fixture: TribeFixture) => Promise<string>;
  body?: (fixture: TribeFixture) => Promise<unknown>;
  /** A success changes the fixture, so that it needs one of its own. */
  changes?: true;
  /** Ends the session of the caller, who comes with one of its own. */
  endsSession?: true;
}

const everybody = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status]));
const signedIn = (status: number): Statuses => ({ ...everybody(status), visitor: 401 });
const admins = (status: number): Statuses => ({ ...signedIn(403), admin: status });
/** Active members and site admins. */
const members = (status: number, otherwise = 403, visitor = 401): Statuses => ({
  ...everybody(status),
  visitor,
  stranger: otherwise,
  pending: otherwise,
  former: otherwise,
});
/** Those who look after a tribe: owner, officers, site admins. */
const moderators = (status: number): Statuses => ({ ...signedIn(403), officer: status, owner: status, admin: status });
const inHominini = (visitor: number, member: number, admin = member): Statuses => ({ visitor, member, admin });

const any = (statuses: Statuses, more: Omit<Row, 'expects'> = {}): Row => ({ expects: { any: statuses }, ...more });
/** The same in both kinds of tribes that people found. */
const inTribes = (statuses: Statuses, hominini: Statuses, more: Omit<Row, 'expects'> = {}): Row => ({
  expects: { private: statuses, open: statuses, hominini },
  ...more,
});

const nobodys = async () => '00000000-0000-7000-8000-000000000000';
const bystander = async (fixture: TribeFixture) => (await fixture.bystander()).id;
const pendingUser = async (fixture: TribeFixture) => (await fixture.person('pending')).id;
const pictureForm = async () => postForm({ pictures: [await png(60, 40)] });
const bannerForm = async () => {
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(await png(60, 40))]), 'banner.png');
  return form;
};
const like = async () => ({ type: 'like' });
const text = async () => ({ content: 'Hola' });
const contactForm = async () => ({ name: 'Ana', email: 'ana@tribus.test', subject: 'other', message: 'Buenas tardes' });
const asked = { ...signedIn(409), stranger: 200, former: 200, admin: 200 };

const identity: Record<string, Row> = {
  'POST /api/auth/register': any(everybody(201), { body: async (fixture) => fixture.newAccount() }),
  'POST /api/auth/login': any(everybody(200), { body: async (fixture) => fixture.credentials() }),
  'POST /api/auth/logout': any(signedIn(200), { endsSession: true }),
  'GET /api/auth/me': any(signedIn(200)),
  'GET /api/auth/sessions': any(signedIn(200)),
  'DELETE /api/auth/sessions/{id}': any(signedIn(404), { params: { id: (fixture) => fixture.sessionOfBystander() } }),
  'DELETE /api/auth/sessions': any(signedIn(200)),
  'GET /api/auth/public/{userId}': any(everybody(200), { params: { userId: bystander } }),
  'POST /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'DELETE /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/users/{id}/follow/status': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/me/following': any(signedIn(200)),
  'POST /api/user/heartbeat': any(signedIn(200)),
  'GET /api/maintenance': any(everybody(200)),
  'GET /api/public/site': any(everybody(200)),
  'GET /api/admin/maintenance-config': any(everybody(200)),
  'PUT /api/admin/maintenance-config': any(admins(200)),
  'POST /api/contact': any(everybody(201), { body: contactForm }),
  'GET /api/admin/contact-messages': any(admins(200)),
  'PUT /api/admin/contact-messages/{id}': any(admins(404), {
    params: { id: nobodys },
    body: async () => ({ handled: true }),
  }),
};

const tribes: Record<string, Row> = {
  'GET /api/tribes': any(signedIn(200)),
  'GET /api/tribes/slug': any(signedIn(200), { query: async () => 's=Panaderos' }),
  'GET /api/tribes/@me/memberships': any(signedIn(200)),
  'POST /api/tribes': any(signedIn(201), { body: async () => ({ name: newName() }) }),
  'GET /api/tribes/{tribeId}': inTribes(signedIn(200), inHominini(401, 200)),
  'PUT /api/tribes/{tribeId}': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ description: 'Otra' }),
  }),
  'DELETE /api/tribes/{tribeId}': inTribes({ ...signedIn(403), owner: 200, admin: 200 }, inHominini(401, 403), {
    changes: true,
  }),
  'POST /api/tribes/{tribeId}/banner': inTribes(moderators(200), inHominini(401, 403, 200), { body: bannerForm }),
  'GET /api/tribes/{tribeId}/config': inTribes(members(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/progress': inTribes({ ...members(200), admin: 403 }, inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/members': inTribes(members(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/members/pending': inTribes(moderators(200), inHominini(401, 403, 200)),
  'POST /api/tribes/{tribeId}/join': {
    expects: { private: signedIn(409), open: { ...asked, pending: 200 }, hominini: inHominini(401, 409) },
    changes: true,
  },
  'POST /api/tribes/{tribeId}/leave': inTribes(
    { ...signedIn(409), member: 200, officer: 200, owner: 403 },
    inHominini(401, 403),
    { changes: true },
  ),
  'POST /api/tribes/{tribeId}/join-request': {
    expects: { private: asked, open: { ...asked, pending: 200 }, hominini: inHominini(401, 409) },
    changes: true,
  },
  'POST /api/tribes/{tribeId}/join-request/cancel': inTribes({ ...signedIn(409), pending: 200 }, inHominini(401, 409), {
    changes: true,
  }),
  'POST /api/tribes/{tribeId}/members/{userId}/approve': {
    // Who is in already was let in: the same answer given twice is one.
    expects: { private: moderators(200), hominini: inHominini(401, 403, 200) },
    params: { userId: pendingUser },
    changes: true,
  },
  'POST /api/tribes/{tribeId}/members/{userId}/reject': {
    expects: { private: moderators(200), hominini: inHominini(401, 403, 409) },
    params: { userId: pendingUser },
    changes: true,
  },
};

const post = '/api/tribes/{tribeId}/posts/{postId}';
const content: Record<string, Row> = {
  'GET /api/public/hominini/posts': any(everybody(200)),
  'GET /api/public/hominini/info': any(everybody(200)),
  'GET /api/tribes/@me/activity': any(signedIn(200)),
  'GET /api/tribes/{tribeId}/posts': inTribes(members(200), inHominini(200, 200)),
  'POST /api/tribes/{tribeId}/posts': inTribes(members(201), inHominini(401, 201), { body: pictureForm }),
  [`GET ${post}`]: inTribes(members(200), inHominini(200, 200)),
  [`PUT ${post}`]: inTribes(moderators(200), inHominini(401, 403, 200), { body: text }),
  [`DELETE ${post}`]: inTribes(moderators(200), inHominini(401, 403, 200), { changes: true }),
  [`POST ${post}/view`]: inTribes(members(200), inHominini(200, 200)),
  [`POST ${post}/reactions`]: inTribes(members(200), inHominini(401, 200), { body: like }),
  [`GET ${post}/comments`]: inTribes(members(200), inHominini(200, 200)),
  [`POST ${post}/comments`]: inTribes(members(201), inHominini(401, 201), { body: text }),
  [`DELETE ${post}/comments/{commentId}`]: inTribes(moderators(200), inHominini(401, 403, 200), { changes: true }),
  [`POST ${post}/comments/{commentId}/reactions`]: inTribes(members(200), inHominini(401, 200), { body: like }),
};

const others: Record<string, Row> = {
  'POST /api/vibes/{vibeId}/reactions': inTribes(members(201, 404), inHominini(401, 201), {
    body: async () => ({ emoji: '✨' }),
  }),
  'GET /api/vibes/{vibeId}/reactions': inTribes(members(200, 404, 404), inHominini(200, 200)),
  'GET /api/vibes/{vibeId}/reactions/count': inTribes(members(200, 404, 404), inHominini(200, 200)),
  'GET /api/vibes/{vibeId}/stream': inTribes(members(200, 404, 404), inHominini(200, 200)),
  'POST /api/stream/ticket': any(signedIn(201)),
  'GET /api/stream': any(signedIn(200)),
  // An admin looks into a chat but is no member of it.
  'GET /api/tribes/{tribeId}/chat': inTribes(members(200), inHominini(401, 200)),
  'POST /api/tribes/{tribeId}/chat': inTribes({ ...members(201), admin: 403 }, inHominini(401, 201), { body: text }),
  'POST /api/tribes/{tribeId}/chat/{messageId}/reaction': inTribes(
    { ...members(200), admin: 403 },
    inHominini(401, 200),
    { body: like },
  ),
  'GET /api/messages/recent': any(signedIn(200)),
  'GET /api/messages/with/{userId}': inTribes({ ...members(200), admin: 403 }, inHominini(401, 200), {
    params: { userId: bystander },
    query: async ({ tribeId }) => `tribeId=${tribeId}`,
  }),
  'POST /api/messages': inTribes({ ...members(201), admin: 403 }, inHominini(401, 201), {
    body: async (fixture) => ({ toUserId: await bystander(fixture), tribeId: fixture.tribeId, content: 'Hola' }),
  }),
  'GET /api/notifications': any(signedIn(200)),
  'GET /api/notifications/count': any(signedIn(200)),
  'POST /api/notifications/seen': any(signedIn(200)),
  'DELETE /api/notifications/{id}': any(signedIn(404), { params: { id: nobodys } }),
  'GET /api/gamification/me': any(signedIn(200)),
  'GET /api/gamification/me/by-tribe': any(signedIn(200)),
  'GET /api/gamification/me/ledger': any(signedIn(200)),
  'GET /api/gamification/thresholds': any(signedIn(200)),
  'GET /api/admin/agents': any(admins(200)),
  'POST /api/admin/agents': any(admins(201), {
    changes: true,
    body: async (fixture) => ({ userId: await bystander(fixture) }),
  }),
  'PUT /api/admin/agents/{agentId}': any(admins(200), { body: async () => ({ active: false }) }),
  'DELETE /api/admin/agents/{agentId}': any(admins(200), { changes: true }),
  'GET /api/admin/agents/{agentId}/actions': any(admins(200)),
  // Without a signature: what it shows is public or nobody's.
  'GET /api/proxy-media': {
    expects: { private: everybody(403), open: everybody(200), hominini: inHominini(200, 200) },
    query: async (fixture) => `key=${await fixture.mediaKey()}`,
  },
  'GET /api/health': any(everybody(200)),
  'GET /api/openapi.json': any(everybody(200)),
};

/** Every route of the published contract: who may, and what the others are told. */
export const matrix: Readonly<Record<string, Row>> = { ...identity, ...tribes, ...content, ...others };
