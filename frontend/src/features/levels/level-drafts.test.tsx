/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { ChallengeForm } from './challenge-form.tsx';
import { ChallengeItem } from './challenge-item.tsx';
import { LevelForm } from './level-form.tsx';
import { ManualForm } from './manual-form.tsx';
import type { Challenge, Level, Tribe } from './path-api.ts';

const tribe = { id: 7, name: 'Telar' } as Tribe;
const weave: Challenge = {
  id: 'c1',
  type: 'quiz',
  title: 'La rueca',
  prompt: '',
  maxScore: 100,
  answersCount: 0,
  data: { questions: [{ prompt: '¿Qué hila?', choices: ['La rueca', 'El telar'] }] },
  answerKey: { answers: [0] },
};
const level: Level = {
  id: 'l1',
  order: 1,
  name: 'Aprendiz',
  description: 'Empezar',
  minScore: 70,
  rewardPoints: 10,
  challenges: [weave],
};

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  session.start('t', lucia);
});

const field = (label: string) => screen.getByLabelText(label);
const done = () => undefined;
const note = 'Recuperado de la última vez, sin guardar.';

/** Shows a form, types into one of its fields, leaves it and shows it again. */
async function comeBack(form: ReactElement, label: string, text: string): Promise<void> {
  const left = await renderApp(form);
  await userEvent.type(await screen.findByLabelText(label), text);
  left.unmount();
  await renderApp(form);
  await screen.findByLabelText(label);
}

test('the draft of a level is restored, and removed once it is saved', async () => {
  stubResponse('PUT tribes/7/levels/l1', { body: {} });
  await comeBack(<LevelForm tribe={tribe} level={level} onDone={done} />, 'Descripción', ' despacio');
  expect(field('Descripción')).toHaveProperty('value', 'Empezar despacio');
  await screen.findByText(note);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Aprendiz',
    description: 'Empezar despacio',
    minScore: 70,
    rewardPoints: 10,
  });
});

test('the questions of an unsaved challenge are restored, until they are discarded', async () => {
  const form = <ChallengeForm tribe={tribe} level={level} challenge={weave} onDone={done} />;
  await comeBack(form, 'Opción 2', ' de mano');
  expect(field('Opción 2')).toHaveProperty('value', 'El telar de mano');
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(field('Opción 2')).toHaveProperty('value', 'El telar');
  expect(screen.queryByText(note)).toBeNull();
});

test('the draft of a new challenge belongs to its level alone', async () => {
  const form = (of: Level) => <ChallengeForm tribe={tribe} level={of} challenge={null} onDone={done} />;
  const left = await renderApp(form(level));
  await userEvent.type(await screen.findByLabelText('Qué hay que hacer'), 'Cuenta los hilos');
  left.unmount();
  const other = await renderApp(form({ ...level, id: 'l2' }));
  expect(await screen.findByLabelText('Qué hay que hacer')).toHaveProperty('value', '');
  other.unmount();
  await renderApp(form(level));
  expect(await screen.findByLabelText('Qué hay que hacer')).toHaveProperty('value', 'Cuenta los hilos');
});

test('an unsent answer to a challenge is restored, and removed on cancelling', async () => {
  const form = <ManualForm tribe={tribe} challenge={weave} onClose={done} />;
  await comeBack(form, 'Tu respuesta', 'He tejido');
  expect(field('Tu respuesta')).toHaveProperty('value', 'He tejido');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(field('Tu respuesta')).toHaveProperty('value', '');
});

/** The quiz in the path of a member, with two questions. */
const quiz = (prompt = '¿Qué teje?') => {
  const questions = [
    { prompt: '¿Qué hila?', choices: ['La rueca', 'El telar'] },
    { prompt, choices: ['El telar', 'La rueca'] },
  ];
  return (
    <ul>
      <ChallengeItem
        tribe={tribe}
        challenge={{ ...weave, answersCount: 2, data: { questions } }}
        state={undefined}
        isOpen
      />
    </ul>
  );
};
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .flatMap(({ checked, labels }) => (checked ? labels?.[0]?.textContent : []));

/** Chooses the first answer of the quiz, leaves it and shows it again. */
async function leaveQuiz(again = quiz()): Promise<void> {
  const left = await renderApp(quiz());
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }));
  await userEvent.click(screen.getAllByRole('radio', { name: 'La rueca' })[0] as HTMLElement);
  left.unmount();
  await renderApp(again);
}

test('the answers to a quiz are restored, with the quiz open, and removed once it is passed', async () => {
  await leaveQuiz();
  await screen.findByText(note);
  expect(chosen()).toEqual(['La rueca']);
  const judgement = { submission: { status: 'approved', score: 100, wrong: [] }, levelTo: null };
  stubResponse('POST tribes/7/challenges/c1/submit', { body: judgement });
  await userEvent.click(screen.getAllByRole('radio', { name: 'El telar' })[1] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Responder' }));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ answers: [0, 0] });
  expect(chosen()).toEqual([]);
});

test('answers to a quiz are not restored after its questions have changed, or after cancelling', async () => {
  await leaveQuiz(quiz('¿Qué corta?'));
  expect(chosen()).toEqual([]);
  await userEvent.click(screen.getAllByRole('radio', { name: 'La rueca' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }));
  expect(chosen()).toEqual([]);
});
