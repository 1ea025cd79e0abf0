import { type Authority, mayUndo } from '@tribus/community/authority.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type { ModerationCaseDetail } from '../api/moderation.ts';
import { appealForOthersHours } from '../limits.ts';
import type { StoredDecision } from './store/case-decisions.ts';
import type { StoredCase } from './store/cases.ts';
import type { Reports } from './store/reports.ts';
import type { CaseAction, ReportedKind, ReportReason } from './store/tables.ts';

const appealForOthersMs = appealForOthersHours * 60 * 60 * 1000;

/** What may be decided in a case as it stands. */
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

/** What messaging has, and takes out of what people read when it hears of a decision. */
const isMessage = (kind: ReportedKind): boolean => kind === 'chat_message' || kind === 'direct_message';

/** Only a post can be edited. People and tribes are dealt with by the admins' own screens for them. */
function removals(kind: ReportedKind): CaseAction[] {
  if (kind === 'post') return ['hide', 'remove'];
  return kind === 'comment' || kind === 'tribe_media' || isMessage(kind) ? ['remove'] : [];
}

/** What the author reads where who decides chooses no reason: that of the last decision, else what most of its reports say. */
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
  /** Of the actor. */
  authority: Authority;
  hasReported: boolean;
  /** Of the case, in their order. */
  decisions: readonly DecidedAs[];
  now: Date;
}

/**
 * Why somebody may not decide a case that waits and that they may look at. Who reported it does not decide, unless they are
 * a site admin, who is the last to decide. What somebody of more authority has decided in a case is for those of as much.
 * An appeal is for others than who decided what it is about, for some days.
 */
export function refusalOf(
  actor: Actor,
  found: Pick<StoredCase, 'status' | 'changedAt'>,
  { authority, hasReported, decisions, now }: Facts,
): Refusal | null {
  if (found.status !== 'open' && found.status !== 'appealed') return null;
  if (hasReported && !isAdmin(actor)) return 'own_report';
  if (decisions.some((decision) => !mayUndo(authority, decidedAs(decision)))) return 'decided_above';
  if (found.status !== 'appealed' || decisions.at(-1)?.decidedBy !== actor.id) return null;
  const waited = now.getTime() - found.changedAt.getTime();
  return waited < appealForOthersMs ? 'appeal_for_others' : null;
}

const decidedAs = ({ authority, bySite }: DecidedAs): Authority => authority ?? (bySite ? 'admin' : 'officer');
