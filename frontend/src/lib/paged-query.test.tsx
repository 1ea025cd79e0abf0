/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { cursorPages, usePagedQuery } from './pages.ts';

interface Page {
  items: number[];
  nextCursor: string | null;
}

/** A list of four pages with the number of each. `before` is awaited by the request of each further page. */
function Numbers({ before }: { before?: (cancel: () => Promise<void>) => Promise<void> }) {
  const client = useQueryClient();
  const { items, query } = usePagedQuery(
    infiniteQueryOptions({
      queryKey: ['numbers'],
      queryFn: async ({ pageParam }): Promise<Page> => {
        const number = Number(pageParam ?? 1);
        if (number > 1) await before?.(() => client.cancelQueries({ queryKey: ['numbers'] }));
        return { items: [number], nextCursor: number < 4 ? String(number + 1) : null };
      },
      ...cursorPages,
    }),
  );
  return (
    <>
      {items.map((number) => (
        <p key={number}>Página {number}</p>
      ))}
      <LoadMore query={query} />
    </>
  );
}

test('a list that is opened again reads as many pages as were read there and no more, also when a request is cancelled', async () => {
  const { unmount } = await renderApp(<Numbers />);
  for (const number of [2, 3]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
    await screen.findByText(`Página ${number}`);
  }
  unmount();
  let requests = 0;
  const before = async (cancel: () => Promise<void>) => {
    requests += 1;
    if (requests === 1) await cancel();
  };
  await renderApp(<Numbers before={before} />);
  await screen.findByText('Página 3');
  expect(screen.queryByText('Página 4')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cargar más' }));
  await screen.findByText('Página 4');
});
