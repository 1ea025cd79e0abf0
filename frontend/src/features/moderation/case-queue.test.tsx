/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { CaseQueue } from './case-queue.tsx';

const createdAt = '2026-01-01T00:00:00.000Z';
const caseAbout = (text: string) => ({
  ...{
    id: `of-${text}`,
    kind: 'post',
    postKind: 'post',
    tribe: { id: 7, name: 'Senda' },
    objectId: 'p1',
    postId: 'p1',
  },
  ...{ author: null, text, imagesCount: 0, objectDeleted: false, hidden: null, status: 'open', version: 1 },
  ...{ openedAt: createdAt, changedAt: createdAt, due: 'fresh', assignee: null, assignedAt: null, isMine: false },
  ...{
    onlySite: false,
    reasons: [],
    reportsCount: 0,
    reports: [],
    lastAction: null,
    images: [],
    videos: [],
    createdAt,
    before: [],
    after: [],
  },
  ...{ appeal: null, decisions: [], notes: [], actions: ['keep', 'remove'], refusal: null, usualReason: 'spam' },
});

const waiting = { open: 3, appealed: 0 };

async function showQueue(): Promise<void> {
  for (const text of ['Uno', 'Dos', 'Tres']) {
    stubResponse(`GET reports/of-${text}`, { body: caseAbout(text) });
    stubResponse(`POST reports/of-${text}/assignment`, { body: { ...caseAbout(text), isMine: true } });
  }
  stubResponse('GET tribes/7/reports', ({ path }) => ({
    body: path.includes('cursor=next')
      ? { items: [caseAbout('Tres')], nextCursor: null, waiting }
      : { items: [caseAbout('Uno'), caseAbout('Dos')], nextCursor: 'next', waiting },
  }));
  await renderApp(<CaseQueue tribeId={7} />);
  await screen.findByRole('button', { name: /Uno/ });
}

/** Waits until the case with this text is open. */
const opened = async (text: string) => {
  const object = await screen.findByRole('region', { name: 'Lo reportado' });
  await within(object).findByText(text);
};
const sent = () => requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('cases are worked through by keys, also with Caps Lock: j and k move, m takes one, numbers choose an action', async () => {
  await showQueue();
  await opened('Uno');
  await userEvent.keyboard('j');
  await opened('Dos');
  await userEvent.keyboard('k');
  await opened('Uno');
  await userEvent.keyboard('J');
  await opened('Dos');
  await userEvent.keyboard('K');
  await opened('Uno');
  await userEvent.keyboard('M');
  await waitFor(() => expect(sent()).toEqual([['reports/of-Uno/assignment', { assigned: true, takeOver: false }]]));
  await screen.findByRole('radio', { name: 'Quitar' });
  await userEvent.keyboard('2');
  const remove = screen.getByRole<HTMLInputElement>('radio', { name: 'Quitar' });
  expect([remove.checked, document.activeElement]).toEqual([true, remove]);
  await userEvent.keyboard('3');
  expect(remove.checked).toBe(true);
  await userEvent.keyboard('j');
  await opened('Dos');
});

test('j on the last loaded case loads more, of which the next j opens the first', async () => {
  await showQueue();
  await userEvent.keyboard('j');
  await opened('Dos');
  await userEvent.keyboard('j');
  await screen.findByRole('button', { name: /Tres/ });
  await opened('Dos');
  await userEvent.keyboard('j');
  await opened('Tres');
  await userEvent.keyboard('j');
  expect(requests.filter(({ path }) => path.startsWith('tribes/7/reports'))).toHaveLength(2);
});

test('keys do nothing while a text is typed or with Shift, Control or Alt', async () => {
  await showQueue();
  await opened('Uno');
  const note = await screen.findByRole('textbox', { name: 'Nota para el equipo' });
  await userEvent.type(note, 'j m 2');
  note.blur();
  for (const modifier of ['Shift', 'Control', 'Alt', 'Meta'])
    await userEvent.keyboard(`{${modifier}>}jm2{/${modifier}}`);
  await opened('Uno');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Quitar' }).checked).toBe(false);
  expect(sent()).toEqual([]);
});

