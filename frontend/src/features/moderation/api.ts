import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import type { ListedKind } from '../../lib/listed-kind.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cancelShown } from '../../lib/optimistic.ts';
import { cursorPages, patchInPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type ModerationCase = Schema<'ModerationCase'>;
export type CaseDetail = Schema<'ModerationCaseDetail'>;
export type CaseAction = Schema<'CaseAction'>;
export type ReportReason = Schema<'ReportReason'>;
export type Resolution = Params<'post', '/reports/{id}/resolve'>['body'];

const STATUSES = ['waiting', 'open', 'appealed', 'decided'] as const;
export type CaseStatus = (typeof STATUSES)[number];
export const CASE_STATUSES: readonly CaseStatus[] = STATUSES;

/** The filter of a list of cases. */
export interface CaseFilter {
  status: CaseStatus;
  kind?: ListedKind;
  reason?: ReportReason;
  assigned?: 'me' | 'none';
  /** Only in the list of the site. */
  tribeId?: number;
  /** Only in the list of the site. */
  decidedBy?: 'site';
}

/** The cases of a tribe, or of the site (null). */
export const casesQuery = (tribeId: number | null, filter: CaseFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.cases.list(tribeId, filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      tribeId === null
        ? http.get('/admin/reports', { query: { ...filter, cursor }, signal })
        : http.get('/tribes/{tribeId}/reports', { path: { tribeId }, query: { ...filter, cursor }, signal }),
    ...cursorPages,
  });

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.cases.one(id),
    queryFn: ({ signal }) => http.get('/reports/{id}', { path: { id }, signal }),
  });

/** All reports of a case; the case itself has the newest ones. */
export const caseReportsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.cases.reports(id),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/reports/cases/{id}', { path: { id }, query: { cursor }, signal }),
    ...cursorPages,
  });

export const logQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.cases.log(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/reports/log', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
  });

export const ownDecisionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.cases.own(id),
    queryFn: ({ signal }) => http.get('/reports/decisions/{id}', { path: { id }, signal }),
  });

/** Invalidates cases and all queries that show their objects. */
const changedByDecisions: readonly QueryKey[] = [
  queryKeys.cases.all,
  queryKeys.feed.all,
  queryKeys.post.all,
  queryKeys.comments.all,
  queryKeys.media.all,
  queryKeys.vibes.all,
];

/**
 * Decides a case and invalidates the queries that show its object. Both functions are called before that, since the
 * form of a decided case unmounts: `onDecidedBefore` when another moderator has decided it.
 */
export function useResolve(
  id: string,
  onDecided: (action: CaseAction) => void,
  onDecidedBefore: (error: ApiError) => void,
  onOutdated: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Resolution) => http.post('/reports/{id}/resolve', { path: { id }, body }),
    onSuccess: (_, { action }) => {
      dropWaiting(client, id);
      onDecided(action);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'case_decided') {
        dropWaiting(client, id);
        onDecidedBefore(error);
      }
      if (error.code === 'case_changed') onOutdated();
    },
    onSettled: () => Promise.all(changedByDecisions.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Removes a decided case from the lists of waiting cases: the next one opens before they are fetched again. */
function dropWaiting(client: QueryClient, id: string): void {
  const { lists } = queryKeys.cases;
  cancelShown(client, lists);
  client.setQueriesData(
    { queryKey: lists },
    patchInPages(id, (found: ModerationCase) => (found.due ? null : found)),
  );
}

export function useAssign(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { assigned: boolean; takeOver: boolean }) =>
      http.post('/reports/{id}/assignment', { path: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cases.all }),
  });
}

export function useNote(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => http.post('/reports/{id}/notes', { path: { id }, body: { text } }),
    onSuccess: (found) => client.setQueryData(queryKeys.cases.one(id), found),
  });
}

export function useAppeal(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => http.post('/reports/decisions/{id}/appeal', { path: { id }, body: { text } }),
    onSuccess: (decision) => client.setQueryData(queryKeys.cases.own(id), decision),
  });
}
