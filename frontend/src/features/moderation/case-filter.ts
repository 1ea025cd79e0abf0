import { reportReasons } from '@limits/content';
import { CASE_STATUSES, type CaseFilter, type CaseStatus, type ListedKind, type ReportReason } from './api.ts';

/** Every kind that can be reported; a vibe, which is a post, under its own name. */
export const CASE_KINDS = [
  'post',
  'vibe',
  'comment',
  'tribe_media',
  'chat_message',
  'direct_message',
  'person',
  'tribe',
] as const satisfies readonly ListedKind[];

export const ASSIGNED = ['me', 'none'] as const;

const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

/** Reads the filter of the list from the address. */
export function readFilter(query: URLSearchParams): CaseFilter {
  const [kind, reason, assigned] = [
    among(CASE_KINDS, query.get('kind')),
    among<ReportReason>(reportReasons, query.get('reason')),
    among(ASSIGNED, query.get('assigned')),
  ];
  const status = among<CaseStatus>(CASE_STATUSES, query.get('status')) ?? 'waiting';
  return { status, ...(kind && { kind }), ...(reason && { reason }), ...(assigned && { assigned }) };
}

/** Returns the number of active filters other than the status. */
export const narrowings = ({ kind, reason, assigned }: CaseFilter): number =>
  [kind, reason, assigned].filter(Boolean).length;
