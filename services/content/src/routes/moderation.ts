import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn, siteAdmin } from '@tribus/kit/http/routes.ts';
import { IdParams } from '@tribus/kit/http/schemas.ts';
import {
  Assignment,
  CaseReports,
  CaseReportsQuery,
  Cases,
  CasesQuery,
  LogQuery,
  ModerationCaseDetail,
  ModerationLog,
  NewNote,
  Resolution,
} from '../../api/moderation.ts';
import { resolveCase } from '../case-decisions.ts';
import { assignCase, noteOnCase, readCase, readCaseReports, readCases, readTribeCases } from '../cases.ts';
import type { Deps } from '../deps.ts';
import { readModerationLog } from '../moderation-log.ts';

/** The cases of the site and of a tribe, and their decisions. */
export function moderationRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/reports',
    {
      guards: [siteAdmin],
      operationId: 'listCases',
      summary: 'The cases of the site',
      query: CasesQuery,
      answer: Cases,
    },
    ({ actor, query }) => readCases(deps, actor, query),
  );

  routes.get(
    '/tribes/:tribeId/reports',
    {
      guards: [signedIn],
      operationId: 'listTribeCases',
      summary: 'The cases that the moderators of a tribe decide',
      params: TribeParams,
      query: CasesQuery,
      answer: Cases,
      errors: [403],
    },
    ({ actor, params, query }) => readTribeCases(deps, actor, params.tribeId, query),
  );

  routes.get(
    '/tribes/:tribeId/reports/log',
    {
      guards: [signedIn],
      operationId: 'readModerationLog',
      summary: 'Decisions in a tribe, for its members',
      params: TribeParams,
      query: LogQuery,
      answer: ModerationLog,
      errors: [403],
    },
    ({ actor, params, query }) => readModerationLog(deps, actor, params.tribeId, query),
  );

  caseRoutes(routes, deps);
}

/** `:id` is the id of a case or of one of its reports. */
function caseRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/reports/:id',
    {
      guards: [signedIn],
      operationId: 'readCase',
      summary: 'A case, for its moderators',
      params: IdParams,
      answer: ModerationCaseDetail,
    },
    ({ actor, params }) => readCase(deps, actor, params.id),
  );

  routes.get(
    '/reports/cases/:id',
    {
      guards: [signedIn],
      operationId: 'listCaseReports',
      summary: 'All reports of a case, for its moderators',
      params: IdParams,
      query: CaseReportsQuery,
      answer: CaseReports,
    },
    ({ actor, params, query }) => readCaseReports(deps, actor, params.id, query),
  );

  caseChangeRoutes(routes, deps);
}

function caseChangeRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/reports/:id/resolve',
    {
      guards: [signedIn],
      operationId: 'resolveCase',
      summary: 'Decide a case or an appeal',
      params: IdParams,
      body: Resolution,
      answer: ModerationCaseDetail,
    },
    async ({ actor, params, body }) => readCase(deps, actor, await resolveCase(deps, actor, params.id, body)),
  );

  routes.post(
    '/reports/:id/assignment',
    {
      guards: [signedIn],
      operationId: 'assignCase',
      summary: 'Assign a case to yourself, or unassign it',
      params: IdParams,
      body: Assignment,
      answer: ModerationCaseDetail,
    },
    ({ actor, params, body }) => assignCase(deps, actor, params.id, body),
  );

  routes.post(
    '/reports/:id/notes',
    {
      guards: [signedIn],
      operationId: 'addCaseNote',
      summary: 'Add a note to a case for the other moderators',
      params: IdParams,
      body: NewNote,
      answer: ModerationCaseDetail,
      status: 201,
    },
    ({ actor, params, body }) => noteOnCase(deps, actor, params.id, body.text),
  );
}
