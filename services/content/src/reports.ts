import { isModerator } from '@tribus/community/access.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import type { Texts } from '@tribus/kit/core/language.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import type { OwnReports } from '../api/moderation.ts';
import { reportsPerDay } from '../limits.ts';
import { isLeftToSite, listModerators, type TribeModerators } from './case-deciders.ts';
import { openCase, withCurrentVideos, withoutDeletedAuthors } from './case-opening.ts';
import { emitCaseQueue, emitSiteQueue } from './case-queue.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { lockObject, setHiding } from './hiding.ts';
import { computeReportWeight, isEnoughToHide, type ReportedAuthor } from './report-weight.ts';
import { findReportable, type ReportableObject, type ReportTarget } from './reportable.ts';
import type { StoredCase } from './store/cases.ts';
import { isHideable } from './store/hiding.ts';
import type { StoredReport } from './store/reports.ts';
import type { ContentTx } from './store/store.ts';

const sent: Texts = {
  es: 'Reporte enviado correctamente',
  en: 'Report sent',
  zh: '举报已提交',
};

/**
 * Reports an object that the reporter may see: 404 otherwise, 400 `report_own` for their own, 409 `already_reported`
 * while their report of it is open, 429 `too_many_reports` after twenty in a day, 503 `unavailable` while too many
 * reports of it wait. Enough weight hides an object stored by content until a moderator reviews it.
 */
export async function reportObject(
  deps: Deps,
  reporter: Actor,
  target: ReportTarget,
  { reason, description }: Pick<StoredReport, 'reason' | 'description'>,
): Promise<{ message: string }> {
  const { ctx, store, reportQueue } = deps;
  const found = await findReportable(deps, reporter, target);
  if (found.authorId === reporter.id) throw errors.fail('report_own');
  const author = await authorOf(deps, found);
  const [weight, moderators] = await Promise.all([weigh(deps, reporter, found, author), listModerators(deps, found)]);
  const write = async (tx: ContentTx) => {
    const at = ctx.clock.now();
    await countReport(tx, reporter, at);
    const present = await withoutDeletedAuthors(tx, found);
    const exists = await lockObject(tx, { id: '', ...found });
    const { opened, isNew } = await openCase(ctx, tx, await withCurrentVideos(tx, present), at);
    const { kind, objectId } = found;
    const report = { id: ctx.newId(), caseId: opened.id, kind, objectId, reporterId: reporter.id, reason, description };
    if (!(await tx.reports.add({ ...report, weight, outcome: 'open', createdAt: at })))
      throw errors.fail('already_reported');
    await tx.caseEdits.keep(opened, opened.edits, 'report');
    if (exists) await hideIfEnough(tx, opened, author, at);
    await enqueueReported(tx, opened, { isNew, moderators });
  };
  // They all lock the object.
  await reportQueue.take(`${found.kind} ${found.objectId}`, () => store.transaction(write));
  return { message: sent[reporter.language] };
}

async function countReport(tx: ContentTx, reporter: Actor, at: Date): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  if (await tx.reports.countOnDay(reporter.id, day, reportsPerDay)) return;
  const retryAfter = Math.ceil((dayMs - (at.getTime() % dayMs)) / 1000);
  throw errors.fail('too_many_reports', undefined, { retryAfter });
}

/** Notifies the moderators of a new case, and site admins once no other moderator may decide it. */
async function enqueueReported(
  tx: ContentTx,
  opened: StoredCase,
  { isNew, moderators }: { isNew: boolean; moderators: TribeModerators },
): Promise<void> {
  const awaitsSite = await isLeftToSite(tx, opened, moderators);
  if (awaitsSite !== opened.awaitsSite) await tx.cases.setAwaitsSite(opened.id, awaitsSite);
  if (isNew) emitCaseQueue(tx, { ...opened, awaitsSite }, { added: true });
  else if (awaitsSite !== opened.awaitsSite) emitSiteQueue(tx, opened, { added: awaitsSite });
}

async function hideIfEnough(tx: ContentTx, opened: StoredCase, author: ReportedAuthor, at: Date): Promise<void> {
  const { kind, objectId } = opened;
  if (!isHideable(kind)) return;
  if (!isEnoughToHide(await tx.reports.computeReportWeight(opened.id), author)) return;
  // An object that moderators kept is not hidden again by further reports.
  if (await tx.caseHiding.wasDismissed(kind, objectId)) return;
  if ((await tx.hiding.causeOf(kind, objectId)) !== null) return;
  await setHiding(tx, opened, 'reports', at);
}

/** The author determines the weight needed to hide the object. */
async function authorOf({ directory }: Deps, { tribeId, authorId }: ReportableObject): Promise<ReportedAuthor> {
  if (tribeId === null || authorId === '') return { isModerator: false };
  const { status, role } = await directory.getMembership(authorId, tribeId);
  return { isModerator: status === 'active' && isModerator(role) };
}

async function weigh(
  { ctx, store, directory, newAccountHours }: Deps,
  reporter: Actor,
  { tribeId }: ReportableObject,
  author: ReportedAuthor,
): Promise<number> {
  const [users, membership, outcomes] = await Promise.all([
    directory.getUsers([reporter.id]),
    tribeId === null ? undefined : directory.getMembership(reporter.id, tribeId),
    store.reports.outcomesOf(reporter.id, tribeId),
  ]);
  const createdAt = Date.parse(users.get(reporter.id)?.createdAt ?? '');
  const ageMs = ctx.clock.now().getTime() - createdAt;
  // An unknown registration date counts as new.
  const isNew = newAccountHours > 0 && !(ageMs >= newAccountHours * hourMs);
  return computeReportWeight({ ...outcomes, isNew, levelOrder: membership?.levelOrder ?? 0 }, author);
}

/** The outcomes of the reporter's own reports, the newest first. */
export async function readOwnReports({ store, cursors }: Deps, reporter: Actor, query: PageQuery): Promise<OwnReports> {
  const { items, nextCursor } = await readPage(cursors, `reports:${reporter.id}`, query, ({ limit, after }) =>
    store.reports.listOfReporter(reporter.id, limit, after),
  );
  return {
    items: items.map(({ id, kind, reason, description, outcome, createdAt }) => ({
      id,
      kind,
      reason,
      description,
      outcome,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor,
  };
}
