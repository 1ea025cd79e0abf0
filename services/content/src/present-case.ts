import type { Person } from '@tribus/community/person.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { CaseReports, ModerationCase, ModerationCaseDetail } from '../api/moderation.ts';
import { caseDueHours } from '../limits.ts';
import { isOnlyForSite } from './case-queue.ts';
import type { Deps } from './deps.ts';
import { presentPicture, presentVideo, presentVideoLink } from './present.ts';
import type { StoredDecision, StoredNote } from './store/case-decisions.ts';
import type { CaseInList } from './store/cases.ts';
import type { StoredReport } from './store/reports.ts';
import type { CaseAction, Surrounding } from './store/tables.ts';

const reportsShown = 20;

/** Finds a user as the viewer may see them in the tribe of a case; null for a deleted one. */
type PresentUser = (found: CaseInList, id: string) => Person | null;
/** Cases for a moderator, with two batched calls for all users and tribes in them. */
export async function presentCases(deps: Deps, viewer: Actor, cases: readonly CaseInList[]): Promise<ModerationCase[]> {
  const ids = cases.map(({ id }) => id);
  const [reports, reasons] = await Promise.all([
    deps.store.reports.newestOf(ids, reportsShown),
    deps.store.reports.countReasons(ids),
  ]);
  const [byCase, reasonsByCase] = [Map.groupBy(reports, caseIdOf), Map.groupBy(reasons, caseIdOf)];
  const named = cases.map((found) => ({ found, ids: namedIn(viewer, found, byCase.get(found.id) ?? []) }));
  const [presentUser, tribes] = await Promise.all([
    loadUserPresenter(deps, viewer, named),
    tribesOf(deps, viewer, cases),
  ]);
  return cases.map((found) =>
    presentCase(deps, viewer, found, {
      reports: byCase.get(found.id) ?? [],
      reasons: (reasonsByCase.get(found.id) ?? []).map(({ reason, count }) => ({ reason, count })),
      presentUser,
      tribes,
    }),
  );
}

const caseIdOf = ({ caseId }: { caseId: string }): string => caseId;

/** Only site admins see the reporters. */
const reportersIn = (viewer: Actor, reports: readonly StoredReport[]): string[] =>
  isAdmin(viewer) ? reports.map(({ reporterId }) => reporterId) : [];

const namedIn = (viewer: Actor, found: CaseInList, reports: readonly StoredReport[]): string[] => [
  found.authorId,
  found.assigneeId ?? '',
  ...reportersIn(viewer, reports),
];

async function tribesOf({ directory }: Deps, viewer: Actor, cases: readonly CaseInList[]) {
  const ids = new Set(cases.flatMap(({ tribeId }) => tribeId ?? []));
  return directory.getMembershipsOf(viewer.id, ids);
}

async function loadUserPresenter(
  { directory }: Deps,
  viewer: Actor,
  named: readonly { found: CaseInList; ids: readonly string[] }[],
): Promise<PresentUser> {
  const withIds = named.map(({ found, ids }) => ({ tribeId: found.tribeId, ids: ids.filter((id) => id !== '') }));
  const idsByTribe = new Map<number, string[]>();
  for (const { tribeId, ids } of withIds)
    if (tribeId !== null) idsByTribe.set(tribeId, [...(idsByTribe.get(tribeId) ?? []), ...ids]);
  const [inTribes, outside] = await Promise.all([
    directory.presentUsersAcross(viewer, idsByTribe),
    directory.presentUsers(
      viewer,
      withIds.flatMap(({ tribeId, ids }) => (tribeId === null ? ids : [])),
    ),
  ]);
  return ({ tribeId }, id) => (tribeId === null ? outside : inTribes.get(tribeId))?.get(id) ?? null;
}

interface Shown extends Pick<ModerationCase, 'reasons'> {
  reports: readonly StoredReport[];
  presentUser: PresentUser;
  tribes: Awaited<ReturnType<typeof tribesOf>>;
}

function presentCase(
  { ctx }: Deps,
  viewer: Actor,
  found: CaseInList,
  { reports, reasons, presentUser, tribes }: Shown,
): ModerationCase {
  const { object } = found;
  const tribe = found.tribeId === null ? undefined : tribes.get(found.tribeId)?.tribe;
  return {
    id: found.id,
    kind: found.kind,
    postKind: object.postKind ?? null,
    tribe: tribe ? { id: tribe.id, name: tribe.name } : null,
    objectId: found.objectId,
    postId: object.postId ?? null,
    author: presentUser(found, found.authorId),
    text: object.text,
    imagesCount: object.images.length,
    objectDeleted: found.objectDeleted,
    hidden: found.hidden,
    status: found.status,
    version: found.version,
    edits: found.edits,
    openedAt: found.openedAt.toISOString(),
    changedAt: found.changedAt.toISOString(),
    due: dueOf(found, ctx.clock.now()),
    assignee: found.assigneeId ? presentUser(found, found.assigneeId) : null,
    assignedAt: found.assignedAt?.toISOString() ?? null,
    isMine: found.assigneeId === viewer.id,
    onlySite: isAdmin(viewer) && isOnlyForSite(found),
    reportsCount: reasons.reduce((total, { count }) => total + count, 0),
    reasons,
    reports: reports.map((report) => presentReport(viewer, found, report, presentUser)),
    lastAction: found.lastAction,
    textsDeletedAt: found.textsDeletedAt?.toISOString() ?? null,
  };
}

