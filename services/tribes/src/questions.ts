import type { Answers, Questions } from '../api/admission.ts';
import { errors } from './errors.ts';
import type { Answer, Question } from './store/tables.ts';

/** Assigns ids to the sent questions: those with an existing id keep it, others get a new one. */
export function changedQuestions(before: readonly Question[], sent: Questions, newId: () => string): Question[] {
  const free = new Set(before.map(({ id }) => id));
  return sent.map(({ id, text }) => ({ id: id !== undefined && free.delete(id) ? id : newId(), text }));
}

/**
 * Returns an answer to every current question; throws 400 `answers_required` when one is missing. Other answers are
 * dropped.
 */
export function answersTo(questions: readonly Question[], sentAnswers: Answers): Answer[] {
  const byId = new Map(sentAnswers.map(({ questionId, answer }) => [questionId, answer]));
  return questions.map(({ id, text }) => {
    const answer = byId.get(id) ?? '';
    if (answer === '') throw errors.fail('answers_required');
    return { question: text, answer };
  });
}
