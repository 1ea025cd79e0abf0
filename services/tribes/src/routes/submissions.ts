import { TribeParams as params } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { ChallengeParams } from '../../api/levels.ts';
import {
  FileSubmissionForm,
  NewSubmission,
  PendingSubmissions,
  Review,
  ReviewedSubmission,
  ReviewedSubmissions,
  SubmissionParams,
  SubmissionsQuery,
  SubmitAnswer,
} from '../../api/submissions.ts';
import type { Deps } from '../deps.ts';
import { listDecidedSubmissions, listPendingSubmissions, reopenSubmission, reviewSubmission } from '../reviews.ts';
import { submit, submitFile } from '../submissions.ts';

const guards = [signedIn] as const;

export function submissionRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/challenges/:challengeId/submit',
    {
      guards,
      operationId: 'submitChallenge',
      summary: 'Submit to a challenge',
      params: ChallengeParams,
      body: NewSubmission,
      answer: SubmitAnswer,
    },
    ({ actor, params: ids, body }) => submit(deps, actor, ids, body),
  );

  routes.post(
    '/tribes/:tribeId/challenges/:challengeId/submit/file',
    {
      guards,
      operationId: 'submitChallengeFile',
      summary: 'Submit a picture, a PDF or a text file to a manual challenge',
      params: ChallengeParams,
      form: FileSubmissionForm,
      answer: SubmitAnswer,
    },
    ({ actor, params: ids, req }) => submitFile(deps, actor, ids, req),
  );

  submissionListRoutes(routes, deps);
}

function submissionListRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/submissions/pending',
    {
      guards,
      operationId: 'listPendingSubmissions',
      summary: 'The pending submissions',
      params,
      query: SubmissionsQuery,
      answer: PendingSubmissions,
      errors: [403],
    },
    ({ actor, params: { tribeId }, query }) => listPendingSubmissions(deps, actor, tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/submissions/decided',
    {
      guards,
      operationId: 'listDecidedSubmissions',
      summary: 'The decided submissions',
      params,
      query: SubmissionsQuery,
      answer: ReviewedSubmissions,
      errors: [403],
    },
    ({ actor, params: { tribeId }, query }) => listDecidedSubmissions(deps, actor, tribeId, query),
  );

  reviewRoutes(routes, deps);
}

function reviewRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/submissions/:submissionId/review',
    {
      guards,
      operationId: 'reviewSubmission',
      summary: 'Review a submission',
      params: SubmissionParams,
      body: Review,
      answer: ReviewedSubmission,
    },
    ({ actor, params: ids, body }) => reviewSubmission(deps, actor, ids, body),
  );

  routes.post(
    '/tribes/:tribeId/submissions/:submissionId/reopen',
    {
      guards,
      operationId: 'reopenSubmission',
      summary: 'Reopen a decision',
      params: SubmissionParams,
      answer: ReviewedSubmission,
    },
    ({ actor, params: ids }) => reopenSubmission(deps, actor, ids),
  );
}
