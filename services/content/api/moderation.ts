import { BodyTribeId, TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, NextCursor, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { lines } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';
import {
  appealTextMax,
  caseStatuses,
  caseTextMax,
  reportDescriptionMax,
  reportOutcomes,
  reportReasons,
  surroundingKinds,
} from '../limits.ts';
import { PostImage } from './pictures.ts';

/** Reports, the cases they open, decisions and appeals (specification 2, sections 7 to 9; decisions.md 4). */

export const ReportedKind = z.enum(proto.ReportedKind).exclude(['none']).meta({ id: 'ReportedKind' });
export const ReportReason = z.enum(reportReasons, 'report_reason_required').meta({ id: 'ReportReason' });
const CaseAction = z.enum(proto.CaseAction).exclude(['none']).meta({ id: 'CaseAction' });

const report = {
  reason: ReportReason,
  description: lines().trim().max(reportDescriptionMax).default(''),
};

/** POST reports/post; a vibe is a post, too. */
export const PostReport = z.object({ postId: Id, ...report });
/** POST reports/comment. */
export const CommentReport = z.object({ commentId: Id, ...report });
/** POST reports/chat, of a message in a tribe's chat, and reports/message, of a direct message. */
export const MessageReport = z.object({ messageId: Id, ...report });
/** POST reports/media, of a picture in the media of a tribe. */
export const MediaReport = z.object({ mediaId: Id, ...report });
/** POST reports/person. Who is hidden in a tribe is named as they are shown there, with the tribe. */
export const PersonReport = z.object({ userId: Id, tribeId: BodyTribeId.optional(), ...report });
/** POST reports/tribe. */
export const TribeReport = z.object({ tribeId: BodyTribeId, ...report });

export const Reported = z.object({ message: z.string() }).meta({ id: 'Reported' });

/** GET reports/mine: what became of the caller's reports, the newest first. */
export const OwnReport = z
  .object({
    id: z.string(),
    kind: ReportedKind,
    reason: ReportReason,
    description: z.string(),
    createdAt: Time,
    outcome: z.enum(reportOutcomes),
  })
  .meta({ id: 'OwnReport' });
export const OwnReportsQuery = z.object({ limit: limit(30), cursor: Cursor });
export const OwnReports = pageOf(OwnReport);
export type OwnReports = z.output<typeof OwnReports>;

/** A report as moderators see it; who made it is told to site admins alone. */
const CaseReport = z
  .object({
    id: z.string(),
    reason: ReportReason,
    description: z.string(),
    createdAt: Time,
    reporter: Person.nullable(),
  })
  .meta({ id: 'CaseReport' });

const caseShape = {
  id: z.string(),
  kind: ReportedKind,
  postKind: z.enum(proto.PostKind).exclude(['none']).nullable(),
  tribe: z.object({ id: z.int(), name: z.string() }).nullable(),
  objectId: z.string(),
  postId: z.string().nullable().meta({ description: 'The post, also of a comment on it' }),
  author: Person.nullable().meta({ description: 'Null when they are gone' }),
  text: z.string().meta({ description: 'As it was when it was reported' }),
  imagesCount: z.int(),
  objectDeleted: z.boolean().meta({ description: 'Its author has deleted it since' }),
  hidden: z.enum(proto.HiddenCause).exclude(['none']).nullable(),
  status: z.enum(caseStatuses),
  version: z
    .int()
    .meta({ description: 'Sent along with a decision, which is refused when the case has changed since' }),
  openedAt: Time,
  changedAt: Time.meta({ description: 'Since when it waits for a decision, or when it was decided' }),
  due: z
    .enum(['fresh', 'soon', 'late'])
    .nullable()
    .meta({ description: 'How long it has waited; null when it does not' }),
  assignee: Person.nullable(),
  isMine: z.boolean().meta({ description: 'The caller is the assignee' }),
  reportsCount: z.int(),
  reports: z.array(CaseReport).meta({ description: 'The newest, at most 20' }),
  lastAction: CaseAction.nullable(),
};

export const ModerationCase = z.object(caseShape).meta({ id: 'ModerationCase' });
export type ModerationCase = z.output<typeof ModerationCase>;

/** What stood around it when it was reported. */
const Surrounding = z.object({
  id: z.string(),
  kind: z.enum(surroundingKinds),
  author: Person.nullable(),
  text: z.string(),
  createdAt: Time,
});

const CaseDecision = z
  .object({
    action: CaseAction,
    reason: ReportReason,
    message: z.string(),
    bySite: z.boolean(),
    decidedBy: Person.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'CaseDecision' });

/** GET reports/{id}, by the id of a case or of one of its reports. */
export const ModerationCaseDetail = z
  .object({
    ...caseShape,
    images: z.array(PostImage).meta({ description: 'To be shown when asked for' }),
    createdAt: Time.nullable(),
    before: z.array(Surrounding),
    after: z.array(Surrounding),
    appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
    decisions: z.array(CaseDecision),
    notes: z.array(z.object({ id: z.string(), author: Person.nullable(), text: z.string(), createdAt: Time })),
    actions: z.array(CaseAction).meta({ description: 'What the caller may decide now' }),
    refusal: z
      .enum(['own_report', 'decided_above', 'appeal_for_others'])
      .nullable()
      .meta({ description: 'Why the caller may decide nothing although it waits' }),
    usualReason: ReportReason.meta({ description: 'What its author reads where a decision names no reason' }),
  })
  .meta({ id: 'ModerationCaseDetail' });
export type ModerationCaseDetail = z.output<typeof ModerationCaseDetail>;

/** A kind of reported object; a vibe, which is a post, by its own name, and a post without vibes. */
const ListedKind = z.enum({ ...proto.ReportedKind, vibe: 'vibe' }).exclude(['none']);

/** GET admin/reports, tribes/{id}/reports. Those that wait are listed the longest waiting first, the others the newest first. */
export const CasesQuery = z.object({
  status: z.enum(['waiting', 'open', 'appealed', 'decided']).default('waiting'),
  kind: ListedKind.optional(),
  reason: ReportReason.optional(),
  assigned: z.enum(['me', 'none']).optional(),
  tribeId: TribeId.optional(),
  limit: limit(30),
  cursor: Cursor,
});
export type CasesQuery = z.output<typeof CasesQuery>;

export const Cases = z.object({
  items: z.array(ModerationCase),
  nextCursor: NextCursor,
  waiting: z.object({ open: z.int(), appealed: z.int() }).meta({ description: 'How many wait, whatever the filter' }),
});
export type Cases = z.output<typeof Cases>;

/**
 * POST reports/{id}/resolve; `note` is for moderators, `message` is read by the author beside the reason, and why they are
 * banned by who is; a ban asks for one, and so does a measure for another reason than those that have a name.
 */
export const Resolution = z.object({
  action: CaseAction,
  reason: ReportReason.optional().meta({ description: 'The `usualReason` of the case when left out' }),
  note: lines().trim().max(caseTextMax).default(''),
  message: lines().trim().max(caseTextMax).default(''),
  version: z.int().optional(),
  endsAt: Time.nullable().default(null).meta({ description: 'Of a ban; null: it has no end' }),
});
export type Resolution = z.output<typeof Resolution>;

/**
 * DELETE of a post, a comment or a picture in the media of a tribe, by a moderator and of somebody else's: what its author
 * reads. It counts for nothing in any other deletion.
 */
export const Removal = z.object({
  reason: ReportReason.optional().meta({ description: 'The most frequent of its reports when left out, or `other`' }),
  message: lines().trim().max(caseTextMax).default(''),
});
export type Removal = z.output<typeof Removal>;

/** POST reports/{id}/assignment: takes a case, or gives it back. */
export const Assignment = z.object({ assigned: z.boolean(), takeOver: z.boolean().default(false) });
export type Assignment = z.output<typeof Assignment>;

/** POST reports/{id}/notes. */
export const NewNote = z.object({ text: lines().trim().min(1).max(caseTextMax) });

/** GET reports/decisions/{id}, by the id of the case: what its author may know of it, and nobody's name. */
export const OwnDecision = z
  .object({
    caseId: z.string(),
    kind: ReportedKind,
    postKind: z.enum(proto.PostKind).exclude(['none']).nullable(),
    postId: z.string().nullable(),
    tribe: z.object({ id: z.int(), name: z.string() }).nullable(),
    text: z.string(),
    shadows: z.array(z.string()).meta({ description: 'Tiny data URIs of its pictures, to know it again by' }),
    hidden: z.enum(proto.HiddenCause).exclude(['none']).nullable(),
    isGone: z
      .boolean()
      .meta({ description: 'It is deleted: what was decided can still be appealed, and looks at what it was' }),
    decisions: z.array(
      z.object({ action: CaseAction, reason: ReportReason, message: z.string(), bySite: z.boolean(), createdAt: Time }),
    ),
    appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
    mayAppealUntil: Time.nullable().meta({ description: 'Null when the caller may not appeal' }),
  })
  .meta({ id: 'OwnDecision' });
export type OwnDecision = z.output<typeof OwnDecision>;

/** POST reports/decisions/{id}/appeal. */
export const CaseAppeal = z.object({
  text: lines('appeal_text').trim().min(1, 'appeal_text').max(appealTextMax, 'appeal_text'),
});

/** GET tribes/{id}/reports/log: what was decided in a tribe, the newest first; to moderators with names. */
export const LogQuery = z.object({ limit: limit(30), cursor: Cursor });
export const ModerationLogEntry = z
  .object({
    id: z.string(),
    kind: ReportedKind,
    postKind: z.enum(proto.PostKind).exclude(['none']).nullable(),
    action: CaseAction,
    reason: ReportReason,
    bySite: z.boolean(),
    createdAt: Time,
    moderator: Person.nullable(),
  })
  .meta({ id: 'ModerationLogEntry' });
export const ModerationLog = pageOf(ModerationLogEntry);
export type ModerationLog = z.output<typeof ModerationLog>;
