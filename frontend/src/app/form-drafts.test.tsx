/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import type { AdminUser } from '../features/admin/api.ts';
import { SanctionForm } from '../features/admin/sanction-form.tsx';
import { ChallengeForm } from '../features/levels/challenge-form.tsx';
import { LevelForm } from '../features/levels/level-form.tsx';
import type { Challenge, Level } from '../features/levels/path-api.ts';
import type { CaseDetail } from '../features/moderation/api.ts';
import { AppealForm } from '../features/moderation/appeal-form.tsx';
import { CaseHistory } from '../features/moderation/case-history.tsx';
import { DecideForm } from '../features/moderation/decide-form.tsx';
import type { Post } from '../features/posts/api.ts';
import { PostEditor } from '../features/posts/post-editor.tsx';
import type { Task } from '../features/tasks/api.ts';
import { TaskContent } from '../features/tasks/task-content.tsx';
import type { Tribe, TribeMember } from '../features/tribes/api.ts';
import { JoinSheet } from '../features/tribes/join-sheet.tsx';
import { MeasureDialogs } from '../features/tribes/measure-dialogs.tsx';
import { RequestNotes } from '../features/tribes/request-notes.tsx';
import type { PendingMember } from '../features/tribes/requests-api.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { http } from '../lib/http.ts';
import { RemovalSheetPanel } from '../lib/removal-sheet-panel.tsx';
import { openReport } from '../lib/report.ts';
import { ReportSheet } from '../lib/report-sheet.tsx';
import { session } from '../lib/session.ts';

/** The number of calls of `done`, which closes a form. */
let closed = 0;
const done = () => {
  closed += 1;
};
const noOne = () => null;
const found = {
  id: 'c1',
  version: 1,
  target: { kind: 'person' },
  kind: 'person',
  author: { id: 'u2', name: 'Bea' },
  actions: ['keep', 'warn'],
  usualReason: 'spam',
  decisions: [],
  notes: [],
} as unknown as CaseDetail;
const post = { id: 'p1', tribeId: 7, content: '', images: [], videos: [], minLevelOrder: 1 } as unknown as Post;
const task = { id: 't1', title: 'Hilar', description: '', done: false } as unknown as Task;
const challenge = { id: 'r1', type: 'manual', title: 'Teje', prompt: '', maxScore: 10 } as unknown as Challenge;
const level = { id: 'l1', name: 'Hebra', description: '', minScore: 1, rewardPoints: 1 } as unknown as Level;
const tribe = { id: 7, name: 'Telar' } as Tribe;
const member = { user: { id: 'u2', name: 'Bea' } } as TribeMember;
const request = { user: { id: 'u2', name: 'Bea' }, notes: [] } as unknown as PendingMember;

interface Form {
  form: ReactElement;
  /** The label of its long text field. */
  field: string;
  /** The other choice of the form. */
  choose?: string;
  /** The button that opens it. */
  open?: string;
  send: string;
  call?: string;
  body?: unknown;
}

