import { reportReasons } from '@limits/content';
import type { ListedKind } from '../../lib/listed-kind.ts';
import { CASE_STATUSES, type CaseFilter, type CaseStatus, type ReportReason } from './api.ts';

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
export const DECIDERS = ['site'] as const;

const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

const isTribeId = (text: string | null): text is string => text !== null && /^[1-9]\d{0,8}$/.test(text);

/** Reads the filter of the list from the address; that of a tribe has none of the site's own filters. */
export function readFilter(query: URLSearchParams, isOfSite: boolean): CaseFilter {
  const [kind, reason, assigned] = [
    among(CASE_KINDS, query.get('kind')),
    among<ReportReason>(reportReasons, query.get('reason')),
    among(ASSIGNED, query.get('assigned')),
  ];
  const status = among<CaseStatus>(CASE_STATUSES, query.get('status')) ?? 'waiting';
  const tribeId = query.get('tribeId');
  const decidedBy = among(DECIDERS, query.get('decidedBy'));
  return {
    status,
    ...(kind && { kind }),
    ...(reason && { reason }),
    ...(assigned && { assigned }),
    ...(isOfSite && decidedBy && { decidedBy }),
    ...(isOfSite && isTribeId(tribeId) && { tribeId: Number(tribeId) }),
  };
}

/** Returns the number of active filters other than the status. */
export const narrowings = ({ kind, reason, assigned, tribeId, decidedBy }: CaseFilter): number =>
  [kind, reason, assigned, tribeId, decidedBy].filter(Boolean).length;
