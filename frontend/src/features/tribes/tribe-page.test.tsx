/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Tribe, TribeCard, TribeMember } from './api.ts';
import { JoinButton } from './join-button.tsx';
import { PeoplePart } from './people-part.tsx';
import { TribePage } from './tribe-page.tsx';
import type { TribePart } from './tribe-parts.ts';

const person = { avatarUrl: null, isAgent: false, restrictedHigher: false, restrictedLower: false, canMessage: true };

function member(change: Partial<TribeMember['user']>, role: TribeMember['role']): TribeMember {
  return {
    user: { ...person, id: 'u2', name: 'Ana', ...change },
    role,
    levelOrder: 5,
    restrictedHigher: false,
    restrictedLower: false,
    joinedAt: '2026-03-01T10:00:00.000Z',
  };
}

const tribe: Partial<Tribe> = {
  id: 7,
  name: 'Panaderos',
  imageUrl: null,
  description: '',
  tags: [],
  members: [],
  here: [],
  rules: [],
  questions: [],
  hasJoinConditions: false,
  membersCount: 3,
  isPrivate: false,
  requiresApproval: false,
  membership: { role: 'member', status: 'active', levelOrder: 1 },
  canRead: true,
};

const parts: TribePart[] = [
  { name: 'people', icon: null, isOpen: ({ canRead }) => canRead, inBar: 'always', View: PeoplePart },
  { name: 'levels', icon: null, isOpen: ({ canRead }) => canRead, View: () => null },
];

const show = (path = '/tools/tribes/7') =>
  renderApp(
    <>
      <Routes>
        <Route
          path={paths.tribePattern}
          element={
            <TribePage
              feed={(_tribeId, writes) => <p>{writes ? 'Publicaciones' : 'Solo lectura'}</p>}
              progress={() => <p>Progreso</p>}
              preview={() => <p>Sombras</p>}
              waiting={() => null}
              parts={parts}
            />
          }
        />
      </Routes>
      <Toaster />
    </>,
    { path },
  );

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('a tribe that does not exist shows a message without a retry, and links to other tribes', async () => {
  stubResponse('GET tribes/7', { status: 404, body: { error: 'No encontramos lo que buscas.', code: 'not_found' } });
  await show();
  await screen.findByRole('heading', { level: 1, name: 'No encontramos lo que buscas.' });
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver tribus' }).getAttribute('href')).toBe('/tools/tribes');
});

test('members are mentioned in the third person, the viewer in the second, and agents are marked', async () => {
  stubResponse('GET tribes/7', { body: tribe });
  const items = [
    member({}, 'owner'),
    member({ id: lucia.id, name: lucia.name }, 'officer'),
    member({ id: 'u3', name: 'brasa.agente', isAgent: true }, 'member'),
  ];
  stubResponse('GET tribes/7/members', { body: { items, nextCursor: null } });
  await show();
  const bar = within(await screen.findByRole('navigation', { name: 'La tribu' }));
  await userEvent.click(bar.getByRole('link', { name: 'Gente' }));
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') ?? document.body);
  (await rowOf('Ana')).getByText('Persona propietaria');
  (await rowOf(lucia.name)).getByText('Moderas esta tribu');
  (await rowOf('brasa.agente')).getByText('Agente');
  expect((await rowOf('Ana')).queryByText('Agente')).toBeNull();
});

test('the title of the document is the name of the tribe, with that of the part in view', async () => {
  stubResponse('GET tribes/7', { body: tribe });
  await show();
  await waitFor(() => expect(document.title).toBe('Panaderos · Tribus'));
  await userEvent.click(await screen.findByRole('link', { name: 'Gente' }));
  await waitFor(() => expect(document.title).toBe('Gente · Panaderos · Tribus'));
});

test('a part that is not open to the viewer redirects to the tribe, which shows how to join', async () => {
  stubResponse('GET tribes/7', { body: { ...tribe, canRead: false, membership: null } });
  await show('/tools/tribes/7/people');
  await screen.findByRole('heading', { name: 'Lo que se cuenta aquí es para la tribu' });
  screen.getByText('Sombras');
  screen.getByRole('button', { name: 'Unirme' });
  expect(screen.queryByRole('navigation', { name: 'La tribu' })).toBeNull();
});

const outside = { ...tribe, canRead: false, membership: null };

test('a person who joined in another tab finds the tribe open on returning to this one', async () => {
  stubResponse('GET tribes/7', { body: outside });
  await show();
  await screen.findByRole('button', { name: 'Unirme' });
  stubResponse('GET tribes/7', { body: tribe });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findByText('Publicaciones');
  expect(screen.queryByRole('button', { name: 'Unirme' })).toBeNull();
});

