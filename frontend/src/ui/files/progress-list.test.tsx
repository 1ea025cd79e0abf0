/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { type ProgressItem, ProgressList } from './progress-list.tsx';

const items: ProgressItem[] = [
  { id: 'a', name: 'a.jpg', state: 'running', share: 0.42 },
  { id: 'b', name: 'b.jpg', state: 'waiting' },
  { id: 'c', name: 'c.jpg', state: 'failed', problem: () => 'Sin conexión' },
  { id: 'd', name: 'd.jpg', state: 'done' },
];

test('each item shows its progress, and its end is announced', async () => {
  await renderApp(<ProgressList label="Subidas" items={items} />);
  expect(within(screen.getByRole('list', { name: 'Subidas' })).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('progressbar', { name: 'a.jpg' }).getAttribute('aria-valuenow')).toBe('42');
  expect(screen.getByText('En cola')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('c.jpg: no ha salido bien. Sin conexiónd.jpg: listo');
});

test('a running item can be cancelled, a failed one retried, an ended one removed', async () => {
  const calls: string[] = [];
  await renderApp(
    <ProgressList
      label="Subidas"
      items={items}
      onCancel={(id) => calls.push(`cancel ${id}`)}
      onRetry={(id) => calls.push(`retry ${id}`)}
      onDismiss={(id) => calls.push(`dismiss ${id}`)}
    />,
  );
  for (const name of [
    'Cancelar a.jpg',
    'Cancelar b.jpg',
    'Reintentar c.jpg',
    'Quitar c.jpg de la lista',
    'Quitar d.jpg de la lista',
  ])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(calls).toEqual(['cancel a', 'cancel b', 'retry c', 'dismiss c', 'dismiss d']);
  expect(screen.getAllByRole('button')).toHaveLength(5);
});
