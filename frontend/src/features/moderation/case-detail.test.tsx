/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { CaseDetail } from './case-detail.tsx';

const createdAt = '2026-01-01T00:00:00.000Z';
const reports = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    ...{ id: `r${from + index}`, reason: 'spam', description: `Reporte ${from + index}`, createdAt, reporter: null },
  }));

const found = {
  ...{ id: 'c1', kind: 'post', postKind: 'post', tribe: { id: 7, name: 'Senda' }, objectId: 'p1', postId: 'p1' },
  ...{
    author: null,
    text: 'Compra',
    imagesCount: 0,
    objectDeleted: false,
    hidden: null,
    status: 'open',
    version: 1,
    edits: 0,
  },
  ...{ openedAt: createdAt, changedAt: createdAt, due: 'fresh', assignee: null, assignedAt: null, isMine: false },
  ...{
    onlySite: false,
    reasons: [{ reason: 'spam', count: 32 }],
    reportsCount: 32,
    reports: reports(0, 20),
    lastAction: null,
    images: [],
    videos: [],
    createdAt,
    before: [],
    after: [],
  },
  ...{ appeal: null, textsDeletedAt: null, decisions: [], notes: [], actions: [], refusal: null, usualReason: 'spam' },
};

async function show(more: object): Promise<void> {
  stubResponse('GET reports/c1', { body: { ...found, ...more } });
  await renderApp(<CaseDetail id="c1" isOfSite={false} isAlone={false} onClose={() => {}} />);
}

const listed = () => within(screen.getByRole('region', { name: /reportes$/ })).getAllByRole('listitem');

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('a case with more reports than it shows at once leads page by page to all of them', async () => {
  stubResponse('GET reports/cases/c1', ({ path }) => ({
    body: path.includes('cursor=next')
      ? { items: reports(30, 32), nextCursor: null }
      : { items: reports(0, 30), nextCursor: 'next' },
  }));
  await show({});
  await screen.findByRole('heading', { name: '32 reportes' });
  expect(listed()).toHaveLength(20);
  for (const [shown, last] of [
    [30, 'Reporte 29'],
    [32, 'Reporte 31'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: 'Cargar más' }));
    await screen.findByText(last);
    expect(listed()).toHaveLength(shown);
  }
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
});

test('a case that shows all its reports offers no further ones', async () => {
  await show({ reportsCount: 20 });
  await screen.findByRole('heading', { name: '20 reportes' });
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
});

/** The addresses of the pictures, with those of previews. */
const sources = (region: HTMLElement) => [...region.querySelectorAll('img')].map((each) => each.getAttribute('src'));
const seen = async () => await screen.findByRole('region', { name: 'Así se ve ahora' });

test('a case about a person shows the texts of their profile, and its pictures only on request', async () => {
  const ana = { ...lucia, id: 'u2', name: 'Ana' };
  const variants = { square: '/square', medium: '/photo', large: '/large' };
  const photos = [{ id: 'p1', position: 1, url: '/large', lqip: 'data:image/tiny', variants }];
  const profile = { ...ana, avatarUrl: '/avatar', bio: 'Vendo relojes', about: 'Llámame', photos };
  stubResponse('GET auth/public/u2', { body: profile });
  await show({ ...{ kind: 'person', postKind: null, objectId: 'u2', postId: null }, author: ana, text: 'Ana' });
  const region = await seen();
  await within(region).findByText('Vendo relojes');
  within(region).getByText('Llámame');
  expect(sources(region)).toEqual(['data:image/tiny']);
  fireEvent.click(within(region).getByRole('button', { name: 'Ver 2 imágenes' }));
  expect(sources(region)).toEqual(['/avatar', '/photo']);
});

test('a case about a tribe shows its description and, on request, its cover; one about a deleted tribe neither', async () => {
  const tribe = { id: 7, name: 'Senda', description: 'Solo ofertas', imageUrl: '/cover', imageLqip: 'data:image/tiny' };
  stubResponse('GET tribes/7', { body: tribe });
  const ofTribe = { kind: 'tribe', postKind: null, objectId: '7', postId: null, text: 'Senda' };
  await show(ofTribe);
  const region = await seen();
  await within(region).findByText('Solo ofertas');
  expect(sources(region)).toEqual(['data:image/tiny']);
  fireEvent.click(within(region).getByRole('button', { name: 'Ver 1 imagen' }));
  expect(sources(region)).toEqual(['/cover']);
  cleanup();
  await show({ ...ofTribe, objectDeleted: true });
  await screen.findByRole('heading', { name: 'Tribu' });
  expect(screen.queryByRole('region', { name: 'Así se ve ahora' })).toBeNull();
});

