/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Tribe } from './api.ts';
import { PeoplePart } from './people-part.tsx';
import { RequestsPart } from './requests-part.tsx';

const tribe = {
  id: 7,
  name: 'Panaderos',
  requiresApproval: true,
  rules: ['Se avisa antes'],
  membership: { role: 'officer', status: 'active', levelOrder: 5 },
  canRead: true,
  canModerate: true,
  canRename: true,
  canDelete: false,
} as Tribe;
const owned: Tribe = { ...tribe, canDelete: true, membership: { role: 'owner', status: 'active', levelOrder: 5 } };

const user = (id: string, name: string) => ({ id, name, avatarUrl: null, isAgent: false, restrictedHigher: false });
const joinedAt = '2026-03-01T10:00:00.000Z';
/** The permissions of an officer over a member. */
const over = { canSetRole: false, canRestrict: true, canLift: false, canRemove: true, canBan: true };
const noFlags = Object.fromEntries(Object.keys(over).map((flag) => [flag, undefined]));
const nothing = { canSetRole: false, canRestrict: false, canLift: false, canRemove: false, canBan: false };
const member = (id: string, name: string, more: object = {}) => ({
  user: user(id, name),
  role: 'member',
  levelOrder: 2,
  restrictedHigher: false,
  restrictedLower: false,
  joinedAt,
  ...over,
  restriction: null,
  ownershipOffer: null,
  ...more,
});
const pages = (...items: object[]) => ({ body: { items, nextCursor: null } });
/** The first page of pending join requests. */
const waiting = (count: number, ...items: object[]) => ({ body: { items, nextCursor: null, waiting: count } });

const show = (part: React.ReactNode) =>
  renderApp(
    <>
      {part}
      <Toaster />
    </>,
  );
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') ?? document.body);
const openMenu = async (name: string) =>
  userEvent.click((await rowOf(name)).getByRole('button', { name: `Acciones: ${name}` }));
const choose = async (item: string) => userEvent.click(await screen.findByRole('menuitem', { name: item }));

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET tribes/7/members/pending', waiting(0));
});

afterEach(() => {
  jest.restoreAllMocks();
  session.end();
});

test('a refusal is shown in its dialog; a success updates the list at once and shows a toast', async () => {
  stubResponse('GET tribes/7/members', pages(member('u2', 'Ana'), member('u3', 'Beto')));
  const refusal = { error: 'Esa persona tiene tanta autoridad como tú.', code: 'outranked' };
  stubResponse('DELETE tribes/7/members/u2', { status: 403, body: refusal });
  await show(<PeoplePart tribe={tribe} />);
  await openMenu('Ana');
  await choose('Sacar de la tribu');
  const dialog = await screen.findByRole('dialog', { name: '¿Sacar a Ana de la tribu?' });
  within(dialog).getByText(/Pierde su nivel y lo que envió a los retos/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sacar de la tribu' }));
  await within(dialog).findByText('Esa persona tiene tanta autoridad como tú.');

  stubResponse('DELETE tribes/7/members/u2', { body: {} });
  stubResponse('GET tribes/7/members', pages(member('u3', 'Beto')));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sacar de la tribu' }));
  await within(await screen.findByRole('status')).findByText('Ana ya no está en la tribu');
  expect(screen.queryByText('Ana')).toBeNull();
  const list = screen.getByRole('region', { name: 'Miembros' });
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
});

test('a restriction needs a reason and a valid end, and both are sent as chosen', async () => {
  stubResponse('GET tribes/7/members', pages(member('u2', 'Ana')));
  stubResponse('PUT tribes/7/members/u2/restriction', ({ body }) => ({
    body: { ...(body as object), authority: 'officer', createdAt: joinedAt },
  }));
  await show(<PeoplePart tribe={tribe} />);
  await openMenu('Ana');
  await choose('Restringir');
  const sheet = within(await screen.findByRole('dialog', { name: 'Restringir a Ana' }));
  const send = () => userEvent.click(sheet.getByRole('button', { name: 'Restringir a Ana' }));
  await userEvent.click(sheet.getByRole('radio', { name: 'Hasta un día concreto' }));
  await send();
  await sheet.findByText('Escribe el motivo.');
  await sheet.findByText(/una restricción dura como máximo 365 días/);
  await userEvent.type(sheet.getByRole('textbox', { name: 'Motivo' }), 'Insultos');
  await userEvent.click(sheet.getByRole('radio', { name: '1 día' }));
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T10:00:00Z'));
  await send();
  await screen.findByText('Ana solo puede leer');
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    reason: 'Insultos',
    endsAt: '2026-03-02T10:00:00.000Z',
  });
});