const presentReport = (
  viewer: Actor,
  found: CaseInList,
  { id, reason, description, createdAt, reporterId }: StoredReport,
  presentUser: PresentUser,
): CaseReports['items'][number] => ({
  id,
  reason,
  description,
  createdAt: createdAt.toISOString(),
  reporter: isAdmin(viewer) ? presentUser(found, reporterId) : null,
});

/** Reports of a case for a moderator. */
export async function presentReports(
  deps: Deps,
  viewer: Actor,
  found: CaseInList,
  reports: readonly StoredReport[],
): Promise<CaseReports['items']> {
  const presentUser = await loadUserPresenter(deps, viewer, [{ found, ids: reportersIn(viewer, reports) }]);
  return reports.map((report) => presentReport(viewer, found, report, presentUser));
}

/** The urgency of a case by its waiting time; null when it is decided. */
function dueOf({ status, changedAt }: CaseInList, now: Date): ModerationCase['due'] {
  if (status !== 'open' && status !== 'appealed') return null;
  const hours = (now.getTime() - changedAt.getTime()) / hourMs;
  return hours >= caseDueHours.late ? 'late' : hours >= caseDueHours.soon ? 'soon' : 'fresh';
}

interface CaseFacts extends Pick<ModerationCaseDetail, 'refusal' | 'usualReason'> {
  decisions: readonly StoredDecision[];
  notes: readonly StoredNote[];
  actions: CaseAction[];
}

/** The pictures and videos of a case; those of a post that was finally removed are deleted. */
function mediaOf(deps: Deps, { status, object }: CaseInList): Pick<ModerationCaseDetail, 'images' | 'videos'> {
  const { images, videos = [], videoLinks = [] } = status === 'closed' ? { images: [] } : object;
  return {
    images: images.map((picture) => presentPicture(deps, picture, false)),
    // The outcome of processing does not reach the evidence of a deleted post, and does not concern moderators.
    videos: [
      ...videos.map(({ state: _ofProcessing, ...video }) => presentVideo(deps, video, false)),
      ...videoLinks.map(presentVideoLink),
    ],
  };
}

/** A case with all details needed for a decision. */
export async function presentCaseDetail(
  deps: Deps,
  viewer: Actor,
  found: CaseInList,
  { decisions, notes, refusal, actions, usualReason }: CaseFacts,
): Promise<ModerationCaseDetail> {
  const { object } = found;
  const around = [...object.before, ...object.after].map(({ authorId }) => authorId);
  const ids = [...around, ...notes.map(({ authorId }) => authorId), ...decisions.map(({ decidedBy }) => decidedBy)];
  const [presented, presentUser, changes] = await Promise.all([
    presentCases(deps, viewer, [found]),
    loadUserPresenter(deps, viewer, [{ found, ids }]),
    // Later texts of the object itself differ from each other.
    deps.store.surroundings.changesOf([...object.before, ...object.after].filter(({ id }) => id !== found.objectId)),
  ]);
  const [listed] = presented;
  if (!listed) throw new Error('a case is missing after it was presented');
  const surrounding = ({ id, kind, text, createdAt, authorId }: Surrounding) => ({
    ...{ id, kind, text, createdAt },
    author: presentUser(found, authorId),
    change: changes.get(id) ?? null,
  });
  return {
    ...listed,
    ...mediaOf(deps, found),
    createdAt: object.createdAt,
    before: object.before.map(surrounding),
    after: object.after.map(surrounding),
    appeal:
      found.appeal !== null && found.appealedAt
        ? { text: found.appeal, createdAt: found.appealedAt.toISOString() }
        : null,
    decisions: decisions.map(({ action, reason, message, bySite, editedMeanwhile, decidedBy, createdAt }) => ({
      action,
      reason,
      message,
      bySite,
      editedMeanwhile,
      decidedBy: presentUser(found, decidedBy),
      createdAt: createdAt.toISOString(),
    })),
    notes: notes.map(({ id, authorId, text, createdAt }) => ({
      id,
      author: presentUser(found, authorId),
      text,
      createdAt: createdAt.toISOString(),
    })),
    actions,
    refusal,
    usualReason,
  };
}
