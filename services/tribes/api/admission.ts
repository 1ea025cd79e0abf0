import { Person } from '@tribus/community/person.ts';
import { Id, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  joinAnswerMax,
  noteMax,
  resolvedAtOnceMax,
  tribeQuestionMax,
  tribeQuestionsMax,
  tribeRuleMax,
  tribeRulesMax,
} from '../limits.ts';

/** Rules and questions of a tribe for new members, and the resolution of requests to join. */

/** Blank rules are dropped. */
export const Rules = z
  .array(line().max(tribeRuleMax, 'rule_length'))
  .transform((rules) => rules.filter((rule) => rule !== ''))
  .refine((rules) => rules.length <= tribeRulesMax, 'too_many_rules');

export const Question = z.object({ id: z.string(), text: z.string() }).meta({ id: 'TribeQuestion' });

/** In display order; a new question has no id. Blank questions are dropped. */
export const Questions = z
  .array(z.object({ id: Id.optional(), text: line().max(tribeQuestionMax, 'question_length') }))
  .transform((questions) => questions.filter(({ text }) => text !== ''))
  .refine((questions) => questions.length <= tribeQuestionsMax, 'too_many_questions');
export type Questions = z.output<typeof Questions>;

export const Answers = z
  .array(z.object({ questionId: Id, answer: lines().trim().max(joinAnswerMax, 'answer_length') }))
  .max(tribeQuestionsMax * 2);
export type Answers = z.output<typeof Answers>;

/** The question as worded when it was answered. */
export const AnsweredQuestion = z.object({ question: z.string(), answer: z.string() }).meta({ id: 'JoinAnswerGiven' });

/** A moderator's note about a request; visible to moderators only. */
export const RequestNote = z
  .object({ id: z.string(), author: Person, text: z.string(), createdAt: Time })
  .meta({ id: 'RequestNote' });
export type RequestNote = z.output<typeof RequestNote>;

/** Body of POST tribes/{id}/members/{userId}/notes. */
export const NewRequestNote = z.object({ text: lines('note_required').trim().min(1, 'note_required').max(noteMax) });
export type NewRequestNote = z.output<typeof NewRequestNote>;

/** POST tribes/{id}/members/resolve: approves or rejects several requests at once. */
export const Resolution = z.object({
  action: z.enum(['approve', 'reject']),
  userIds: z.array(Id).min(1).max(resolvedAtOnceMax),
});
export type Resolution = z.output<typeof Resolution>;

/** The requests that this call resolved; the others were resolved or withdrawn before. */
export const Resolved = z.object({ resolved: z.array(z.string()) }).meta({ id: 'ResolvedRequests' });
export type Resolved = z.output<typeof Resolved>;
