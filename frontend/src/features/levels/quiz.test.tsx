/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { ChallengeForm } from './challenge-form.tsx';
import type { Challenge, Level, Tribe } from './path-api.ts';
import { QuizForm } from './quiz-form.tsx';

const tribe = { id: 7, name: 'Telar' } as Tribe;
const question = (prompt: string, ...choices: string[]) => ({ prompt, choices });
const questions = [
  question('¿Qué hila?', 'La rueca', 'El telar', 'El huso'),
  question('¿Qué teje?', 'El telar', 'La rueca'),
];
const challenge: Challenge = {
  id: 'c1',
  type: 'quiz',
  title: 'Los hilos',
  prompt: '',
  maxScore: 100,
  answersCount: 2,
  data: { questions },
  answerKey: { answers: [0, 0] },
};
const level = { id: 'l1', order: 1, name: 'Aprendiz', challenges: [challenge] } as unknown as Level;
const done = () => undefined;
const sent = () => requests.filter(({ method }) => method !== 'GET');

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  session.start('t', lucia);
});

afterEach(() => void jest.restoreAllMocks());

const showEditor = () => renderApp(<ChallengeForm tribe={tribe} level={level} challenge={challenge} onDone={done} />);
const field = (label: string, index = 0) =>
  screen.getAllByLabelText<HTMLInputElement>(label)[index] as HTMLInputElement;
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);

test('equal choices of a question are refused at the second one, which has the focus, until they differ', async () => {
  stubResponse('PUT tribes/7/challenges/c1', { body: challenge });
  await showEditor();
  await userEvent.clear(field('Opción 3'));
  await userEvent.type(field('Opción 3'), ' La rueca ');
  await press('Guardar');
  const problem = await screen.findByText('Esta opción es igual a otra de la pregunta.');
  expect(field('Opción 3').getAttribute('aria-describedby')).toBe(problem.id);
  expect(document.activeElement).toBe(field('Opción 3'));
  expect(field('Opción 3').value).toBe(' La rueca ');
  expect(sent()).toEqual([]);
  await userEvent.type(field('Opción 3'), 'grande');
  expect(screen.queryByText('Esta opción es igual a otra de la pregunta.')).toBeNull();
  await press('Guardar');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

test('after the removal of a choice or a question the focus is in its place, and the others are unchanged', async () => {
  await showEditor();
  await press('Quitar la opción 3');
  await waitFor(() => expect(document.activeElement).toBe(field('Opción 2')));
  expect(field('Opción 1').value).toBe('La rueca');
  await press('Quitar la pregunta 1');
  expect(field('Pregunta 1').value).toBe('¿Qué teje?');
  expect([field('Opción 1').value, field('Opción 2').value]).toEqual(['El telar', 'La rueca']);
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('a quiz with open questions is not sent: it marks them, and the first of them has the focus', async () => {
  stubResponse('POST tribes/7/challenges/c1/submit', { status: 500, body: {} });
  await renderApp(<QuizForm tribe={tribe} challenge={challenge} retryAt={null} onClose={done} />);
  const questionOf = (number: number, more = '') =>
    screen.getByRole('group', { name: new RegExp(`^Pregunta ${number} de 2${more} ?¿Qué`) });
  await press('Enviar');
  screen.getByText('Faltan las preguntas 1 y 2.');
  expect(questionOf(1, ' · Sin responder').contains(document.activeElement)).toBe(true);
  await userEvent.click(within(questionOf(1, ' · Sin responder')).getByRole('radio', { name: 'La rueca' }));
  screen.getByText('Falta la pregunta 2.');
  questionOf(1);
  await press('Enviar');
  expect(questionOf(2, ' · Sin responder').contains(document.activeElement)).toBe(true);
  expect(sent()).toEqual([]);
  await userEvent.click(within(questionOf(2, ' · Sin responder')).getByRole('radio', { name: 'La rueca' }));
  expect(screen.queryByText(/^Falta/)).toBeNull();
  await press('Enviar');
  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ answers: [0, 1] }]));
});

test('an attempt within a minute of another one says so, and may be repeated once the minute is over', async () => {
  const reason = 'Puedes intentarlo una vez por minuto. Espera 40 s.';
  stubResponse('POST tribes/7/challenges/c1/submit', {
    status: 429,
    body: { error: reason, code: 'quiz_pause' },
    headers: { 'Retry-After': '40' },
  });
  await renderApp(<QuizForm tribe={tribe} challenge={challenge} retryAt={null} onClose={done} />);
  await userEvent.click(screen.getAllByRole('radio', { name: 'La rueca' })[0] as HTMLElement);
  await userEvent.click(screen.getAllByRole('radio', { name: 'La rueca' })[1] as HTMLElement);
  await press('Enviar');
  await screen.findByText(reason);
  expect(await screen.findByRole('button', { name: /^Otro intento en \d+ s$/ })).toHaveProperty('disabled', true);
  const later = Date.now() + 41_000;
  jest.spyOn(Date, 'now').mockImplementation(() => later);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', false));
  expect(screen.queryByText(reason)).toBeNull();
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(2);
});
