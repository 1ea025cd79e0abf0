/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { Insight } from './api.ts';
import { InsightView } from './insight-view.tsx';

const total = { value: 0, before: 0 };
const insight: Insight = {
  from: '2026-03-01',
  to: '2026-03-02',
  totals: {
    members: total,
    active: total,
    joined: total,
    left: total,
    posts: total,
    comments: total,
    reactions: total,
  },
  days: [
    { day: '2026-03-01', members: 4, joined: 1, left: 0, active: 2, posts: 3, comments: 1, reactions: 0 },
    { day: '2026-03-02', members: 3, joined: 0, left: 1, active: 0, posts: 0, comments: 0, reactions: 0 },
  ],
  cohorts: [
    { week: '2026-02-16', joined: 5, followed: 4, active: [3, 2] },
    { week: '2026-02-23', joined: 1, followed: 1, active: [1] },
  ],
  bestPosts: [
    {
      id: 'p1',
      kind: 'post',
      content: '=HYPERLINK("https://malo.test")\nDicho, "así"',
      user: {
        id: 'u2',
        name: '@ana',
        avatarUrl: null,
        isAgent: false,
        canMessage: true,
        restrictedHigher: false,
        restrictedLower: false,
      },
      createdAt: '2026-03-01T23:30:00.000Z',
      tribe: { id: 7, name: 'Fogón' },
      counts: { comments: 1, reactions: 2, views: 9 },
    },
  ],
};

let saved: { name: string; blob: Blob }[];

beforeEach(() => {
  forgetRequests();
  saved = [];
  session.start('t', lucia);
  let last = new Blob();
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      last = blob;
      return 'blob:file';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  session.end();
});

async function download(tribe: { id: number; name: string } | null) {
  await renderApp(<InsightView tribe={tribe} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Descargar CSV' }));
  const [{ name, blob } = { name: '', blob: new Blob() }] = saved;
  return { name, text: await textOf(blob) };
}

/** Including the byte order mark, which is otherwise left out. */
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const loader = new FileReader();
    loader.onload = () => {
      if (typeof loader.result !== 'string') resolve(Buffer.from(loader.result ?? new ArrayBuffer(0)).toString('utf8'));
    };
    loader.readAsArrayBuffer(blob);
  });

test('the file has the days, the retention and the best posts, and no cell is a formula to a spreadsheet', async () => {
  stubResponse('GET tribes/7/insight', { body: insight });
  const { name, text } = await download({ id: 7, name: '¡Fogón de la Ñ!' });
  expect(name).toBe('fogon-de-la-n-2026-03-01-2026-03-02.csv');
  expect(text).toBe(
    `\uFEFF${[
      'Día,Miembros,Entran,Salen,Personas activas,Publicaciones,Comentarios,Reacciones',
      '2026-03-01,4,1,0,2,3,1,0',
      '2026-03-02,3,0,1,0,0,0,0',
      '',
      'Quién vuelve',
      'Semana del,Entran,Seguidas,Esa semana,Semana +1',
      '2026-02-16,5,4,3,2',
      '2026-02-23,1,1,1,',
      '',
      'Lo que más movió',
      'Día,Tribu,Autor,Texto,Reacciones,Comentarios,Vistas',
      `2026-03-01,Fogón,'@ana,"'=HYPERLINK(""https://malo.test"")\nDicho, ""así""",2,1,9`,
      '',
    ].join('\r\n')}`,
  );
});

test('the file of all of Tribus has its name, and empty sections are left out', async () => {
  stubResponse('GET admin/insight', { body: { ...insight, cohorts: [], bestPosts: [] } });
  const { name, text } = await download(null);
  expect(name).toBe('tribus-2026-03-01-2026-03-02.csv');
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});
