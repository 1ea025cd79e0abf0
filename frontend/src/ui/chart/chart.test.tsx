/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import type { Language } from '../../lib/i18n.ts';
import { Chart } from './chart.tsx';

const times = [new Date(2026, 2, 1), new Date(2026, 2, 2), new Date(2026, 2, 3)];
const series = [
  { label: 'Posts', values: [3, null, 1204] },
  { label: 'Personas', values: [1, 2, 5] },
];

test.each([
  ['es', 'Actividad. Del 1 mar 2026 al 3 mar 2026. Posts: de 3 a 1204. Personas: de 1 a 5.'],
  ['en', 'Actividad. From Mar 1, 2026 to Mar 3, 2026. Posts: from 3 to 1,204. Personas: from 1 to 5.'],
  ['zh', 'Actividad. 2026年3月1日至2026年3月3日. Posts：从 3 到 1,204. Personas：从 1 到 5.'],
] as [Language, string][])(
  'in %s the lines are an image with their first and last values as text',
  async (language, text) => {
    await renderApp(<Chart label="Actividad" times={times} series={series} />, { language });
    expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe(text);
    expect(screen.getByRole('figure', { name: 'Actividad' })).toBeTruthy();
  },
);

test('the legend shows the values of the last day', async () => {
  await renderApp(<Chart label="Actividad" times={times} series={series} />);
  expect(screen.getByText('3 mar 2026')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Posts1204', 'Personas5']);
});

test('a table lists the same numbers, the newest first, and is reachable by keyboard', async () => {
  await renderApp(<Chart label="Actividad" times={times} series={series} />);
  screen.getByRole('button', { name: 'Ver tabla' }).focus();
  await userEvent.keyboard('{Enter}');
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['FechaPostsPersonas', '3 mar 202612045', '2 mar 2026–2', '1 mar 202631']);
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('img')).toBeTruthy();
});

test('an empty chart shows a message and offers no table', async () => {
  await renderApp(<Chart label="Actividad" times={[]} series={series} />);
  expect(screen.getByText('Todavía no hay datos')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
