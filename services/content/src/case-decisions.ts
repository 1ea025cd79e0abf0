import { recordAudit } from '@tribus/community/audit.ts';
import type { Authority } from '@tribus/community/authority.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { AuditRecorded, CaseDecided } from '@tribus/proto/content/v1/events.ts';
import type { Resolution } from '../api/moderation.ts';
import { appealDays } from '../limits.ts';
import { banAfterCommit, liftAfterCommit, mayBan } from './case-bans.ts';
import { closeCaseTx, isRemoval } from './case-closing.ts';
import { tellCaseQueue } from './case-queue.ts';
import { actionsIn, refusalOf, usualReason } from './case-rules.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { lockObject, type OwnCause, setHiding } from './hiding.ts';
import { getModeratedCase } from './moderated-case.ts';
import { settleReports } from './report-settlement.ts';
import type { StoredCase } from './store/cases.ts';
import { isHideable } from './store/hiding.ts';
import type { ContentTx } from './store/store.ts';
import type { CaseAction, ReportReason } from './store/tables.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a moderator decides, complete. */
export interface Ruling extends Pick<Resolution, 'message' | 'note'> {
  actor: Actor;
  bySite: boolean;
  authority: Authority;
  action: CaseAction;
  reason: ReportReason | undefined;
  at: Date;
  /** Its author reads more than "another reason" (400 `message_required`). */
  needsWords?: boolean;
}

/** What is decided against something, and not about an appeal: its author is told why. */
const measures: readonly CaseAction[] = ['warn', 'hide', 'remove', 'ban'];

/**
 * Decides a case, or answers an appeal. Of two who decide at once one does, the other is told 409 `case_decided`; with the
 * version that they looked at, also when something else has changed since (409 `case_changed`). 403 as `refusalOf` says,
 * 400 `action_impossible` for what cannot be done with this object, 400 `message_required` when its author would read no reason.
 */
export async function resolveCase(deps: Deps, actor: Actor, id: string, resolution: Resolution): Promise<string> {
  const moderated = await getModeratedCase(deps, actor, id);
  const { found, isOfTribe, authority } = moderated;
  const { action, reason, message, note, version, endsAt } = resolution;
  if (action === 'ban') requireBanWords(deps, resolution);
  const banned = action === 'ban' && (await mayBan(deps, actor, moderated));
  await deps.store.transaction(async (tx) => {
    const isThere = await lockObject(tx, found);
    const locked = await tx.cases.lock(found.id);
    if (!locked) throw fail('not_found');
    if (locked.status !== 'open' && locked.status !== 'appealed') throw errors.fail('case_decided');
    if (version !== undefined && version !== locked.version) throw errors.fail('case_changed');
    const at = deps.ctx.clock.now();
    await requireMayDecide(tx, actor, { found: locked, authority, now: at });
    const objectDeleted = locked.objectDeleted || (isHideable(locked.kind) && !isThere);
    if (!actionsIn({ ...locked, objectDeleted }, banned).includes(action)) throw errors.fail('action_impossible');
    const words = { reason, message, note, needsWords: measures.includes(action) };
    const ruling: Ruling = { actor, bySite: !isOfTribe, authority, action, ...words, at };
    await setHiding(tx, locked, hidesAfter(action, locked.hides), at);
    if (action === 'ban')
      await banAfterCommit(tx, { found: locked, authority, byUserId: actor.id, reason: message, endsAt });
    if (action === 'overturn' && (await hasBanned(tx, found.id))) await liftAfterCommit(tx, found.id);
    await settleCase(deps, tx, locked, ruling);
  });
  return found.id;
}

/** Whether a decision of the case imposed a ban. */
const hasBanned = async (tx: ContentTx, caseId: string): Promise<boolean> =>
  (await tx.caseDecisions.listOf(caseId)).some(({ action }) => action === 'ban');

/** Who is banned reads why, and the ban lasts. */
function requireBanWords({ ctx }: Deps, { message, endsAt }: Resolution): void {
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
  const refusal = refusalOf(actor, found, { authority, hasReported, decisions, now });
  if (refusal) throw errors.fail(refusal);
}

/** Why a case hides its object after a decision; null when it does not. What other cases do to it stays. */
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

/** Writes down what was decided, tells who reported it and whose it is, and closes what needs nothing more. */
export async function settleCase(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  found: StoredCase,
  ruling: Ruling,
): Promise<void> {
  const { actor, action, at } = ruling;
  const isKept = action === 'keep' || action === 'overturn';
  const earlier = await tx.caseDecisions.listOf(found.id);
  const { needsWords, ...said } = ruling;
  const reason = ruling.reason ?? (await usualReason(tx, found.id, earlier));
  if (needsWords && reason === 'other' && ruling.message === '') throw errors.fail('message_required');
  const number = earlier.length + 1;
  const decisionId = await writeDown({ ctx }, tx, found, { ...said, reason, number });
  const { id: caseId, kind, objectId, authorId } = found;
  const tribeId = found.tribeId ?? 0;
  const decided = { caseId, decisionId, kind, objectId, tribeId, authorId, action, reason, decidedById: actor.id };
  tx.emit(CaseDecided, { ...decided, wasHidden: found.hides !== null, objectRemoved: await isRemoved(tx, found) });
  await settleReports(tx, found, { number, outcome: isKept ? 'dismissed' : 'upheld' });
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'case_decided',
    target: { type: 'case', id: caseId },
    before: { kind, objectId, authorId, tribeId },
    after: { action, reason },
  });
  const mayBeAppealed = !isKept && action !== 'uphold' && authorId !== '';
  if (mayBeAppealed) {
    const appealUntil = new Date(at.getTime() + appealDays * dayMs);
    await tx.cases.change(found.id, { status: 'decided', changedAt: at, appealUntil });
  } else {
    const decisive = action === 'uphold' ? earlier.at(-1)?.action : action;
    await closeCaseTx(tx, found, { removed: isRemoval(decisive), at });
  }
  await tellCaseQueue(tx, found, { added: false });
}

/** Keeps a decision and what its moderator notes on it; resolves to its id. */
async function writeDown(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  { id: caseId }: StoredCase,
  { actor, note, at, ...decision }: Omit<Ruling, 'needsWords'> & { reason: ReportReason; number: number },
): Promise<string> {
  const id = ctx.newId();
  await tx.caseDecisions.add({ ...decision, id, caseId, decidedBy: actor.id, createdAt: at });
  if (note !== '')
    await tx.caseDecisions.addNote({ id: ctx.newId(), caseId, authorId: actor.id, text: note, createdAt: at });
  return id;
}

async function isRemoved(tx: ContentTx, { kind, objectId }: StoredCase): Promise<boolean> {
  return (await tx.caseHiding.strictest(kind, objectId))?.hides === 'removed';
}
