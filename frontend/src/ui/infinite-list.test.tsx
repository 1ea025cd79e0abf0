/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { ApiError } from '../lib/http.ts';
import { cursorPages, usePagedQuery } from '../lib/pages.ts';
import { InfiniteList } from './infinite-list.tsx';

/** An end of a list that is always near the viewport: observing it reports it once, as browsers do. */
class AlwaysNear {
  readonly #report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(): void {
    const entry = { isIntersecting: true } as IntersectionObserverEntry;
    queueMicrotask(() => this.#report([entry], this as unknown as IntersectionObserver));
  }

  disconnect(): void {}
}

beforeEach(() => {
  Object.assign(window, { IntersectionObserver: AlwaysNear });
});

interface Page {
  items: string[];
  nextCursor: string | null;
}

/** Reads a list of two pages; `readSecond` answers for the second one. */
function Threads({ readSecond }: { readSecond: (cancel: () => Promise<void>) => Promise<Page> }) {
  const client = useQueryClient();
  const { items, query } = usePagedQuery(
    infiniteQueryOptions({
      queryKey: ['threads'],
      queryFn: ({ pageParam }): Promise<Page> =>
        pageParam === null
          ? Promise.resolve({ items: ['Primera'], nextCursor: '2' })
          : readSecond(() => client.cancelQueries({ queryKey: ['threads'] })),
      ...cursorPages,
    }),
  );
  return (
    <InfiniteList query={query}>
      {items.map((item) => (
        <p key={item}>{item}</p>
      ))}
    </InfiniteList>
  );
}

/** Turns of the event loop, in which the list is rendered as loading. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

const second: Page = { items: ['Segunda'], nextCursor: null };

test('a page that cannot be read is requested once; its error is shown and the person may try again', async () => {
  let requests = 0;
  let refused = true;
  const readSecond = async () => {
    requests += 1;
    await turns(2);
    if (refused) throw new ApiError(429, 'too_many', 'Espera un momento.');
    return second;
  };
  await renderApp(<Threads readSecond={readSecond} />);
  expect((await screen.findByRole('alert')).textContent).toContain('Espera un momento.');
  await act(() => turns(20));
  expect(screen.getByText('Primera')).toBeDefined();
  expect(requests).toBe(1);
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Segunda')).toBeDefined();
  expect(requests).toBe(2);
});

test('a page whose request is cancelled before it was shown as loading is requested again', async () => {
  let requests = 0;
  const readSecond = async (cancel: () => Promise<void>) => {
    requests += 1;
    if (requests === 1) await cancel();
    return second;
  };
  await renderApp(<Threads readSecond={readSecond} />);
  expect(await screen.findByText('Segunda')).toBeDefined();
  expect(requests).toBe(2);
});