const forms: Record<string, Form> = {
  'an appeal': {
    form: <AppealForm caseId="c1" until="2099-01-01T00:00:00Z" />,
    field: 'Por qué no estás de acuerdo',
    send: 'Pedir la revisión',
    call: 'POST reports/decisions/c1/appeal',
  },
  'a note of a case': {
    form: <CaseHistory found={found} />,
    field: 'Nota para el equipo',
    send: 'Anotar',
    call: 'POST reports/c1/notes',
    body: found,
  },
  'a decision': {
    form: <DecideForm found={found} onDone={done} />,
    open: 'Avisar',
    field: 'Mensaje para su autor (opcional)',
    send: 'Avisar a Bea',
    call: 'POST reports/c1/resolve',
  },
  'a sanction': {
    form: <SanctionForm user={{ id: 'u2', language: 'es' } as AdminUser} onDone={done} />,
    field: 'Lo que va a leer',
    send: 'Sancionar',
    call: 'POST admin/users/u2/sanctions',
  },
  'a ban': {
    form: <MeasureDialogs tribe={tribe} acting={{ kind: 'ban', member }} onClose={done} focusAfter={noOne} />,
    field: 'Motivo',
    send: 'Vetar a Bea',
    call: 'POST tribes/7/bans',
  },
  'a note of a request': {
    form: <RequestNotes tribeId={7} request={request} />,
    open: 'Añadir nota sobre Bea',
    field: 'Nota',
    send: 'Guardar nota',
    call: 'POST tribes/7/members/u2/notes',
    body: request,
  },
  'a report': {
    form: <ReportSheet />,
    field: 'Cuéntanos más (opcional)',
    choose: 'Acoso',
    send: 'Enviar reporte',
    call: 'POST reports/person',
    body: { message: 'Gracias' },
  },
  'a removal': {
    form: (
      <RemovalSheetPanel
        open
        onClose={done}
        kind="post"
        subject="p1"
        remove={() => http.delete('/tribes/{tribeId}/posts/{postId}', { path: { tribeId: 7, postId: 'p1' } })}
      />
    ),
    field: 'Mensaje para su autor (opcional)',
    choose: 'Acoso',
    send: 'Quitar',
    call: 'DELETE tribes/7/posts/p1',
  },
  'an answer to the questions of a tribe': {
    form: (
      <JoinSheet
        open
        tribeId={7}
        name="Telar"
        rules={[]}
        questions={[{ id: '1', text: '¿Qué hilas?' }]}
        label="Unirme"
        busy={false}
        onClose={done}
        onJoin={(_answers, markSent) => markSent()}
      />
    ),
    field: '¿Qué hilas?',
    send: 'Unirme',
  },
  'a changed post': {
    form: <PostEditor post={post} onDone={done} />,
    field: 'Texto de la publicación',
    send: 'Guardar',
    call: 'PUT tribes/7/posts/p1',
    body: { ...post, content: 'Lo que quería contar' },
  },
  'a changed task': {
    form: <TaskContent task={task} editing onEdit={done} onDone={done} onRemove={done} />,
    field: 'Descripción (si quieres)',
    send: 'Guardar',
    call: 'PUT tasks/t1',
    body: { task: { ...task, description: 'Lo que quería contar' } },
  },
  'a changed level': {
    form: <LevelForm tribe={tribe} level={level} onDone={done} />,
    field: 'Descripción',
    send: 'Guardar',
    call: 'PUT tribes/7/levels/l1',
  },
  'a changed challenge': {
    form: <ChallengeForm tribe={tribe} level={level} challenge={challenge} onDone={done} />,
    field: 'Qué hay que hacer',
    send: 'Guardar',
    call: 'PUT tribes/7/challenges/r1',
  },
};

beforeEach(() => {
  closed = 0;
  forgetRequests();
  forgetDrafts();
  session.start('t', lucia);
  openReport({ kind: 'person', userId: 'u2' });
});

const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

async function show({ form, field, open }: Form) {
  const shown = await renderApp(form);
  const opener = open === undefined ? null : screen.queryByLabelText(open);
  if (opener) await userEvent.click(opener);
  return { shown, text: await screen.findByLabelText(field) };
}

test.each(Object.keys(forms))(
  '%s is restored as a draft on returning, and its draft is removed once it is sent',
  async (name) => {
    const form = forms[name] as Form;
    if (form.call) stubResponse(form.call, { body: form.body ?? { ok: true } });
    const { shown, text } = await show(form);
    await userEvent.type(text, 'Lo que quería contar');
    if (form.choose) await userEvent.click(screen.getByLabelText(form.choose));
    expect(stored()).toHaveLength(1);
    shown.unmount();
    const again = await show(form);
    expect(again.text).toHaveProperty('value', 'Lo que quería contar');
    await userEvent.click(screen.getByRole('button', { name: form.send }));
    await waitFor(() => expect(stored()).toEqual([]));
  },
);

test.each(['a changed post', 'a changed task', 'a changed level', 'a changed challenge'])(
  'what is typed while %s is being saved stays in the form, which closes once all is saved',
  async (name) => {
    const form = forms[name] as Form;
    const answer = Promise.withResolvers<void>();
    const saved = () => ({ body: form.body ?? { ok: true } });
    stubResponse(form.call ?? '', () => answer.promise.then(saved));
    const { text } = await show(form);
    await userEvent.type(text, 'Lo que quería contar');
    await userEvent.click(screen.getByRole('button', { name: form.send }));
    await userEvent.type(text, ' y más');
    await act(async () => answer.resolve());
    await waitFor(() => expect(screen.getByRole('button', { name: form.send }).ariaBusy).not.toBe('true'));
    expect([screen.getByLabelText(form.field), closed]).toEqual([text, 0]);
    expect(text).toHaveProperty('value', 'Lo que quería contar y más');
    await userEvent.click(screen.getByRole('button', { name: form.send }));
    await waitFor(() => expect(closed).toBe(1));
    expect(stored()).toEqual([]);
  },
);