/** The queries of the requests for the cases of the site. */
const siteQueries = () =>
  requests
    .filter(({ path }) => path.startsWith('admin/reports'))
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

test('site admins search for the tribe whose cases they want to see, and the address keeps it', async () => {
  stubResponse('GET admin/reports', { body: { items: [caseAbout('Uno')], nextCursor: null, waiting } });
  stubResponse('GET tribes', ({ path }) => ({
    body: { items: path.includes('q=send') ? [{ id: 7, name: 'Senda' }] : [] },
  }));
  await renderApp(<CaseQueue tribeId={null} />, { browserHistory: true });
  const field = await screen.findByRole('combobox', { name: 'Tribu' });
  await userEvent.type(field, 'send');
  await userEvent.click(await screen.findByRole('option', { name: 'Senda' }));
  await waitFor(() => expect(siteQueries().at(-1)).toEqual({ status: 'waiting', tribeId: '7' }));
  expect(window.location.search).toBe('?tribeId=7');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Tribu' }).value).toBe('Senda');
  cleanup();

  stubResponse('GET tribes/7', { body: { id: 7, name: 'Senda' } });
  await renderApp(<CaseQueue tribeId={null} />, { path: '/?tribeId=7' });
  await screen.findByDisplayValue('Senda');
  expect(siteQueries().at(-1)).toEqual({ status: 'waiting', tribeId: '7' });
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la elección' }));
  await waitFor(() => expect(siteQueries().at(-1)).toEqual({ status: 'waiting' }));
});

test('cases that only site admins may decide are marked while they wait, and the list shows these alone on request', async () => {
  const [marked, decided] = [
    { ...caseAbout('Uno'), onlySite: true },
    { ...caseAbout('Tres'), onlySite: true, due: null },
  ];
  stubResponse('GET admin/reports', {
    body: { items: [marked, caseAbout('Dos'), decided], nextCursor: null, waiting },
  });
  await renderApp(<CaseQueue tribeId={null} />);
  const isMarked = async (text: string) =>
    within(await screen.findByRole('button', { name: new RegExp(text) })).queryByText('Solo el equipo de Tribus') !==
    null;
  expect([await isMarked('Uno'), await isMarked('Dos'), await isMarked('Tres')]).toEqual([true, false, false]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Quién puede decidir' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Solo el equipo de Tribus' }));
  await waitFor(() => expect(siteQueries().at(-1)).toEqual({ status: 'waiting', decidedBy: 'site' }));
});

test('the list of a tribe has no filter by tribe, also not from its address', async () => {
  stubResponse('GET tribes/7/reports', { body: { items: [caseAbout('Uno')], nextCursor: null, waiting } });
  await renderApp(<CaseQueue tribeId={7} />, { path: '/?tribeId=8' });
  await screen.findByRole('button', { name: /Uno/ });
  expect(requests.find(({ path }) => path.startsWith('tribes/7/reports'))?.path).not.toContain('tribeId');
  expect(screen.queryByRole('combobox', { name: 'Tribu' })).toBeNull();
});

test('after a decision the focus is on the case that has opened, and after the last one on the list', async () => {
  const left = ['Uno', 'Dos'];
  const list = () => ({ body: { items: left.map(caseAbout), nextCursor: null, waiting } });
  stubResponse('GET tribes/7/reports', list);
  for (const text of left) {
    stubResponse(`GET reports/of-${text}`, { body: caseAbout(text) });
    stubResponse(`POST reports/of-${text}/resolve`, () => {
      left.splice(left.indexOf(text), 1);
      return { body: caseAbout(text) };
    });
  }
  await renderApp(<CaseQueue tribeId={7} />);
  const decide = async (text: string) => {
    await opened(text);
    await userEvent.keyboard('1');
    await userEvent.click(await screen.findByRole('button', { name: /^Mantener/ }));
  };
  await decide('Uno');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Dos/, current: true })));
  await decide('Dos');
  const empty = await screen.findByText('Nada por decidir');
  await waitFor(() => expect(document.activeElement?.contains(empty)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});