test('an officer lifts the measures of officers, not those of the owner, and cannot appoint officers', async () => {
  const restriction = (authority: string) => ({ reason: 'Ruido', authority, createdAt: joinedAt, endsAt: joinedAt });
  stubResponse(
    'GET tribes/7/members',
    pages(
      member('u2', 'Ana', { restriction: restriction('owner'), canRestrict: false }),
      member('u3', 'Beto', { restriction: restriction('officer'), canLift: true }),
      member('u4', 'Cora', { role: 'owner', ...nothing }),
    ),
  );
  const ban = (id: string, name: string, authority: string, canLift: boolean) => ({
    user: user(id, name),
    canLift,
    by: null,
    reason: 'Spam',
    authority,
    createdAt: joinedAt,
    endsAt: null,
  });
  stubResponse('GET tribes/7/bans', pages(ban('u5', 'Dani', 'owner', false), ban('u6', 'Eva', 'officer', true)));
  await show(<PeoplePart tribe={tribe} />);
  await openMenu('Beto');
  await screen.findByRole('menuitem', { name: 'Dejar escribir' });
  expect(screen.queryByRole('menuitem', { name: 'Dar la moderación' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await openMenu('Ana');
  await screen.findByRole('menuitem', { name: 'Vetar' });
  expect(screen.queryByRole('menuitem', { name: 'Dejar escribir' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect((await rowOf('Cora')).queryByRole('button', { name: /^Acciones/ })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Vetos' }));
  (await rowOf('Eva')).getByRole('button', { name: 'Levantar el veto a Eva' });
  (await rowOf('Dani')).getByText(/Lo decidió la persona propietaria de la tribu/);
  expect((await rowOf('Dani')).queryByRole('button')).toBeNull();
});

test('the owner appoints and dismisses officers, and there is no menu for oneself', async () => {
  stubResponse(
    'GET tribes/7/members',
    pages(
      member(lucia.id, lucia.name, { role: 'owner', ...nothing }),
      member('u2', 'Ana', { role: 'officer', canSetRole: true }),
      member('u3', 'Beto', { canSetRole: true }),
    ),
  );
  stubResponse('PUT tribes/7/members/u3/role', { body: {} });
  await show(<PeoplePart tribe={owned} />);
  await openMenu('Ana');
  await screen.findByRole('menuitem', { name: 'Quitar la moderación' });
  await userEvent.keyboard('{Escape}');
  await openMenu('Beto');
  await choose('Dar la moderación');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Dar la moderación' }));
  await screen.findByText('Beto modera ahora la tribu');
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ role: 'officer' });
  expect((await rowOf(lucia.name)).queryByRole('button')).toBeNull();
});

test('the list shows only the level of a hidden person, without name, link or date, and a menu to report them', async () => {
  const hidden = { ...user('p-1', 'Miembro superior'), restrictedHigher: true };
  stubResponse(
    'GET tribes/7/members',
    pages(member('p-1', '', { user: hidden, restrictedHigher: true, levelOrder: 4, ...noFlags })),
  );
  await show(<PeoplePart tribe={{ ...tribe, canModerate: false, canRename: false }} />);
  const row = await rowOf('Miembro superior');
  row.getByText('Nivel 4');
  expect(row.queryByText(/2026/)).toBeNull();
  expect(row.queryByRole('link')).toBeNull();
  fireEvent.click(row.getByRole('button'));
  await screen.findByRole('menuitem', { name: 'Reportar' });
});

const asking = (id: string, name: string) => ({
  user: user(id, name),
  requestedAt: joinedAt,
  answers: [{ question: '¿Qué te trae?', answer: 'El pan' }],
  notes: [],
});

test.each([
  [1, '1 solicitud espera'],
  [340, '340 solicitudes esperan'],
  [1_000, '999+ solicitudes esperan'],
])('the list of people shows %s pending requests, and fetches the first applicants only', async (count, heading) => {
  stubResponse('GET tribes/7/members', pages());
  stubResponse('GET tribes/7/members/pending', waiting(count, asking('u2', 'Ana')));
  await show(<PeoplePart tribe={tribe} />);
  await screen.findByRole('heading', { name: heading });
  const pendingRequests = requests.filter(({ path }) => path.startsWith('tribes/7/members/pending'));
  expect(pendingRequests.map(({ path }) => path)).toEqual(['tribes/7/members/pending?limit=5']);
});

test('many requests are answered at once; a request decided by another moderator is reported and removed', async () => {
  stubResponse('GET tribes/7/members/pending', waiting(2, asking('u2', 'Ana'), asking('u3', 'Beto')));
  stubResponse('POST tribes/7/members/resolve', () => {
    stubResponse('GET tribes/7/members/pending', waiting(0));
    return { body: { resolved: ['u3'] } };
  });
  await show(<RequestsPart tribe={tribe} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Aprobar' }));
  await screen.findByText('Solicitud aprobada');
  await screen.findByText('La solicitud de Ana ya no espera: la decidió otra persona, o fue retirada.');
  await screen.findByText('No hay solicitudes');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ action: 'approve', userIds: ['u2', 'u3'] });
});

test('an approval that fails keeps the requests; a repeated one approves them, and shows how many', async () => {
  stubResponse('GET tribes/7/members/pending', waiting(2, asking('u2', 'Ana'), asking('u3', 'Beto')));
  const refused = { code: 'forbidden', error: 'No tienes permiso.' };
  stubResponse('POST tribes/7/members/resolve', { status: 403, body: refused });
  await show(<RequestsPart tribe={tribe} />);
  const approveAll = async () => {
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar todo' });
    if (!all.checked) await userEvent.click(all);
    await userEvent.click(screen.getByRole('button', { name: 'Aprobar' }));
  };
  await approveAll();
  await screen.findByText('No se pudo aprobar. No tienes permiso.');
  screen.getByRole('button', { name: 'Aprobar a Ana' });
  stubResponse('POST tribes/7/members/resolve', () => {
    stubResponse('GET tribes/7/members/pending', waiting(0));
    return { body: { resolved: ['u2', 'u3'] } };
  });
  await approveAll();
  await screen.findByText('2 solicitudes aprobadas');
  await screen.findByText('No hay solicitudes');
});

test('the second press of a double click does not approve the applicant who moved up in the list', async () => {
  stubResponse(
    'GET tribes/7/members/pending',
    waiting(3, asking('u2', 'Ana'), asking('u3', 'Beto'), asking('u4', 'Eva')),
  );
  stubResponse('POST tribes/7/members/resolve', () => {
    stubResponse('GET tribes/7/members/pending', waiting(2, asking('u3', 'Beto'), asking('u4', 'Eva')));
    return { body: { resolved: ['u2'] } };
  });
  await show(<RequestsPart tribe={tribe} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Aprobar a Ana' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Aprobar a Ana' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Aprobar a Beto' }), { detail: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Aprobar a Eva' }));
  const approved = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(approved()).toHaveLength(2));
  expect(approved()).toEqual(['u2', 'u4'].map((id) => ({ action: 'approve', userIds: [id] })));
});

test('a rejection needs a confirmation, and one that fails keeps the request', async () => {
  stubResponse('GET tribes/7/members/pending', waiting(1, asking('u2', 'Ana')));
  stubResponse('POST tribes/7/members/resolve', 'lost');
  await show(<RequestsPart tribe={tribe} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar a Ana' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar a Ana?' }));
  dialog.getByText(/dentro de 7 días/);
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  await screen.findByText(/^No se pudo rechazar/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('El pan');
});
