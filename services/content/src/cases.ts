import { requireModerator } from '@tribus/community/guards.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { minuteMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { byTime, PagedList, type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import type { Assignment, CaseReports, Cases, CasesQuery, ModerationCaseDetail } from '../api/moderation.ts';
import { assignmentMinutes, caseNotesMax } from '../limits.ts';
import { mayBan } from './case-bans.ts';
import { actionsIn, findRefusal, usualReason } from './case-rules.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { getModeratedCase } from './moderated-case.ts';
import { presentCaseDetail, presentCases, presentReports } from './present-case.ts';
import { needsKeeping } from './store/case-edits.ts';
import { type CaseInList, waitingStatuses } from './store/cases.ts';
import type { CaseStatus } from './store/tables.ts';

const statuses: Readonly<Record<CasesQuery['status'], readonly CaseStatus[]>> = {
  waiting: waitingStatuses,
  open: ['open'],
  appealed: ['appealed'],
  decided: ['decided', 'closed'],
};

/** The cases of the site. */
export const readCases = (deps: Deps, actor: Actor, query: CasesQuery): Promise<Cases> =>
  listCases(deps, actor, undefined, query);

/** The cases that the moderators of a tribe decide. */
export async function readTribeCases(deps: Deps, actor: Actor, tribeId: number, query: CasesQuery): Promise<Cases> {
  requireModerator(actor, await deps.directory.getMembership(actor.id, tribeId));
  return listCases(deps, actor, tribeId, query);
}

const byChange = byTime(({ changedAt }: CaseInList) => changedAt);

async function listCases(deps: Deps, actor: Actor, ofTribe: number | undefined, query: CasesQuery): Promise<Cases> {
  const { status, kind, reason, assigned, decidedBy, tribeId } = query;
  const name = `cases:${JSON.stringify([ofTribe, status, kind, reason, assigned, decidedBy, tribeId])}`;
  const oldestFirst = status !== 'decided';
  const assigneeId = assigned === 'me' ? actor.id : assigned === 'none' ? null : undefined;
  const filter = {
    ofTribe,
    tribeId,
    statuses: statuses[status],
    kind,
    reason,
    assigneeId,
    // Moderators do not learn that the others have reported a case.
    onlySite: decidedBy === 'site' && isAdmin(actor),
    notOf: actor.id,
    oldestFirst,
  };
  const [{ items, nextCursor }, waiting] = await Promise.all([
    new PagedList(deps.cursors, name, byChange).read(query, (page) => deps.store.cases.list({ ...filter, ...page })),
    deps.store.cases.countWaiting(ofTribe, actor.id),
  ]);
  return { items: await presentCases(deps, actor, items), nextCursor, waiting };
}

export async function readCase(deps: Deps, actor: Actor, id: string): Promise<ModerationCaseDetail> {
  const moderated = await getModeratedCase(deps, actor, id);
  const { found, authority } = moderated;
  const [decisions, notes, hasReported] = await Promise.all([
    deps.store.caseDecisions.listOf(found.id),
    deps.store.caseDecisions.listNotes(found.id),
    deps.store.reports.hasReported(actor.id, found.id),
  ]);
  const refusal = findRefusal(actor, found, { authority, hasReported, decisions, now: deps.ctx.clock.now() });
  const actions = refusal ? [] : actionsIn(found, await mayBan(deps, actor, moderated));
  if (actions.length > 0) await keepReadText(deps, found);
  const reason = await usualReason(deps.store, found.id, decisions);
  return presentCaseDetail(deps, actor, found, { decisions, notes, refusal, actions, usualReason: reason });
}

/** A moderator may decide about the text that they read, although its author edits it before. */
async function keepReadText({ store }: Deps, found: CaseInList): Promise<void> {
  if (found.edits === 0 || !needsKeeping(found, found.edits, 'reading')) return;
  await store.transaction(async (tx) => {
    const locked = await tx.cases.lock(found.id);
    if (locked && waitingStatuses.includes(locked.status)) await tx.caseEdits.keep(locked, found.edits, 'reading');
  });
}

/** A page of the reports of a case, the newest first; the reporters are included for site admins only. */
export async function readCaseReports(deps: Deps, actor: Actor, id: string, query: PageQuery): Promise<CaseReports> {
  const { found } = await getModeratedCase(deps, actor, id);
  const { items, nextCursor } = await readPage(deps.cursors, `case-reports:${found.id}`, query, (page) =>
    deps.store.reports.listOfCase(found.id, page.limit, page.after),
  );
  return { items: await presentReports(deps, actor, found, items), nextCursor };
}

/** Assigns a case to the actor, so that other moderators see it, or unassigns it. Others may still decide it. */
export async function assignCase(
  deps: Deps,
  actor: Actor,
  id: string,
  { assigned, takeOver }: Assignment,
): Promise<ModerationCaseDetail> {
  const { found } = await getModeratedCase(deps, actor, id);
  const at = deps.ctx.clock.now();
  await deps.store.transaction(async (tx) => {
    const locked = await tx.cases.lock(found.id);
    if (!locked) throw fail('not_found');
    const { assigneeId, assignedAt } = locked;
    const isFree = !assignedAt || at.getTime() - assignedAt.getTime() > assignmentMinutes * minuteMs;
    if (!assigned) {
      if (assigneeId === actor.id) await tx.cases.assign(found.id, null);
    } else if (assigneeId === null || assigneeId === actor.id || isFree || takeOver) {
      await tx.cases.assign(found.id, { assigneeId: actor.id, assignedAt: at });
    } else throw errors.fail('case_assigned');
  });
  return readCase(deps, actor, found.id);
}

/**
 * Adds a note for the other moderators; 409 `too_many_case_notes` at the limit, `case_texts_deleted` when those of the
 * case are deleted, because a later one would stay for good.
 */
export async function noteOnCase(deps: Deps, actor: Actor, id: string, text: string): Promise<ModerationCaseDetail> {
  const { found } = await getModeratedCase(deps, actor, id);
  const note = { id: deps.ctx.newId(), caseId: found.id, authorId: actor.id, text, createdAt: deps.ctx.clock.now() };
  await deps.store.transaction(async (tx) => {
    const locked = await tx.cases.lock(found.id);
    if (!locked) throw fail('not_found');
    if (locked.textsDeletedAt) throw errors.fail('case_texts_deleted');
    if ((await tx.caseDecisions.countNotes(found.id)) >= caseNotesMax) throw errors.fail('too_many_case_notes');
    await tx.caseDecisions.addNote(note);
  });
  return readCase(deps, actor, found.id);
}
