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

/** What members submit to challenges, and its review (specification 2, sections 3, 4 and 7; decisions.md 3). */

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
  score: z.int().nullable().meta({ description: 'Null until it is decided' }),
  maxScore: z.int(),
  status: SubmissionStatus,
  text: z.string(),
  hint: z.string().meta({ description: 'A word for the reviewer' }),
  imageUrl: z.string().nullable().meta({ description: 'Signed; it expires' }),
  imageLqip: z.string().nullable(),
  file: z
    .object({
      url: z.string().meta({ description: 'Signed; it expires' }),
      name: z.string(),
      contentType: z.enum(documentTypes),
      sizeBytes: z.int(),
    })
    .nullable()
    .meta({ description: 'A document instead of a picture, to be saved' }),
  attachmentLost: z.boolean().meta({ description: 'A picture or a document came with it and is no longer stored' }),
  note: z.string().meta({ description: 'What the reviewer says about it; often empty' }),
  createdAt: Time,
  decidedAt: Time.nullable(),
};

/** One of the caller's submissions. */
export const Submission = z
  .object({
    ...base,
    wrong: z
      .array(z.int())
      .meta({ description: 'Of a quiz: which answers were wrong, by index; never the right ones' }),
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof Submission>;

/**
 * Where the caller is with a challenge: `passed` with an approved score of at least the level's `minScore` percent,
 * `low` with an approved one below that.
 */
export const ChallengeState = z
  .object({
    challengeId: z.string(),
    state: z.enum(['pending', 'passed', 'low', 'rejected']),
    score: z.int().nullable(),
    wrong: z.array(z.int()),
    retryAt: Time.nullable().meta({ description: 'Of a quiz: when it may be tried again' }),
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
/** POST …/submit/file: the same to a manual challenge, with one picture, PDF or text in the field `file`. */
export const FileSubmissionForm = z.object({ ...fileFields, file: File });

/** What became of it: a quiz is judged at once, and may have raised the caller's level. */
export const SubmitAnswer = z
  .object({ submission: Submission, levelTo: z.int().nullable().meta({ description: 'The level that it brought' }) })
  .meta({ id: 'SubmitAnswer' });
export type SubmitAnswer = z.output<typeof SubmitAnswer>;

/** A submission of a manual challenge, as those see it who review. */
export const ReviewedSubmission = z
  .object({
    ...base,
    user: Person,
    challenge: SubmittedTo.extend({ prompt: z.string(), minScore: z.int().meta({ description: 'Percent' }) }),
    decidedBy: Person.nullable(),
    canReopen: z.boolean(),
    isOwn: z.boolean().meta({ description: "The caller's own, which others review" }),
  })
  .meta({ id: 'ReviewedSubmission' });
export type ReviewedSubmission = z.output<typeof ReviewedSubmission>;

/** GET tribes/{id}/submissions/pending, the oldest first; …/decided, the newest decision first. */
export const SubmissionsQuery = z.object({ limit: limit(50), cursor: Cursor });
export type SubmissionsQuery = z.output<typeof SubmissionsQuery>;

export const ReviewedSubmissions = pageOf(ReviewedSubmission);
export type ReviewedSubmissions = z.output<typeof ReviewedSubmissions>;

/** …/pending; who only wants to know how many wait asks for a page of one. */
export const PendingSubmissions = ReviewedSubmissions.extend({
  waiting: z.int().meta({
    description: `How many wait for the caller: all but their own, on all pages; ${waitingCountedMax} for as many or more`,
  }),
});
export type PendingSubmissions = z.output<typeof PendingSubmissions>;

/** POST …/review. Without a score an approval gives all of it, a rejection nothing. */
export const Review = z.object({
  action: z.enum(['approve', 'reject']),
  score: z.int().min(0).max(maxScoreMax).optional(),
  note: lines().trim().max(reviewNoteMax, 'review_note_length').default(''),
});
export type Review = z.output<typeof Review>;
