import { postForm } from '../people.ts';
import { png } from '../pictures.ts';
import type { TribeFixture } from '../tribe-fixture.ts';
import {
  aboveLevel,
  admins,
  any,
  contributors,
  everybody,
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

const post = '/api/tribes/{tribeId}/posts/{postId}';
/** Statuses of the people who may decide a case; all others get 404. */
const deciders = (status: number) => ({ ...signedIn(404), officer: status, owner: status, admin: status });
const owners = (status: number) => ({ ...signedIn(403), owner: status, admin: status });
const theCase = { params: { id: (fixture: TribeFixture) => fixture.caseId() } };
const theDecision = { params: { id: (fixture: TribeFixture) => fixture.decidedCaseId() } };
const missingFile = '/api/proxy-media?key=landing/none.webp';
const fileForm = async () => {
  const form = new FormData();
  form.append('file', new Blob([await png(60, 40)]), 'a.png');
  return form;
};
const pictureForm = async () => postForm({ pictures: [await png(60, 40)] });

export const content: Record<string, Row> = {
  'GET /api/public/hominini/posts': any(everybody(200)),
  'GET /api/public/hominini/info': any(everybody(200)),
  // No content is saved here: the first item lacks a title.
  'GET /api/public/landing-content': any(everybody(404)),
  'GET /api/public/landing-page': any(everybody(200)),
  'GET /api/admin/landing-content': any(admins(404)),
  'PUT /api/admin/landing-content': any(admins(400), { body: async () => ({ hero: {}, items: [{ title: 1 }] }) }),
  'POST /api/admin/landing-content/upload': any(admins(201), { body: fileForm }),
  'DELETE /api/admin/landing-content/file': any(admins(404), { body: async () => ({ url: missingFile }) }),
  'POST /api/reports/post': aboveLevel(
    inTribes(members(201, 404), inHominini(401, 201), {
      body: async (fixture) => ({ postId: await fixture.bystandersPostId(), reason: 'spam' }),
    }),
    201,
  ),
  'POST /api/reports/comment': aboveLevel(
    inTribes(members(201, 404), inHominini(401, 201), {
      body: async (fixture) => ({ commentId: await fixture.bystandersCommentId(), reason: 'spam' }),
    }),
    201,
  ),
  'POST /api/reports/chat': inTribes(members(201, 404), inHominini(401, 201), {
    body: async (fixture) => ({ messageId: await fixture.bystandersMessageId(), reason: 'spam' }),
  }),
  // Only the two people of a conversation; all others get 404.
  'POST /api/reports/message': any(signedIn(404), {
    body: async () => ({ messageId: await missingUserId(), reason: 'spam' }),
  }),
  'POST /api/reports/media': inTribes(members(201, 404), inHominini(401, 201), {
    body: async (fixture) => ({ mediaId: await fixture.bystandersMediaId(), reason: 'spam' }),
  }),
  'POST /api/reports/person': any(signedIn(201), {
    body: async (fixture) => ({ userId: (await fixture.bystander()).id, reason: 'spam' }),
  }),
  // Reporting one's own content is refused.
  'POST /api/reports/tribe': inTribes({ ...signedIn(201), owner: 400 }, inHominini(401, 201), {
    body: async ({ tribeId }) => ({ tribeId, reason: 'spam' }),
  }),
  'GET /api/search': any(signedIn(200)),
  'GET /api/search/tribes': any(signedIn(200)),
  'GET /api/home/feed': any(signedIn(200)),
  'GET /api/discover/people': any(signedIn(200)),
  'GET /api/discover/tags': any(signedIn(200)),
  'GET /api/reports/mine': any(signedIn(200)),
  // Only the author, who has none of these roles; moderators and reporters get 404.
  'GET /api/reports/decisions/{id}': inTribes(signedIn(404), inHominini(401, 404), theDecision),
  'POST /api/reports/decisions/{id}/appeal': inTribes(signedIn(404), inHominini(401, 404), {
    ...theDecision,
    body: async () => ({ text: 'Otra mirada, por favor' }),
  }),
  'GET /api/reports/{id}': inTribes(deciders(200), inHominini(401, 404, 200), theCase),
  'GET /api/reports/cases/{id}': inTribes(deciders(200), inHominini(401, 404, 200), theCase),
  'POST /api/reports/{id}/resolve': inTribes(deciders(200), inHominini(401, 404, 200), {
    ...theCase,
    body: async () => ({ action: 'keep' }),
    usesUp: ['case'],
  }),
  'POST /api/reports/{id}/assignment': inTribes(deciders(200), inHominini(401, 404, 200), {
    ...theCase,
    body: async () => ({ assigned: false }),
  }),
  'POST /api/reports/{id}/notes': inTribes(deciders(201), inHominini(401, 404, 201), {
    ...theCase,
    body: async () => ({ text: 'Una nota' }),
  }),
  'GET /api/admin/reports': any(admins(200)),
  'GET /api/tribes/{tribeId}/reports': inTribes(moderators(200), inHominini(401, 403, 200)),
  'GET /api/tribes/{tribeId}/reports/log': inTribes(members(200), inHominini(401, 200)),
  'GET /api/admin/insight': any(admins(200)),
  'GET /api/admin/post-stats': any(admins(200)),
  'GET /api/tribes/{tribeId}/insight': inTribes(owners(200), inHominini(401, 403, 200)),
  'GET /api/user/posts': any(signedIn(200)),
  'GET /api/tribes/@me/activity': any(signedIn(200)),
  'GET /api/tribes/{tribeId}/posts': inTribes(members(200), inHominini(200, 200)),
  'POST /api/tribes/{tribeId}/posts': inTribes(contributors(201), inHominini(401, 201), { body: pictureForm }),
  'GET /api/tribes/{tribeId}/posts/waiting': inTribes(members(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/posts/preview': inTribes(signedIn(200), inHominini(401, 200)),
  'GET /api/tribes/{tribeId}/media': inTribes(members(200), inHominini(200, 200)),
  'POST /api/tribes/{tribeId}/media': inTribes(contributors(201), inHominini(401, 201), { body: fileForm }),
  'DELETE /api/tribes/{tribeId}/media/{mediaId}': inTribes(moderators(200), inHominini(401, 403, 200), {
    params: { mediaId: (fixture) => fixture.mediaId() },
    usesUp: ['media'],
  }),
  [`GET ${post}`]: aboveLevel(inTribes(members(200), inHominini(200, 200)), 200),
  [`PUT ${post}`]: aboveLevel(inTribes(moderators(200), inHominini(401, 403, 200), { body: text }), 200),
  [`DELETE ${post}`]: aboveLevel(
    inTribes(moderators(200), inHominini(401, 403, 200), {
      usesUp: ['post', 'comment', 'bystanders-comment'],
    }),
    200,
  ),
  [`PUT ${post}/pin`]: inTribes(moderators(200), inHominini(401, 403, 200), { body: async () => ({ pinned: false }) }),
  [`PUT ${post}/announcement`]: inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ announced: false }),
  }),
  [`PUT ${post}/comments-lock`]: inTribes(moderators(200), inHominini(401, 403, 200), {
    body: async () => ({ locked: false }),
  }),
  [`GET ${post}/versions`]: aboveLevel(inTribes(members(200), inHominini(200, 200)), 200),
  [`POST ${post}/view`]: aboveLevel(inTribes(members(200), inHominini(200, 200)), 200),
  [`POST ${post}/reactions`]: aboveLevel(inTribes(contributors(200), inHominini(401, 200), { body: like }), 200),
  [`GET ${post}/neighbours`]: aboveLevel(inTribes(members(200), inHominini(200, 200)), 200),
  [`GET ${post}/comments`]: aboveLevel(inTribes(members(200), inHominini(200, 200)), 200),
  [`POST ${post}/comments`]: aboveLevel(inTribes(contributors(201), inHominini(401, 201), { body: text }), 201),
  [`DELETE ${post}/comments/{commentId}`]: aboveLevel(
    inTribes(moderators(200), inHominini(401, 403, 200), {
      usesUp: ['comment'],
    }),
    200,
  ),
  [`POST ${post}/comments/{commentId}/reactions`]: aboveLevel(
    inTribes(contributors(200), inHominini(401, 200), { body: like }),
    200,
  ),
};
