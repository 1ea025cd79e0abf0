import { BodyTribeId, TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, NextCursor, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { lines } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';
import {
  appealTextMax,
  caseStatuses,
  caseTextDays,
  caseTextMax,
  reportDescriptionMax,
  reportOutcomes,
  reportReasons,
  surroundingChanges,
  surroundingKinds,
} from '../limits.ts';
import { PostImage, PostVideo } from './pictures.ts';
import { PostKind } from './post.ts';

/** Reports, the cases they open, decisions and appeals (specification 2, sections 7 to 9; decisions.md 4). */

export const ReportedKind = z.enum(proto.ReportedKind).exclude(['none']).meta({ id: 'ReportedKind' });
export const ReportReason = z.enum(reportReasons, 'report_reason_required').meta({ id: 'ReportReason' });
const CaseAction = z.enum(proto.CaseAction).exclude(['none']).meta({ id: 'CaseAction' });

const report = {
  reason: ReportReason,
  description: lines().trim().max(reportDescriptionMax).default(''),
};

/** POST reports/post; a vibe is also a post. */
export const PostReport = z.object({ postId: Id, ...report });
/** Body of POST reports/comment. */
export const CommentReport = z.object({ commentId: Id, ...report });
/** POST reports/chat, of a message in a tribe's chat, and reports/message, of a direct message. */
export const MessageReport = z.object({ messageId: Id, ...report });
/** POST reports/media, of a picture in the media of a tribe. */
export const MediaReport = z.object({ mediaId: Id, ...report });
/** POST reports/person. A member who is hidden in a tribe is identified by their id there, with the tribe. */
export const UserReport = z.object({ userId: Id, tribeId: BodyTribeId.optional(), ...report });
/** Body of POST reports/tribe. */
export const TribeReport = z.object({ tribeId: BodyTribeId, ...report });

export const Reported = z.object({ message: z.string() }).meta({ id: 'Reported' });

/** GET reports/mine: the outcomes of the reporter's own reports, the newest first. */
export const OwnReport = z
  .object({
    id: z.string(),
    kind: ReportedKind,
    reason: ReportReason,
    description: z.string().meta({ description: 'Empty some time after the case was closed' }),
    createdAt: Time,
    outcome: z.enum(reportOutcomes),
  })
  .meta({ id: 'OwnReport' });
export const OwnReportsQuery = z.object({ limit: limit(30), cursor: Cursor });
export const OwnReports = pageOf(OwnReport);
export type OwnReports = z.output<typeof OwnReports>;

/** A report for moderators; only site admins see the reporter. */
const CaseReport = z
  .object({
    id: z.string(),
    reason: ReportReason,
    description: z.string(),
    createdAt: Time,
    reporter: Person.nullable(),
  })
  .meta({ id: 'CaseReport' });

/** GET reports/cases/{id}: all reports of a case, the newest first. */
export const CaseReportsQuery = z.object({ limit: limit(30), cursor: Cursor });
export const CaseReports = pageOf(CaseReport);
export type CaseReports = z.output<typeof CaseReports>;

const textsDeletedAt = Time.nullable().meta({
  description: `Since then all texts are empty: ${caseTextDays} days after the case was closed`,
});

const caseShape = {
  id: z.string(),
  kind: ReportedKind,
  postKind: PostKind.nullable(),
  tribe: z.object({ id: z.int(), name: z.string() }).nullable(),
  objectId: z.string(),
  postId: z.string().nullable().meta({ description: 'The post, also of a reported comment' }),
  author: Person.nullable().meta({ description: 'Null when deleted' }),
  text: z.string().meta({ description: 'As reported' }),
  imagesCount: z.int(),
  objectDeleted: z.boolean().meta({ description: 'Deleted by its author after the report' }),
  hidden: z.enum(proto.HiddenCause).exclude(['none']).nullable(),
  status: z.enum(caseStatuses),
  version: z.int().meta({ description: 'Sent with a decision, which is rejected when the case has changed since' }),
  edits: z.int().meta({ description: 'The edits of the object by its author since the case was opened' }),
  openedAt: Time,
  changedAt: Time.meta({ description: 'The start of waiting for a decision, or the time of the decision' }),
  due: z.enum(['fresh', 'soon', 'late']).nullable().meta({ description: 'By waiting time; null when it is decided' }),
  assignee: Person.nullable(),
  assignedAt: Time.nullable().meta({
    description: 'Another moderator takes over within 30 minutes only with `takeOver`',
  }),
  isMine: z.boolean().meta({ description: 'The viewer is the assignee' }),
  onlySite: z.boolean().meta({
    description: 'Only site admins may decide it, for example because it is about the only moderator; for them alone',
  }),
  reportsCount: z.int(),
  reasons: z
    .array(z.object({ reason: ReportReason, count: z.int() }))
    .meta({ description: 'The reasons of all reports with their numbers, the most frequent first' }),
  reports: z.array(CaseReport).meta({ description: 'The newest, at most 20' }),
  lastAction: CaseAction.nullable(),
  textsDeletedAt,
};

export const ModerationCase = z.object(caseShape).meta({ id: 'ModerationCase' });
export type ModerationCase = z.output<typeof ModerationCase>;

/** Content next to the reported object at the time of the report. */
const Surrounding = z.object({
  id: z.string(),
  kind: z.enum(surroundingKinds),
  author: Person.nullable(),
  text: z.string(),
  createdAt: Time,
  change: z
    .enum(surroundingChanges)
    .nullable()
    .meta({ description: 'What happened to it since; not known of messages, null' }),
});

const editedMeanwhile = z.boolean().meta({
  description: 'It is about the text before edits that its author made while it was being decided',
});

const CaseDecision = z
  .object({
    action: CaseAction,
    reason: ReportReason,
    message: z.string(),
    bySite: z.boolean(),
    editedMeanwhile,
    decidedBy: Person.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'CaseDecision' });

/** GET reports/{id}, by the id of a case or of one of its reports. */
export const ModerationCaseDetail = z
  .object({
    ...caseShape,
    images: z.array(PostImage).meta({ description: 'To be displayed only on request' }),
    videos: z.array(PostVideo).meta({ description: 'To be displayed only on request' }),
    createdAt: Time.nullable(),
    before: z.array(Surrounding),
    after: z.array(Surrounding),
    appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
    decisions: z.array(CaseDecision),
    notes: z.array(z.object({ id: z.string(), author: Person.nullable(), text: z.string(), createdAt: Time })),
    actions: z.array(CaseAction).meta({ description: 'The decisions available to the viewer' }),
    refusal: z
      .enum(['own_report', 'decided_above', 'appeal_for_others'])
      .nullable()
      .meta({ description: 'Why the viewer may not decide a waiting case' }),
    usualReason: ReportReason.meta({ description: 'The reason sent to the author when a decision has none' }),
  })
  .meta({ id: 'ModerationCaseDetail' });
export type ModerationCaseDetail = z.output<typeof ModerationCaseDetail>;

/** A kind of reported object; `vibe` is separate from `post`, although a vibe is a post. */
const ListedKind = z.enum({ ...proto.ReportedKind, vibe: 'vibe' }).exclude(['none']);

/**
 * GET admin/reports, tribes/{id}/reports. Waiting cases are sorted by waiting time, the longest first; others the
 * newest first.
 */
export const CasesQuery = z.object({
  status: z.enum(['waiting', 'open', 'appealed', 'decided']).default('waiting'),
  kind: ListedKind.optional(),
  reason: ReportReason.optional(),
  assigned: z.enum(['me', 'none']).optional(),
  decidedBy: z.enum(['site']).optional().meta({ description: 'Only cases that nobody but site admins may decide' }),
  tribeId: TribeId.optional(),
  limit: limit(30),
  cursor: Cursor,
});
export type CasesQuery = z.output<typeof CasesQuery>;

export const Cases = z.object({
  items: z.array(ModerationCase),
  nextCursor: NextCursor,
  waiting: z.object({ open: z.int(), appealed: z.int() }).meta({ description: 'Waiting cases, whatever the filter' }),
});
export type Cases = z.output<typeof Cases>;

/**
 * POST reports/{id}/resolve. `note` is for moderators; `message` is sent to the author with the reason, and to a banned
 * user as the reason of the ban. It is required for a ban and for a measure with the reason `other`.
 */
export const Resolution = z.object({
  action: CaseAction,
  reason: ReportReason.optional().meta({ description: 'The `usualReason` of the case when absent' }),
  note: lines().trim().max(caseTextMax).default(''),
  message: lines().trim().max(caseTextMax).default(''),
  version: z.int().optional(),
  seenEdits: z.int().optional().meta({
    description:
      'The `edits` of the version read: a measure or `uphold` is then made about its text, although edited since',
  }),
  endsAt: Time.nullable().default(null).meta({ description: 'The end of a ban; null for a permanent one' }),
});
export type Resolution = z.output<typeof Resolution>;

/**
 * DELETE of another user's post, comment or tribe picture by a moderator: the reason and message for its author.
 * Ignored in any other deletion.
 */
export const Removal = z.object({
  reason: ReportReason.optional().meta({ description: 'Default: the most frequent reason of its reports, or `other`' }),
  message: lines().trim().max(caseTextMax).default(''),
});
export type Removal = z.output<typeof Removal>;

/** POST reports/{id}/assignment: assigns a case to the actor, or unassigns it. */
export const Assignment = z.object({ assigned: z.boolean(), takeOver: z.boolean().default(false) });
export type Assignment = z.output<typeof Assignment>;

/** Body of POST reports/{id}/notes. */
export const NewNote = z.object({ text: lines().trim().min(1).max(caseTextMax) });

/** GET reports/decisions/{id}, by the id of the case: the decisions for the author, without names. */
export const OwnDecision = z
  .object({
    caseId: z.string(),
    kind: ReportedKind,
    postKind: PostKind.nullable(),
    postId: z.string().nullable(),
    tribe: z.object({ id: z.int(), name: z.string() }).nullable(),
    text: z.string(),
    shadows: z.array(z.string()).meta({ description: 'Tiny data URIs of its pictures, to recognise it' }),
    hidden: z.enum(proto.HiddenCause).exclude(['none']).nullable(),
    isGone: z.boolean().meta({ description: 'It is deleted; its decision can still be appealed' }),
    decisions: z.array(
      z.object({
        action: CaseAction,
        reason: ReportReason,
        message: z.string(),
        bySite: z.boolean(),
        editedMeanwhile,
        createdAt: Time,
      }),
    ),
    appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
    textsDeletedAt,
    mayAppealUntil: Time.nullable().meta({ description: 'Null when the author may not appeal' }),
  })
  .meta({ id: 'OwnDecision' });
export type OwnDecision = z.output<typeof OwnDecision>;

/** Body of POST reports/decisions/{id}/appeal. */
export const CaseAppeal = z.object({
  text: lines('appeal_text').trim().min(1, 'appeal_text').max(appealTextMax, 'appeal_text'),
});

/** GET tribes/{id}/reports/log: the decisions in a tribe, the newest first; only moderators see names. */
export const LogQuery = z.object({ limit: limit(30), cursor: Cursor });
export const ModerationLogEntry = z
  .object({
    id: z.string(),
    kind: ReportedKind,
    postKind: PostKind.nullable(),
    action: CaseAction,
    reason: ReportReason,
    bySite: z.boolean(),
    createdAt: Time,
    moderator: Person.nullable(),
  })
  .meta({ id: 'ModerationLogEntry' });
export const ModerationLog = pageOf(ModerationLogEntry);
export type ModerationLog = z.output<typeof ModerationLog>;
