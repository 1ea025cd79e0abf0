import {
  any,
  bystander,
  contributors,
  inHominini,
  inTribes,
  like,
  members,
  missingUserId,
  moderators,
  type Row,
  signedIn,
  text,
} from './rows.ts';

export const messaging: Record<string, Row> = {
  // An admin may read a chat without being a member.
  'GET /api/tribes/{tribeId}/chat': inTribes(members(200), inHominini(401, 200)),
  'POST /api/tribes/{tribeId}/chat': inTribes({ ...contributors(201), admin: 403 }, inHominini(401, 201), {
    body: text,
  }),
  'POST /api/tribes/{tribeId}/chat/{messageId}/reaction': inTribes(
    { ...contributors(200), admin: 403 },
    inHominini(401, 200),
    { body: like },
  ),
  'PUT /api/tribes/{tribeId}/chat/slow-mode': inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ seconds: 0 }),
  }),
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
  'POST /api/notifications/{id}/celebrated': any(signedIn(404), {
    params: { id: missingUserId },
    body: async () => ({ attempt: 'a' }),
  }),
  'DELETE /api/notifications/{id}': any(signedIn(404), { params: { id: missingUserId } }),
};