test('surroundings of the object are marked once they were edited or deleted', async () => {
  const of = (id: string, text: string, change: string | null) => ({
    ...{ id, kind: 'comment', author: null, text, createdAt, change },
  });
  const before = [of('k1', 'Primero', 'edited'), of('k2', 'Segundo', 'deleted'), of('k3', 'Tercero', null)];
  await show({ kind: 'comment', objectId: 'k4', before });
  const object = within(await screen.findByRole('region', { name: 'Lo reportado' }));
  const marks = ['Primero', 'Segundo', 'Tercero'].map((text) => object.getByText(text).textContent?.split(text)[1]);
  expect(marks).toEqual(['Editado después del reporte', 'Borrado después del reporte', '']);
});

test('a case with several reasons shows how many of all its reports have each', async () => {
  const reasons = [
    { reason: 'harassment', count: 25 },
    { reason: 'spam', count: 7 },
  ];
  await show({ reasons });
  const section = await screen.findByRole('region', { name: '32 reportes' });
  within(section).getByText('Acoso · 25');
  within(section).getByText('Spam o publicidad · 7');
});

test('a case about a post loads neither a profile nor a tribe', async () => {
  await show({});
  await screen.findByRole('heading', { name: 'Publicación' });
  expect(requests.map(({ path }) => path).filter((path) => /^(auth\/public|tribes\/\d+$)/.test(path))).toEqual([]);
});

test('a case whose texts are deleted shows when that was and what was decided, and takes no notes', async () => {
  const decisions = [
    {
      action: 'remove',
      reason: 'spam',
      message: '',
      bySite: false,
      editedMeanwhile: false,
      decidedBy: null,
      createdAt,
    },
  ];
  await show({ ...{ status: 'closed', due: null, text: '', textsDeletedAt: '2026-03-01T12:00:00.000Z' }, decisions });
  await screen.findByText(/^Los textos de este caso se borraron el 1.* mar.* 2026/);
  screen.getByText('Texto borrado');
  within(screen.getByRole('region', { name: 'Decisiones' })).getByText('Quitado');
  expect(screen.queryByText('Sin texto')).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Nota para el equipo/ })).toBeNull();
});

test('after a refusal because of an edit the next measure is about the displayed text, and the form shows this', async () => {
  const sent: unknown[] = [];
  stubResponse('POST reports/c1/resolve', ({ body }) => {
    sent.push(body);
    stubResponse('GET reports/c1', { body: { ...found, actions: ['warn'], version: 2, edits: 1 } });
    return { status: 409, body: { code: 'case_changed', error: 'El caso ha cambiado', requestId: '' } };
  });
  await show({ actions: ['warn'] });
  fireEvent.click(await screen.findByRole('radio', { name: /Avisar/ }));
  const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Decidir' }));
  submit();
  await screen.findByText(/^Su autor lo edita mientras decides/);
  submit();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ version: 1 }, { version: 2, seenEdits: 1 }]);
  expect(sent[0]).not.toHaveProperty('seenEdits');
});

test('a reported picture without a text has no empty quote, and a case within its tribe does not name it', async () => {
  const image = { id: 'i1', lqip: null, variants: { medium: '/i1.webp' } };
  await show({ text: '', images: [image] });
  const object = within(await screen.findByRole('region', { name: 'Lo reportado' }));
  object.getByRole('button', { name: 'Ver 1 imagen' });
  expect(object.queryByText('Sin texto')).toBeNull();
  expect(screen.queryByText('Senda')).toBeNull();
});

test('a case of the list of the site names its tribe', async () => {
  stubResponse('GET reports/c1', { body: found });
  await renderApp(<CaseDetail id="c1" isOfSite={true} isAlone={false} onClose={() => {}} />);
  await screen.findByRole('link', { name: 'Senda' });
});
