import { dayMs } from '@tribus/kit/core/durations.ts';
import { png } from '../pictures.ts';
import { newName, type TribeFixture } from '../tribe-fixture.ts';
import {
  admins,
  any,
  bystander,
  everybody,
  inHominini,
  inTribes,
  members,
  missingUserId,
  moderators,
  type Row,
  signedIn,
} from './rows.ts';

const pendingUser = async (fixture: TribeFixture) => (await fixture.person('pending')).id;
const bannerForm = async () => {
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(await png(60, 40))]), 'banner.png');
  return form;
};
const fileForm = async () => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(await png(60, 40))]), 'hecho.png');
  return form;
};
const owners = (status: number) => ({ ...signedIn(403), owner: status, admin: status });
const inAYear = async () => new Date(Date.now() + 300 * dayMs).toISOString();
const ofBystander = { params: { userId: bystander } };
const noInvite = { params: { inviteId: missingUserId } };
const joinStatuses = { ...signedIn(409), outsider: 200, former: 200, banned: 403, admin: 200 };

export const tribes: Record<string, Row> = {
  'GET /api/tribes': any(signedIn(200)),
  'GET /api/discover/tribes': any(signedIn(200)),
  'GET /api/tribes/slug': any(signedIn(200), { query: async () => 's=Panaderos' }),
  'GET /api/tribes/@me/members': any(signedIn(200)),
  'GET /api/tribes/@me/levels': any(signedIn(200)),
  'GET /api/tribes/@me/memberships': any(signedIn(200)),
  'GET /api/admin/users/{id}/memberships': any(admins(200), { params: { id: bystander } }),
  'POST /api/admin/users/{id}/memberships': any(admins(404), {
    params: { id: bystander },
    body: async () => ({ tribeId: 2_000_000_000 }),
  }),
  'PUT /api/admin/users/{id}/memberships/{tribeId}': any(admins(404), {
    params: { id: missingUserId },
    body: async () => ({ role: 'officer' }),
  }),
  'DELETE /api/admin/users/{id}/memberships/{tribeId}': any(admins(404), { params: { id: missingUserId } }),
  'POST /api/tribes': any(signedIn(201), { body: async () => ({ name: newName() }) }),
  'GET /api/tribes/{tribeId}': inTribes(signedIn(200), inHominini(401, 200)),
  'PUT /api/tribes/{tribeId}': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ description: 'Otra' }),
  }),
  'DELETE /api/tribes/{tribeId}': inTribes({ ...signedIn(403), owner: 200, admin: 200 }, inHominini(401, 403), {
    changes: 'fixture',
  }),
  'POST /api/tribes/{tribeId}/banner': inTribes(moderators(200), inHominini(401, 403, 200), { body: bannerForm }),
  'DELETE /api/tribes/{tribeId}/banner': inTribes(moderators(200), inHominini(401, 403, 200)),
  'GET /api/tribes/{tribeId}/config': inTribes(members(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/progress': inTribes({ ...members(200), admin: 403 }, inHominini(401, 200)),
  'POST /api/tribes/{tribeId}/levels': inTribes(moderators(409), inHominini(401, 403, 409), {
    // Everybody is already a member.
    body: async () => ({ name: 'Otro nivel', order: 1 }),
  }),
  'PUT /api/tribes/{tribeId}/levels/order': inTribes(moderators(409), inHominini(401, 403, 409), {
    body: async () => ({ ids: [] }),
  }),
  'PUT /api/tribes/{tribeId}/levels/{levelId}': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ rewardPoints: 10 }),
  }),
  'DELETE /api/tribes/{tribeId}/levels/{levelId}': inTribes(moderators(409), inHominini(401, 403, 409)),
  'POST /api/tribes/{tribeId}/levels/{levelId}/challenges': inTribes(moderators(201), inHominini(401, 403, 201), {
    body: async () => ({ type: 'manual', title: 'Otro reto' }),
  }),
  'PUT /api/tribes/{tribeId}/levels/{levelId}/challenges/order': inTribes(moderators(409), inHominini(401, 403, 409), {
    body: async () => ({ ids: [] }),
  }),
  'PUT /api/tribes/{tribeId}/challenges/{challengeId}': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ prompt: 'Otro enunciado' }),
  }),
  'DELETE /api/tribes/{tribeId}/challenges/{challengeId}': inTribes(moderators(404), inHominini(401, 403, 404), {
    params: { challengeId: missingUserId },
  }),
  'POST /api/tribes/{tribeId}/challenges/{challengeId}/submit': inTribes(
    { ...members(200), admin: 403 },
    inHominini(401, 200),
    { body: async () => ({ text: 'Hecho' }), usesUp: ['challenge'] },
  ),
  'POST /api/tribes/{tribeId}/challenges/{challengeId}/submit/file': inTribes(
    { ...members(200), admin: 403 },
    inHominini(401, 200),
    { body: fileForm, usesUp: ['challenge'] },
  ),
  'GET /api/tribes/{tribeId}/submissions/pending': inTribes(moderators(200), inHominini(401, 403, 200)),
  'GET /api/tribes/{tribeId}/submissions/decided': inTribes(moderators(200), inHominini(401, 403, 200)),
  'POST /api/tribes/{tribeId}/submissions/{submissionId}/review': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ action: 'approve' }),
    changes: 'fixture',
  }),
  'POST /api/tribes/{tribeId}/submissions/{submissionId}/reopen': inTribes(moderators(409), inHominini(401, 403, 409)),
  'GET /api/tribes/{tribeId}/members': inTribes(members(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/members/pending': inTribes(moderators(200), inHominini(401, 403, 200)),
  'POST /api/tribes/{tribeId}/join': {
    expects: { private: signedIn(409), open: { ...joinStatuses, pending: 200 }, hominini: inHominini(401, 409) },
    changes: 'membership',
  },
  'POST /api/tribes/{tribeId}/leave': inTribes(
    { ...signedIn(409), restricted: 200, member: 200, officer: 200, owner: 403 },
    inHominini(401, 403),
    { changes: 'membership' },
  ),
  'POST /api/tribes/{tribeId}/join-request': {
    expects: { private: joinStatuses, open: { ...joinStatuses, pending: 200 }, hominini: inHominini(401, 409) },
    changes: 'membership',
  },
  'POST /api/tribes/{tribeId}/join-request/cancel': inTribes({ ...signedIn(409), pending: 200 }, inHominini(401, 409), {
    changes: 'membership',
  }),
  'POST /api/tribes/{tribeId}/members/{userId}/approve': {
    // The person is already a member: repeating an approval succeeds.
    expects: { private: moderators(200), hominini: inHominini(401, 403, 200) },
    params: { userId: pendingUser },
    changes: 'fixture',
  },
  'POST /api/tribes/{tribeId}/members/{userId}/reject': {
    expects: { private: moderators(200), hominini: inHominini(401, 403, 409) },
    params: { userId: pendingUser },
    changes: 'fixture',
  },
  'POST /api/tribes/{tribeId}/members/resolve': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ action: 'approve', userIds: [await missingUserId()] }),
  }),
  'POST /api/tribes/{tribeId}/members/{userId}/notes': inTribes(moderators(201), inHominini(401, 403, 409), {
    params: { userId: pendingUser },
    body: async () => ({ text: 'Nota' }),
  }),
  'GET /api/tribes/@me/bans': any(signedIn(200)),
  'GET /api/tribes/{tribeId}/bans': inTribes(moderators(200), inHominini(401, 403, 200)),
  'POST /api/tribes/{tribeId}/bans': inTribes(moderators(201), inHominini(401, 403), {
    body: async (fixture) => ({ userId: (await fixture.bystander()).id, reason: 'Motivo' }),
    changes: 'fixture',
  }),
  'DELETE /api/tribes/{tribeId}/bans/{userId}': inTribes(moderators(404), inHominini(401, 403, 404), ofBystander),
  'PUT /api/tribes/{tribeId}/members/{userId}/restriction': inTribes(moderators(200), inHominini(401, 403, 200), {
    ...ofBystander,
    body: async () => ({ reason: 'Motivo', endsAt: await inAYear() }),
    changes: 'fixture',
  }),
  'DELETE /api/tribes/{tribeId}/members/{userId}/restriction': inTribes(
    moderators(404),
    inHominini(401, 403, 404),
    ofBystander,
  ),
  'DELETE /api/tribes/{tribeId}/members/{userId}': inTribes(moderators(200), inHominini(401, 403), {
    ...ofBystander,
    changes: 'fixture',
  }),
  'PUT /api/tribes/{tribeId}/members/{userId}/role': inTribes(owners(200), inHominini(401, 403, 200), {
    ...ofBystander,
    body: async () => ({ role: 'member' }),
  }),
  'POST /api/tribes/{tribeId}/owner': inTribes(owners(400), inHominini(401, 403), {
    body: async (fixture) => ({ userId: (await fixture.bystander()).id, name: 'Otra' }),
  }),
  'DELETE /api/tribes/{tribeId}/owner': inTribes(owners(409), inHominini(401, 403)),
  'POST /api/tribes/{tribeId}/owner/accept': inTribes(signedIn(409), inHominini(401, 409)),
  'POST /api/tribes/{tribeId}/owner/decline': inTribes(signedIn(409), inHominini(401, 409)),
  'GET /api/invites': any(everybody(404), { query: async () => 'code=ninguno' }),
  'POST /api/invites/join': any(signedIn(404), { body: async () => ({ code: 'ninguno' }) }),
  'GET /api/tribes/{tribeId}/invites': inTribes(moderators(200), inHominini(401, 403, 200)),
  'POST /api/tribes/{tribeId}/invites': inTribes(moderators(201), inHominini(401, 403), {
    body: async () => ({ maxUses: 1 }),
  }),
  'GET /api/tribes/{tribeId}/invites/{inviteId}/uses': inTribes(moderators(404), inHominini(401, 403, 404), noInvite),
  'DELETE /api/tribes/{tribeId}/invites/{inviteId}': inTribes(moderators(404), inHominini(401, 403, 404), noInvite),
};