test('pressing join as a member joins without an error', async () => {
  stubResponse('GET tribes/7', { body: outside });
  stubResponse('POST tribes/7/join', () => {
    stubResponse('GET tribes/7', { body: tribe });
    return { status: 409, body: { code: 'already_member', error: 'Ya formas parte de esta tribu.' } };
  });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Unirme' }));
  await screen.findByText('Ya estás en Panaderos');
  await screen.findByText('Publicaciones');
  expect(screen.queryByText('Ya formas parte de esta tribu.')).toBeNull();
});

test('a member finds progress, chat and every part of the tribe with panels=1', async () => {
  stubResponse('GET tribes/7', { body: tribe });
  await show('/tools/tribes/7?panels=1');
  const panels = within(await screen.findByRole('region', { name: 'Todo de la tribu' }));
  panels.getByText('Progreso');
  expect(panels.getByRole('link', { name: /^Chat/ }).getAttribute('href')).toBe('/inbox/7');
  expect(panels.getByRole('link', { name: /^Gente/ }).getAttribute('href')).toBe('/tools/tribes/7/people');
  expect(screen.queryByText('Publicaciones')).toBeNull();
});

test('only moderators find the editor of challenges among the panels, next to the levels', async () => {
  for (const [canModerate, expected] of [
    [false, ['/inbox/7', '/tools/tribes/7/people', '/tools/tribes/7/levels']],
    [true, ['/inbox/7', '/tools/tribes/7/people', '/tools/tribes/7/levels', '/tools/tribes/7/levels?view=edit']],
  ] as const) {
    stubResponse('GET tribes/7', { body: { ...tribe, canModerate } });
    const { unmount } = await show('/tools/tribes/7?panels=1');
    const panels = within(await screen.findByRole('region', { name: 'Todo de la tribu' }));
    expect(panels.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(expected);
    unmount();
  }
});

test('a card shows the rules and questions of a tribe before joining it, and why they cannot be loaded', async () => {
  const card = { ...outside, hasJoinConditions: true, rules: undefined, questions: undefined } as TribeCard;
  const joined = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  stubResponse('GET tribes/7', { status: 404, body: { error: 'Ya no está.', code: 'not_found' } });
  stubResponse('POST tribes/7/join', { body: { membership: { status: 'active' } } });
  await renderApp(
    <>
      <JoinButton tribe={card} />
      <Toaster />
    </>,
  );
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Unirme' }));
  await press();
  await screen.findByText('Ya no está.');
  const questions = [{ id: 'q1', text: '¿Qué amasas?' }];
  stubResponse('GET tribes/7', { body: { ...outside, rules: ['Se avisa antes'], questions } });
  await press();
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('Se avisa antes');
  expect(joined()).toEqual([]);
  await userEvent.type(sheet.getByLabelText('¿Qué amasas?'), 'Pan');
  await userEvent.click(sheet.getByRole('button', { name: 'Unirme' }));
  await screen.findByText('Ya estás en Panaderos');
  expect(joined()).toEqual([{ answers: [{ questionId: 'q1', answer: 'Pan' }] }]);
});

const ban = { reason: 'Por insultar', authority: 'owner', createdAt: '2026-11-01T10:00:00.000Z', endsAt: null };

test.each([
  ['an outsider', outside, 'Unirme'],
  [
    'an applicant',
    { ...outside, membership: { role: 'member', status: 'pending', levelOrder: 0 } },
    'Cancelar solicitud',
  ],
  ['a banned person', { ...outside, ban }, 'Por insultar'],
])('%s sees with panels=1 how to join, or why not', async (_who, body, text) => {
  stubResponse('GET tribes/7', { body });
  await show('/tools/tribes/7?panels=1');
  await screen.findByText(text);
  expect(screen.queryByRole('region', { name: 'Todo de la tribu' })).toBeNull();
});

test('a person banned from an invisible tribe sees the reason, and no number of members', async () => {
  const unseen = { ...tribe, ...outside, ban, name: 'Una tribu oculta', description: '', membersCount: 0 };
  stubResponse('GET tribes/7', { body: unseen });
  await show();
  await screen.findByText('Por insultar');
  screen.getByRole('region', { name: 'De la tribu' });
  expect(screen.queryByText(/miembro/)).toBeNull();
});

test('a restricted member sees the reason, the end and the moderator’s role, and cannot write', async () => {
  const endsAt = '2026-12-03T10:00:00.000Z';
  const restriction = { reason: 'Para calmarnos', authority: 'officer', createdAt: endsAt, endsAt };
  stubResponse('GET tribes/7', { body: { ...tribe, restriction } });
  await show();
  const note = within(await screen.findByRole('region', { name: 'Aquí puedes leer, pero no escribir' }));
  note.getByText('Para calmarnos');
  note.getByText(/^Lo decidió quien modera la tribu\. Hasta el 3 de diciembre de 2026/);
  screen.getByText('Solo lectura');
});
