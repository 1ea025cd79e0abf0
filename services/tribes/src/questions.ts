import type { Answers, Questions } from '../api/door.ts';
import { errors } from './errors.ts';
import type { Answer, Question } from './store/tables.ts';

/** The questions of a tribe as they were sent: those with the id of one that is there keep it, others get a new one. */
export function changedQuestions(before: readonly Question[], sent: Questions, newId: () => string): Question[] {
  const free = new Set(before.map(({ id }) => id));
  return sent.map(({ id, text }) => ({ id: id !== undefined && free.delete(id) ? id : newId(), text }));
}

/** An answer to every question, with the question as it is now; else 400 `answers_required`. Other answers are left out. */
export function answersTo(questions: readonly Question[], given: Answers): Answer[] {
  const byId = new Map(given.map(({ questionId, answer }) => [questionId, answer]));
  return questions.map(({ id, text }) => {
    const answer = byId.get(id) ?? '';
    if (answer === '') throw errors.fail('answers_required');
    return { question: text, answer };
  });
}
