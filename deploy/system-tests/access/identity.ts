import { png } from '../pictures.ts';
import { admins, any, bystander, everybody, missingUserId, type Row, signedIn } from './rows.ts';

const contactForm = async () => ({ name: 'Ana', email: 'ana@tribus.test', subject: 'other', message: 'Buenas tardes' });

const picture = async (field: string) => {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(await png(60, 40))]), 'foto.png');
  return form;
};
const sanction = async () => ({ kind: 'warning', reason: 'spam', message: 'Deja de repetir lo mismo' });
const appeal = async () => ({ text: 'Fue un malentendido' });

const noLink = async () => ({ token: 'none' });
const wrongProof = async () => ({ currentPassword: 'not-it', code: '000000' });
/** A credential in the form of a created and of a used one. */
const noCredential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const identity: Record<string, Row> = {
  'POST /api/auth/register': any(everybody(201), { body: async (fixture) => fixture.newAccount() }),
  'POST /api/auth/login': any(everybody(200), { body: async (fixture) => fixture.credentials() }),
  'GET /api/auth/verify-email': any(everybody(400), { query: async () => 'token=nobodys' }),
  'POST /api/auth/verify-email': any(everybody(400), { body: async () => ({ token: 'nobodys' }) }),
  'POST /api/auth/verify-email/disown': any(everybody(400), { body: async () => ({ token: 'nobodys' }) }),
  'POST /api/auth/suspension': any(everybody(400), { body: async () => ({ notice: 'nobodys' }) }),
  'POST /api/auth/verify-email/resend': any(everybody(200), { body: async () => ({ email: 'nobody@tribus.test' }) }),
  'POST /api/auth/forgot-password': any(everybody(200), { body: async () => ({ email: 'nobody@tribus.test' }) }),
  'POST /api/auth/reset-password': any(everybody(400), {
    body: async () => ({ token: 'nobodys', password: 'una-clave-larga' }),
  }),
  'GET /api/oauth/google': any(everybody(404)),
  'GET /api/oauth/google/callback': any(everybody(404)),
  'PUT /api/admin/users/{id}/limits': any(admins(200), {
    params: { id: bystander },
    body: async () => ({ lifted: true }),
  }),
  'POST /api/auth/accept-terms': any(signedIn(200)),
  'POST /api/auth/me/welcome': any(signedIn(200)),
  'PUT /api/auth/me/language': any(signedIn(200), { body: async () => ({ language: 'es' }) }),
  'GET /api/auth/me/check-oauth': any(signedIn(200)),
  'POST /api/auth/logout': any(signedIn(200), { endsSession: true }),
  'GET /api/auth/me': any(signedIn(200)),
  'PUT /api/auth/me': any(signedIn(200), { body: async () => ({ bio: 'Junto al fuego' }) }),
  'POST /api/auth/me/avatar': any(signedIn(200), { body: () => picture('avatar') }),
  'POST /api/auth/persist-emoji': any(signedIn(200), { body: async () => ({ emoji: '🦊' }) }),
  'POST /api/auth/me/photos': any(signedIn(201), { body: () => picture('photos') }),
  'PUT /api/auth/me/photos/order': any(signedIn(200), { body: async () => ({ ids: [] }) }),
  'DELETE /api/auth/me/photos/{id}': any(signedIn(404), { params: { id: missingUserId } }),
  'DELETE /api/auth/me/account': any(signedIn(400), { body: async () => ({}) }),
  'GET /api/auth/me/data-export': any(signedIn(200)),
  'POST /api/auth/me/data-export': any(signedIn(201)),
  'GET /api/auth/me/blocks': any(signedIn(200)),
  'PUT /api/auth/me/blocks/users/{userId}': any(signedIn(404), { params: { userId: missingUserId } }),
  'DELETE /api/auth/me/blocks/users/{userId}': any(signedIn(200), { params: { userId: missingUserId } }),
  'GET /api/auth/me/mutes': any(signedIn(200)),
  'PUT /api/auth/me/mutes/users/{userId}': any(signedIn(404), { params: { userId: missingUserId } }),
  'DELETE /api/auth/me/mutes/users/{userId}': any(signedIn(200), { params: { userId: missingUserId } }),
  'PUT /api/auth/me/mutes/tribes/{tribeId}': any(signedIn(200), { params: { tribeId: async () => '38' } }),
  'DELETE /api/auth/me/mutes/tribes/{tribeId}': any(signedIn(200), { params: { tribeId: async () => '38' } }),
  'PUT /api/auth/me/mutes/tags': any(signedIn(200), { body: async () => ({ tag: 'nadie-lo-usa' }) }),
  'DELETE /api/auth/me/mutes/tags': any(signedIn(200), { body: async () => ({ tag: 'nadie-lo-usa' }) }),
  'PUT /api/auth/me/mutes/words': any(signedIn(200), { body: async () => ({ word: 'nadie lo escribe' }) }),
  'DELETE /api/auth/me/mutes/words': any(signedIn(200), { body: async () => ({ word: 'nadie lo escribe' }) }),
  'GET /api/auth/sessions': any(signedIn(200)),
  'DELETE /api/auth/sessions/{id}': any(signedIn(404), { params: { id: (fixture) => fixture.sessionOfBystander() } }),
  'DELETE /api/auth/sessions': any(signedIn(200)),
  'GET /api/auth/sign-ins': any(signedIn(200)),
  'GET /api/auth/me/security': any(signedIn(200)),
  'PUT /api/auth/me/password': any(signedIn(403), {
    body: async () => ({ currentPassword: 'not-it', newPassword: 'another-one' }),
  }),
  'PUT /api/auth/me/email': any(signedIn(403), {
    body: async () => ({ email: 'nobody-has-this@tribus.test', currentPassword: 'not-it' }),
  }),
  'POST /api/auth/email/confirm': any(everybody(400), { body: noLink }),
  'POST /api/auth/email/undo': any(everybody(400), { body: noLink }),
  'PUT /api/auth/me/second-factor': any(signedIn(403), { body: wrongProof }),
  'PUT /api/auth/me/second-factor/confirmation': any(signedIn(409), { body: wrongProof }),
  'PUT /api/auth/me/recovery-codes': any(signedIn(409), { body: wrongProof }),
  'DELETE /api/auth/me/second-factor': any(signedIn(409), { body: wrongProof }),
  'GET /api/auth/me/passkeys': any(signedIn(200)),
  'PUT /api/auth/me/passkeys/options': any(signedIn(403), { body: wrongProof }),
  'POST /api/auth/me/passkeys': any(signedIn(400), { body: async () => ({ name: 'Key', credential: noCredential }) }),
  'PUT /api/auth/me/passkeys/{id}': any(signedIn(404), {
    params: { id: missingUserId },
    body: async () => ({ name: 'Key' }),
  }),
  'DELETE /api/auth/me/passkeys/{id}': any(signedIn(403), { params: { id: missingUserId }, body: wrongProof }),
  'POST /api/auth/login/second-factor': any(everybody(401), {
    body: async () => ({ challenge: 'none', code: '000000' }),
  }),
  'POST /api/auth/login/passkey/options': any(everybody(200)),
  'POST /api/auth/login/passkey': any(everybody(401), { body: async () => ({ credential: noCredential }) }),
  'GET /api/auth/public/{userId}': any(everybody(200), { params: { userId: bystander } }),
  'POST /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'DELETE /api/auth/users/{id}/follow': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/users/{id}/follow/status': any(signedIn(200), { params: { id: bystander } }),
  'GET /api/auth/me/following': any(signedIn(200)),
  'GET /api/auth/me/following/among': any(signedIn(200), {
    query: async (fixture) => `ids=${await bystander(fixture)}`,
  }),
  'GET /api/auth/me/follows': any(signedIn(200)),
  'POST /api/auth/me/follows/tags/{tag}': any(signedIn(200), { params: { tag: async () => 'nadie-lo-usa' } }),
  'DELETE /api/auth/me/follows/tags/{tag}': any(signedIn(200), { params: { tag: async () => 'nadie-lo-usa' } }),
  'POST /api/auth/me/follows/places/{place}': any(signedIn(200), { params: { place: async () => 'ninguna-parte' } }),
  'DELETE /api/auth/me/follows/places/{place}': any(signedIn(200), { params: { place: async () => 'ninguna-parte' } }),
  'PUT /api/auth/me/dismissed-suggestions/tribes/{tribeId}': any(signedIn(200), {
    params: { tribeId: async () => '999999' },
  }),
  'PUT /api/auth/me/dismissed-suggestions/people/{userId}': any(signedIn(200), { params: { userId: bystander } }),
  'PUT /api/auth/me/dismissed-suggestions/tags/{tag}': any(signedIn(200), {
    params: { tag: async () => 'nadie-lo-usa' },
  }),
  'DELETE /api/auth/me/dismissed-suggestions/tribes/{tribeId}': any(signedIn(200), {
    params: { tribeId: async () => '999999' },
  }),
  'DELETE /api/auth/me/dismissed-suggestions/people/{userId}': any(signedIn(200), { params: { userId: bystander } }),
  'DELETE /api/auth/me/dismissed-suggestions/tags/{tag}': any(signedIn(200), {
    params: { tag: async () => 'nadie-lo-usa' },
  }),
  'POST /api/user/heartbeat': any(signedIn(200)),
  'GET /api/user/presence': any(signedIn(200), { query: async (fixture) => `ids=${await bystander(fixture)}` }),
  'GET /api/auth/me/presence': any(signedIn(200)),
  'PUT /api/auth/me/presence': any(signedIn(200), { body: async () => ({ visible: true }) }),
  'GET /api/admin/online-count': any(admins(200)),
  'GET /api/tasks': any(signedIn(200)),
  'POST /api/tasks': any(signedIn(201), { body: async () => ({ title: 'Comprar pan' }) }),
  'POST /api/tasks/reorder': any(signedIn(404), {
    body: async () => ({ id: await missingUserId(), status: 'done', position: 0 }),
  }),
  'PUT /api/tasks/{id}': any(signedIn(404), { params: { id: missingUserId }, body: async () => ({ done: true }) }),
  'DELETE /api/tasks/{id}': any(signedIn(404), { params: { id: missingUserId } }),
  'GET /api/maintenance': any(everybody(200)),
  'GET /api/public/site': any(everybody(200)),
  'GET /api/admin/maintenance-config': any(everybody(200)),
  'PUT /api/admin/maintenance-config': any(admins(200)),
  'GET /api/admin/ads-config': any(everybody(200)),
  'PUT /api/admin/ads-config': any(admins(200), { body: async () => ({}) }),
  'GET /api/admin/email-settings': any(admins(200)),
  'PUT /api/admin/email-settings': any(admins(200), { body: async () => ({}) }),
  'POST /api/admin/email-settings/test': any(admins(200), { body: async () => ({ to: 'prueba@tribus.test' }) }),
  'POST /api/contact': any(everybody(201), { body: contactForm }),
  'GET /api/admin/contact-messages': any(admins(200)),
  'GET /api/admin/contact-messages/{id}': any(admins(404), { params: { id: missingUserId } }),
  'GET /api/admin/users': any(admins(200)),
  'GET /api/admin/users/{id}': any(admins(200), { params: { id: bystander } }),
  'POST /api/admin/users': any(admins(201), { body: async (fixture) => fixture.newAccount() }),
  'PUT /api/admin/users/{id}': any(admins(200), { params: { id: bystander }, body: async () => ({}) }),
  'DELETE /api/admin/users/{id}': any(admins(404), { params: { id: missingUserId } }),
  'GET /api/admin/users/{id}/sessions': any(admins(200), { params: { id: bystander } }),
  'DELETE /api/admin/users/{id}/sessions': any(admins(404), { params: { id: missingUserId } }),
  'GET /api/admin/users/{id}/sanctions': any(admins(200), { params: { id: bystander } }),
  'POST /api/admin/users/{id}/sanctions': any(admins(404), { params: { id: missingUserId }, body: sanction }),
  'POST /api/admin/sanctions/{id}/lift': any(admins(404), {
    params: { id: missingUserId },
    body: async () => ({ note: 'Error' }),
  }),
  'PUT /api/admin/sanctions/{id}/appeal': any(admins(404), {
    params: { id: missingUserId },
    body: async () => ({ outcome: 'upheld', answer: 'Se mantiene' }),
  }),
  'GET /api/admin/appeals': any(admins(200)),
  'GET /api/auth/me/sanctions': any(signedIn(200)),
  'POST /api/auth/me/sanctions/{id}/seen': any(signedIn(404), { params: { id: missingUserId } }),
  'POST /api/auth/me/sanctions/{id}/appeal': any(signedIn(404), { params: { id: missingUserId }, body: appeal }),
  'POST /api/auth/appeals': any(everybody(400), { body: async () => ({ proof: 'x', text: 'Fue un malentendido' }) }),
  'GET /api/admin/audit': any(admins(200)),
  'GET /api/admin/audit.csv': any(admins(200)),
  'PUT /api/admin/contact-messages/{id}': any(admins(404), {
    params: { id: missingUserId },
    body: async () => ({ handled: true }),
  }),
};
