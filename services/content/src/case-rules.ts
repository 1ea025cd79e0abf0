import { type Authority, mayUndo } from '@tribus/community/authority.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { ModerationCaseDetail } from '../api/moderation.ts';
import { appealForOthersHours } from '../limits.ts';
import type { StoredDecision } from './store/case-decisions.ts';
import type { StoredCase } from './store/cases.ts';
import type { Reports } from './store/reports.ts';
import type { CaseAction, ReportedKind, ReportReason } from './store/tables.ts';

const appealForOthersMs = appealForOthersHours * hourMs;

/** The actions available in a case in its present state. */
export function actionsIn(
  { status, kind, objectDeleted, authorId }: Pick<StoredCase, 'status' | 'kind' | 'objectDeleted' | 'authorId'>,
  mayBan: boolean,
): CaseAction[] {
  if (status === 'appealed') return ['uphold', 'overturn'];
  if (status !== 'open') return [];
  const warn: CaseAction[] = authorId === '' ? [] : ['warn'];
  const ban: CaseAction[] = mayBan && removals(kind).length > 0 ? ['ban'] : [];
  return ['keep', ...warn, ...(objectDeleted ? [] : removals(kind)), ...ban];
}

/** Messages are stored by messaging, which removes them when it receives the decision. */
const isMessage = (kind: ReportedKind): boolean => kind === 'chat_message' || kind === 'direct_message';

/** When its author's account is deleted, a tribe gets another owner, and messages stay without a name. */
export const outlivesAuthor = (kind: ReportedKind): boolean => kind === 'tribe' || isMessage(kind);

/** Only a post can be edited. Users and tribes are managed on the admins' own screens. */
function removals(kind: ReportedKind): CaseAction[] {
  if (kind === 'post') return ['hide', 'remove'];
  return kind === 'comment' || kind === 'tribe_media' || isMessage(kind) ? ['remove'] : [];
}

/**
 * The reason for the author when the moderator chooses none: that of the last decision, else the most frequent one of
 * the reports.
 */
export async function usualReason(
  { reports }: { reports: Pick<Reports, 'mostFrequentReason'> },
  caseId: string,
  decisions: readonly Pick<StoredDecision, 'reason'>[],
): Promise<ReportReason> {
  return decisions.at(-1)?.reason ?? (await reports.mostFrequentReason(caseId)) ?? 'other';
}

type Refusal = NonNullable<ModerationCaseDetail['refusal']>;

type DecidedAs = Pick<StoredDecision, 'authority' | 'bySite' | 'decidedBy'>;

interface Facts {
  /** The actor's authority in the case. */
  authority: Authority;
  hasReported: boolean;
  /** Decisions of the case, in their order. */
  decisions: readonly DecidedAs[];
  now: Date;
}

/**
 * Returns why the actor may not decide a waiting case that they may read, or null. A reporter may not decide, except a
 * site admin, who is the last instance. A decision can be changed only by the same or a higher authority. For some days
 * an appeal is reserved for another moderator than the one whose decision it is about.
 */
export function findRefusal(
  actor: Actor,
  found: Pick<StoredCase, 'status' | 'changedAt'>,
  { authority, hasReported, decisions, now }: Facts,
): Refusal | null {
  if (found.status !== 'open' && found.status !== 'appealed') return null;
  if (hasReported && !isAdmin(actor)) return 'own_report';
  if (isDecidedAbove(authority, decisions)) return 'decided_above';
  if (found.status !== 'appealed' || decisions.at(-1)?.decidedBy !== actor.id) return null;
  const waited = now.getTime() - found.changedAt.getTime();
  return waited < appealForOthersMs ? 'appeal_for_others' : null;
}

/** Whether a decision of the case was made with a higher authority. */
export const isDecidedAbove = (authority: Authority, decisions: readonly DecidedAs[]): boolean =>
  decisions.some((decision) => !mayUndo(authority, decidedAs(decision)));

/** The authority of a decision. */
export const decidedAs = ({ authority, bySite }: DecidedAs): Authority => authority ?? (bySite ? 'admin' : 'officer');
