import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Texts } from '@tribus/kit/core/language.ts';
import type { OwnDecision } from '../api/moderation.ts';
import { isLeftToSite, listModerators } from './case-deciders.ts';
import { emitCaseQueue } from './case-queue.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { requireUuid } from './ids.ts';
import type { StoredDecision } from './store/case-decisions.ts';
import type { CaseInList } from './store/cases.ts';

/** Returns the decisions of a case for its author, without names; 404 for other users. */
export async function readOwnDecision(deps: Deps, author: Actor, caseId: string): Promise<OwnDecision> {
  const { store, directory } = deps;
  const found = await getOwnCase(deps, author, caseId);
  const decisions = await store.caseDecisions.listOf(found.id);
  // The author is not informed of a report before it has a consequence.
  if (decisions.length === 0 && found.hides === null) throw fail('not_found');
  const tribeIds = found.tribeId === null ? [] : [found.tribeId];
  const [membership] = (await directory.getMembershipsOf(author.id, tribeIds)).values();
  const { object } = found;
  return {
    caseId: found.id,
    kind: found.kind,
    postKind: object.postKind ?? null,
    postId: object.postId ?? null,
    tribe: membership ? { id: membership.tribe.id, name: tribeNameFor(author, membership) } : null,
    text: object.text,
    shadows: object.images.flatMap(({ lqip }) => lqip || []),
    hidden: found.hidden,
    isGone: found.isGone,
    decisions: decisions.map((decision) => ({
      action: decision.action,
      reason: decision.reason,
      message: authorMessage(decision, author),
      bySite: decision.bySite,
      editedMeanwhile: decision.editedMeanwhile,
      createdAt: decision.createdAt.toISOString(),
    })),
    appeal:
      found.appeal !== null && found.appealedAt
        ? { text: found.appeal, createdAt: found.appealedAt.toISOString() }
        : null,
    textsDeletedAt: found.textsDeletedAt?.toISOString() ?? null,
    mayAppealUntil: mayAppeal(found, deps.ctx.clock.now()) ? (found.appealUntil?.toISOString() ?? null) : null,
  };
}

const unexplained: Record<'bySite' | 'byTribe', Texts> = {
  bySite: {
    es: 'Lo ha retirado el equipo de Tribus sin añadir una explicación.',
    en: 'The Tribus team removed it without adding an explanation.',
    zh: '由 Tribus 团队移除，未附说明。',
  },
  byTribe: {
    es: 'Lo ha retirado quien modera la tribu, sin añadir una explicación.',
    en: 'The tribe’s moderators removed it without adding an explanation.',
    zh: '由部落版主移除，未附说明。',
  },
};

/** The message for the author; for a removal without one, a text that names the role of its moderator. */
function authorMessage({ action, reason, message, bySite }: StoredDecision, { language }: Actor): string {
  if (message !== '' || action !== 'remove' || reason !== 'other') return message;
  return unexplained[bySite ? 'bySite' : 'byTribe'][language];
}

/**
 * Appeals against a decision; throws 409 `appeal_early` before it, `appealed_already` the second time, and
 * `appeal_late` after the period.
 */
export async function appealDecision(deps: Deps, author: Actor, caseId: string, text: string): Promise<OwnDecision> {
  const found = await getOwnCase(deps, author, caseId);
  const moderators = await listModerators(deps, found);
  await deps.store.transaction(async (tx) => {
    const locked = await tx.cases.lock(found.id);
    if (!locked) throw fail('not_found');
    const at = deps.ctx.clock.now();
    if (locked.appealedAt) throw errors.fail('appealed_already');
    if (locked.status === 'open') throw errors.fail('appeal_early');
    if (!mayAppeal(locked, at)) throw errors.fail('appeal_late');
    const change = { appeal: text, appealedAt: at, changedAt: at, assigneeId: null, assignedAt: null };
    const awaitsSite = await isLeftToSite(tx, locked, moderators);
    await tx.cases.change(found.id, { status: 'appealed', awaitsSite, ...change });
    emitCaseQueue(tx, { ...locked, awaitsSite }, { added: true });
  });
  return readOwnDecision(deps, author, caseId);
}

const mayAppeal = (
  { status, appealUntil, appealedAt }: Pick<CaseInList, 'status' | 'appealUntil' | 'appealedAt'>,
  now: Date,
): boolean => status === 'decided' && appealedAt === null && appealUntil !== null && now < appealUntil;

async function getOwnCase({ store }: Deps, author: Actor, caseId: string): Promise<CaseInList> {
  const found = await store.cases.find(requireUuid(caseId));
  // Only by the id of the case: the id of a report is known to its reporter.
  if (found?.id !== caseId || found.authorId !== author.id) throw fail('not_found');
  return found;
}
