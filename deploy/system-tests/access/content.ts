import { postForm } from '../people.ts';
import { png } from '../pictures.ts';
import { any, everybody, inHominini, inTribes, like, members, moderators, type Row, signedIn, text } from './rows.ts';

const post = '/api/tribes/{tribeId}/posts/{postId}';
const pictureForm = async () => postForm({ pictures: [await png(60, 40)] });

export const content: Record<string, Row> = {
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
