import { recordAudit } from '@tribus/community/audit.ts';
import type { Authority } from '@tribus/community/authority.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { AuditRecorded, CaseDecided } from '@tribus/proto/content/v1/events.ts';
import type { Resolution } from '../api/moderation.ts';
import { appealDays } from '../limits.ts';
import { banAfterCommit, liftAfterCommit, mayBan } from './case-bans.ts';
import { closeCaseTx, isRemoval } from './case-closing.ts';
import { emitCaseQueue } from './case-queue.ts';
import { actionsIn, findRefusal, usualReason } from './case-rules.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { lockObject, type OwnCause, setHiding } from './hiding.ts';
import { getModeratedCase } from './moderated-case.ts';
import { settleReports } from './report-settlement.ts';
import { hasText } from './store/case-edits.ts';
import type { StoredCase } from './store/cases.ts';
import { isHideable } from './store/hiding.ts';
import type { ContentTx } from './store/store.ts';
import type { CaseAction, ReportReason } from './store/tables.ts';

/** A decision that a moderator makes, before it has a number and a default reason. */
export interface NewDecision extends Pick<Resolution, 'message' | 'note'> {
  actor: Actor;
  bySite: boolean;
  authority: Authority;
  action: CaseAction;
  reason: ReportReason | undefined;
  at: Date;
  /** The author edited the object after the moderator read it. */
  editedMeanwhile?: boolean;
  /** The author must receive more than "another reason" (400 `message_required`). */
  needsMessage?: boolean;
}

/** Measures against an object, not decisions about an appeal: they need a reason for the author. */
const measures: readonly CaseAction[] = ['warn', 'hide', 'remove', 'ban'];

/**
 * Decides a case or an appeal. Of concurrent decisions one succeeds, the others throw 409 `case_decided`. Throws 409
 * `case_changed` when the case has changed since the version that the moderator read (`isEditedMeanwhile`), 403 with
 * the code of `findRefusal`, 400 `action_impossible` for an action that this object does not allow, and 400
 * `message_required` for a measure without a reason.
 */
export async function resolveCase(deps: Deps, actor: Actor, id: string, resolution: Resolution): Promise<string> {
  const moderated = await getModeratedCase(deps, actor, id);
  const { found, isOfTribe, authority } = moderated;
  const { action, reason, message, note, endsAt } = resolution;
  if (action === 'ban') requireBanMessage(deps, resolution);
  const banned = action === 'ban' && (await mayBan(deps, actor, moderated));
  await deps.store.transaction(async (tx) => {
    const exists = await lockObject(tx, found);
    const locked = await tx.cases.lock(found.id);
    if (!locked) throw fail('not_found');
    if (locked.status !== 'open' && locked.status !== 'appealed') throw errors.fail('case_decided');
    const editedMeanwhile = isEditedMeanwhile(locked, resolution);
    const { seenEdits = locked.edits } = resolution;
    await tx.caseEdits.keep(locked, editedMeanwhile ? seenEdits : locked.edits, 'decision');
    const at = deps.ctx.clock.now();
    await requireMayDecide(tx, actor, { found: locked, authority, now: at });
    const objectDeleted = locked.objectDeleted || (isHideable(locked.kind) && !exists);
    if (!actionsIn({ ...locked, objectDeleted }, banned).includes(action)) throw errors.fail('action_impossible');
    const words = { reason, message, note, needsMessage: measures.includes(action) };
    const decision: NewDecision = { actor, bySite: !isOfTribe, authority, action, editedMeanwhile, ...words, at };
    await setHiding(tx, locked, hidesAfter(action, locked.hides), at);
    if (action === 'ban')
      await banAfterCommit(tx, { found: locked, authority, byUserId: actor.id, reason: message, endsAt });
    if (action === 'overturn' && (await hasBanned(tx, found.id))) await liftAfterCommit(tx, found.id);
    await settleCase(deps, tx, locked, decision);
  });
  return found.id;
}

/**
 * Returns whether the author edited the object after the moderator read it. A measure, or the rejection of an appeal,
 * may then be about the text that was read, if the case still has it: otherwise an author who keeps editing could
 * postpone it. Throws 409 `case_changed` for any other change, and for actions that show the object again, because
 * nobody would have read its present text.
 */
function isEditedMeanwhile(
  locked: StoredCase,
  { action, version = locked.version, seenEdits = locked.edits }: Resolution,
): boolean {
  if (version === locked.version) return false;
  const isOnlyEdited = locked.version - version === locked.edits - seenEdits && hasText(locked, seenEdits);
  if (!isOnlyEdited || !(measures.includes(action) || action === 'uphold')) throw errors.fail('case_changed');
  return true;
}

