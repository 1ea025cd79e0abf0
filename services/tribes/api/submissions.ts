import { TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { lines, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  answerMax,
  challengeTypes,
  documentTypes,
  hintMax,
  maxScoreMax,
  questionsMax,
  reviewNoteMax,
  submissionStatuses,
  submissionTextMax,
  waitingCountedMax,
} from '../limits.ts';

/** Members' submissions to challenges, and their review (specification 2, sections 3, 4 and 7; decisions.md 3). */

/** The id of a level, a challenge or a submission. */
export const Uuid = opaque(z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

export const SubmissionParams = z.object({ tribeId: TribeId, submissionId: Uuid });

const SubmissionStatus = z.enum(submissionStatuses).meta({ id: 'SubmissionStatus' });

const SubmittedTo = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(challengeTypes),
  level: z.object({ order: z.int(), name: z.string() }),
});

const base = {
  id: z.string(),
  challenge: SubmittedTo,
  score: z.int().nullable().meta({ description: 'Null while pending' }),
  maxScore: z.int(),
  status: SubmissionStatus,
  passed: z
    .boolean()
    .meta({ description: "Approved with at least the level's `minScore`: it counts towards the level" }),
  text: z.string(),
  hint: z.string().meta({ description: 'A hint for the reviewer' }),
  imageUrl: z.string().nullable().meta({ description: 'A signed, expiring URL' }),
  imageLqip: z.string().nullable(),
  file: z
    .object({
      url: z.string().meta({ description: 'A signed, expiring URL' }),
      name: z.string(),
      contentType: z.enum(documentTypes),
      sizeBytes: z.int(),
    })
    .nullable()
    .meta({ description: 'A document instead of a picture, for download' }),
  attachmentLost: z.boolean().meta({ description: 'An attached picture or document is no longer stored' }),
  note: z.string().meta({ description: "The reviewer's note; may be empty" }),
  createdAt: Time,
  decidedAt: Time.nullable(),
};

/** One of the viewer's submissions. */
export const Submission = z
  .object({
    ...base,
    wrong: z
      .array(z.int())
      .meta({ description: "The indexes of a quiz's wrong answers; never contains the right answers" }),
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof Submission>;

/**
 * The viewer's state in a challenge: `passed` with an approved score of at least the level's `minScore` percent, `low`
 * with an approved one below that.
 */
export const ChallengeState = z
  .object({
    challengeId: z.string(),
    state: z.enum(['pending', 'passed', 'low', 'rejected']),
    score: z.int().nullable(),
    maxScore: z.int().meta({ description: "The score's maximum, which the challenge may have changed since" }),
    wrong: z.array(z.int()),
    retryAt: Time.nullable().meta({ description: 'When a quiz may be attempted again' }),
  })
  .meta({ id: 'ChallengeState' });
export type ChallengeState = z.output<typeof ChallengeState>;

const Text = lines('submission_empty').trim().max(submissionTextMax, 'submission_length');
const Hint = lines().trim().max(hintMax, 'hint_length').default('');

/** POST …/submit: `answers` to a quiz, `text` and `hint` to a manual challenge. */
export const NewSubmission = z.object({
  answers: z.array(z.int().min(0).max(answerMax)).max(questionsMax).optional(),
  text: Text.optional(),
  hint: Hint,
});
export type NewSubmission = z.output<typeof NewSubmission>;

const fileFields = { text: Text.default(''), hint: Hint };
export const FileSubmissionFields = z.object(fileFields);
/** POST …/submit/file: a submission to a manual challenge, with one picture, PDF or text in the field `file`. */
export const FileSubmissionForm = z.object({ ...fileFields, file: File });

/** The result of a submission: a quiz is graded at once, and may have raised the viewer's level. */
export const SubmitAnswer = z
  .object({ submission: Submission, levelTo: z.int().nullable().meta({ description: 'The level reached by it' }) })
  .meta({ id: 'SubmitAnswer' });
export type SubmitAnswer = z.output<typeof SubmitAnswer>;

/** A submission to a manual challenge, as visible to reviewers. */
export const ReviewedSubmission = z
  .object({
    ...base,
    user: Person,
    challenge: SubmittedTo.extend({ prompt: z.string(), minScore: z.int().meta({ description: 'Percent' }) }),
    decidedBy: Person.nullable(),
    canReopen: z.boolean(),
    isOwn: z.boolean().meta({ description: "The viewer's own submission, which only others review" }),
  })
  .meta({ id: 'ReviewedSubmission' });
export type ReviewedSubmission = z.output<typeof ReviewedSubmission>;

/** GET tribes/{id}/submissions/pending, the oldest first; …/decided, the newest decision first. */
export const SubmissionsQuery = z.object({ limit: limit(50), cursor: Cursor });
export type SubmissionsQuery = z.output<typeof SubmissionsQuery>;

export const ReviewedSubmissions = pageOf(ReviewedSubmission);
export type ReviewedSubmissions = z.output<typeof ReviewedSubmissions>;

/** GET …/pending. Request a page of one to get the count alone. */
export const PendingSubmissions = ReviewedSubmissions.extend({
  waiting: z.int().meta({
    description: `The number of pending submissions by others, on all pages; ${waitingCountedMax} for as many or more`,
  }),
});
export type PendingSubmissions = z.output<typeof PendingSubmissions>;

/** POST …/review. Without a score, an approval gives the full score, a rejection 0. */
export const Review = z.object({
  action: z.enum(['approve', 'reject']),
  score: z.int().min(0).max(maxScoreMax).optional(),
  note: lines().trim().max(reviewNoteMax, 'review_note_length').default(''),
});
export type Review = z.output<typeof Review>;
