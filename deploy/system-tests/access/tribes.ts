import { png } from '../pictures.ts';
import { newName, type TribeFixture } from '../tribe-fixture.ts';
import { any, inHominini, inTribes, members, moderators, type Row, signedIn } from './rows.ts';

const pendingUser = async (fixture: TribeFixture) => (await fixture.person('pending')).id;
const bannerForm = async () => {
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(await png(60, 40))]), 'banner.png');
  return form;
};
const asked = { ...signedIn(409), stranger: 200, former: 200, admin: 200 };

export const tribes: Record<string, Row> = {
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
