/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, requests } from '../../testing/server.ts';
import { ManualForm } from '../features/levels/manual-form.tsx';
import type { Challenge, Tribe } from '../features/levels/path-api.ts';
import type { CaseDetail } from '../features/moderation/api.ts';
import { AppealForm } from '../features/moderation/appeal-form.tsx';
import { CaseHistory } from '../features/moderation/case-history.tsx';
import { RequestNotes } from '../features/tribes/request-notes.tsx';
import type { PendingMember } from '../features/tribes/requests-api.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';

const tribe = { id: 7 } as unknown as Tribe;
const challenge = { id: 'c1', type: 'manual', title: 'Fuego', prompt: '', maxScore: 100 } as unknown as Challenge;
const request = { user: { id: 'u2', name: 'Bea' }, notes: [], noteCount: 0 } as unknown as PendingMember;

interface Form {
  form: ReactElement;
  /** The button that opens it. */
  open?: string;
  field: string;
  send: string;
  sentence: string;
}

const forms: Record<string, Form> = {
  'an appeal': {
    form: <AppealForm caseId="c1" until="2099-01-01T00:00:00Z" />,
    field: 'Por qué no estás de acuerdo',
    send: 'Pedir la revisión',
    sentence: 'Escribe por qué no estás de acuerdo.',
  },
  'a note of a case': {
    form: <CaseHistory found={{ id: 'c1', decisions: [], notes: [] } as unknown as CaseDetail} />,
    field: 'Nota para el equipo',
    send: 'Anotar',
    sentence: 'Escribe algo en la nota.',
  },
  'a note of a request': {
    form: <RequestNotes tribeId={7} request={request} />,
    open: 'Añadir nota sobre Bea',
    field: 'Nota',
    send: 'Guardar nota',
    sentence: 'Escribe la nota.',
  },
  'an answer to a challenge': {
    form: <ManualForm tribe={tribe} challenge={challenge} onClose={() => undefined} />,
    field: 'Tu respuesta',
    send: 'Enviar',
    sentence: 'Escribe tu respuesta o añade un archivo.',
  },
};

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  session.start('t', lucia);
});

test.each(Object.keys(forms))('%s that is sent empty says what is missing, in its focused field', async (name) => {
  const { form, open, field, send, sentence } = forms[name] as Form;
  await renderApp(form);
  if (open) await userEvent.click(await screen.findByLabelText(open));
  const text = await screen.findByLabelText(field);
  expect(screen.queryByText(sentence)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: send }));
  expect(document.getElementById(text.getAttribute('aria-describedby') ?? '')?.textContent).toBe(sentence);
  expect(document.activeElement).toBe(text);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  await userEvent.type(text, 'Algo');
  expect(screen.queryByText(sentence)).toBeNull();
});
