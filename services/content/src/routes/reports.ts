import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { IdParams } from '@tribus/kit/http/schemas.ts';
import {
  CaseAppeal,
  CommentReport,
  MediaReport,
  MessageReport,
  OwnDecision,
  OwnReports,
  OwnReportsQuery,
  PostReport,
  Reported,
  TribeReport,
  UserReport,
} from '../../api/moderation.ts';
import { appealDecision, readOwnDecision } from '../appeals.ts';
import type { Deps } from '../deps.ts';
import { readOwnReports, reportObject } from '../reports.ts';

const report = { guards: [signedIn], answer: Reported, status: 201, whileSilenced: true } as const;

/**
 * Reports and their outcomes, for reporters and authors. Silenced users may also report, because they may be harassed.
 */
export function reportRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/reports/post',
    { ...report, operationId: 'reportPost', summary: 'Report a post or a vibe', body: PostReport, errors: [404] },
    ({ actor, body: { postId, ...report } }) => reportObject(deps, actor, { kind: 'post', postId }, report),
  );

  routes.post(
    '/reports/comment',
    { ...report, operationId: 'reportComment', summary: 'Report a comment', body: CommentReport, errors: [404] },
    ({ actor, body: { commentId, ...report } }) => reportObject(deps, actor, { kind: 'comment', commentId }, report),
  );

  conversationReportRoutes(routes, deps);
}

function conversationReportRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/reports/chat',
    {
      ...report,
      operationId: 'reportChatMessage',
      summary: "Report a message in a tribe's chat",
      body: MessageReport,
      errors: [404],
    },
    ({ actor, body: { messageId, ...report } }) =>
      reportObject(deps, actor, { kind: 'chat_message', messageId }, report),
  );

  routes.post(
    '/reports/message',
    {
      ...report,
      operationId: 'reportDirectMessage',
      summary: 'Report a direct message',
      body: MessageReport,
      errors: [404],
    },
    ({ actor, body: { messageId, ...report } }) =>
      reportObject(deps, actor, { kind: 'direct_message', messageId }, report),
  );

  routes.post(
    '/reports/media',
    {
      ...report,
      operationId: 'reportTribeMedia',
      summary: 'Report a picture in the media of a tribe',
      body: MediaReport,
      errors: [404],
    },
    ({ actor, body: { mediaId, ...report } }) => reportObject(deps, actor, { kind: 'tribe_media', mediaId }, report),
  );

  routes.post(
    '/reports/person',
    { ...report, operationId: 'reportPerson', summary: 'Report a person', body: UserReport, errors: [404] },
    ({ actor, body: { userId, tribeId, ...report } }) =>
      reportObject(deps, actor, { kind: 'person', userId, tribeId }, report),
  );

  routes.post(
    '/reports/tribe',
    { ...report, operationId: 'reportTribe', summary: 'Report a tribe', body: TribeReport, errors: [404] },
    ({ actor, body: { tribeId, ...report } }) => reportObject(deps, actor, { kind: 'tribe', tribeId }, report),
  );

  outcomeRoutes(routes, deps);
}

function outcomeRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/reports/mine',
    {
      guards: [signedIn],
      operationId: 'listOwnReports',
      summary: "Outcomes of the reporter's own reports",
      query: OwnReportsQuery,
      answer: OwnReports,
    },
    ({ actor, query }) => readOwnReports(deps, actor, query),
  );

  routes.get(
    '/reports/decisions/:id',
    {
      guards: [signedIn],
      operationId: 'readOwnDecision',
      summary: "Decisions about the author's own content",
      params: IdParams,
      answer: OwnDecision,
    },
    ({ actor, params }) => readOwnDecision(deps, actor, params.id),
  );

  routes.post(
    '/reports/decisions/:id/appeal',
    {
      guards: [signedIn],
      operationId: 'appealDecision',
      summary: 'Appeal against a decision, once',
      params: IdParams,
      body: CaseAppeal,
      answer: OwnDecision,
      whileSilenced: true,
    },
    ({ actor, params, body }) => appealDecision(deps, actor, params.id, body.text),
  );
}