/** Whether a decision of the case imposed a ban. */
const hasBanned = async (tx: ContentTx, caseId: string): Promise<boolean> =>
  (await tx.caseDecisions.listOf(caseId)).some(({ action }) => action === 'ban');

/** A ban needs a message (400 `ban_message_required`) and an end in the future (400 `ban_end_past`). */
function requireBanMessage({ ctx }: Deps, { message, endsAt }: Resolution): void {
  if (message === '') throw errors.fail('ban_message_required');
  if (endsAt !== null && new Date(endsAt) <= ctx.clock.now()) throw errors.fail('ban_end_past');
}

async function requireMayDecide(
  tx: ContentTx,
  actor: Actor,
  { found, authority, now }: { found: StoredCase; authority: Authority; now: Date },
): Promise<void> {
  const decisions = await tx.caseDecisions.listOf(found.id);
  const hasReported = await tx.reports.hasReported(actor.id, found.id);
  const refusal = findRefusal(actor, found, { authority, hasReported, decisions, now });
  if (refusal) throw errors.fail(refusal);
}

/** The cause for which a case hides its object after a decision; null when it does not. Other cases are unaffected. */
function hidesAfter(action: CaseAction, present: OwnCause | null): OwnCause | null {
  switch (action) {
    case 'keep':
    case 'warn':
    case 'overturn':
      return null;
    case 'hide':
      return 'moderator';
    case 'remove':
    case 'ban':
      return 'removed';
    case 'uphold':
      return present;
    default:
      return action satisfies never;
  }
}

/** Stores a decision, notifies reporters and the author, and closes the case when it cannot be appealed. */
export async function settleCase(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  found: StoredCase,
  decision: NewDecision,
): Promise<void> {
  const { actor, action, at } = decision;
  const isDismissed = action === 'keep' || action === 'overturn';
  const earlier = await tx.caseDecisions.listOf(found.id);
  const { needsMessage, ...stored } = decision;
  const reason = decision.reason ?? (await usualReason(tx, found.id, earlier));
  if (needsMessage && reason === 'other' && decision.message === '') throw errors.fail('message_required');
  const number = earlier.length + 1;
  const decisionId = await storeDecision({ ctx }, tx, found, { ...stored, reason, number });
  const { id: caseId, kind, objectId, authorId } = found;
  const tribeId = found.tribeId ?? 0;
  const decided = { caseId, decisionId, kind, objectId, tribeId, authorId, action, reason, decidedById: actor.id };
  const { postKind = 'none' } = found.object;
  const objectRemoved = await isRemoved(tx, found);
  tx.emit(CaseDecided, { ...decided, postKind, wasHidden: found.hides !== null, objectRemoved });
  // Whatever is decided about a text, later viewers must not find it among the versions.
  if (kind === 'post' && measures.includes(action)) await tx.postVersions.close(objectId);
  await settleReports(tx, found, { number, outcome: isDismissed ? 'dismissed' : 'upheld' });
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'case_decided',
    target: { type: 'case', id: caseId },
    before: { kind, objectId, authorId, tribeId },
    after: { action, reason },
  });
  const mayBeAppealed = !isDismissed && action !== 'uphold' && authorId !== '';
  if (mayBeAppealed) {
    const appealUntil = new Date(at.getTime() + appealDays * dayMs);
    await tx.cases.change(found.id, { status: 'decided', changedAt: at, appealUntil });
  } else {
    const decisive = action === 'uphold' ? earlier.at(-1)?.action : action;
    await closeCaseTx(tx, found, { removed: isRemoval(decisive), at });
  }
  emitCaseQueue(tx, found, { added: false });
}

/** Stores a decision and the moderator's note on it; resolves to its id. */
async function storeDecision(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  { id: caseId }: StoredCase,
  {
    actor,
    note,
    at,
    editedMeanwhile = false,
    ...decision
  }: Omit<NewDecision, 'needsMessage'> & { reason: ReportReason; number: number },
): Promise<string> {
  const id = ctx.newId();
  await tx.caseDecisions.add({ ...decision, editedMeanwhile, id, caseId, decidedBy: actor.id, createdAt: at });
  if (note !== '')
    await tx.caseDecisions.addNote({ id: ctx.newId(), caseId, authorId: actor.id, text: note, createdAt: at });
  return id;
}

async function isRemoved(tx: ContentTx, { kind, objectId }: StoredCase): Promise<boolean> {
  return (await tx.caseHiding.strictest(kind, objectId))?.hides === 'removed';
}
