/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { ApiError } from '../lib/http.ts';
import { cursorPages, usePagedQuery } from '../lib/pages.ts';
import { InfiniteList } from './infinite-list.tsx';

/**
 * An end of a list that comes near the viewport as soon as it is observed. On a busy device one report has both states.
 */
class AlwaysNear {
  /** The number of observed ends. */
  static observed = 0;
  readonly #report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(): void {
    AlwaysNear.observed += 1;
    const entries = [false, true].map((isIntersecting) => ({ isIntersecting }) as IntersectionObserverEntry);
    queueMicrotask(() => this.#report(entries, this as unknown as IntersectionObserver));
  }

  disconnect(): void {
    AlwaysNear.observed -= 1;
  }
}

/** Each test reads another list: the number of pages of a list is remembered. */
let list = 0;

beforeEach(() => {
  list += 1;
  AlwaysNear.observed = 0;
  Object.assign(window, { IntersectionObserver: AlwaysNear });
});

interface Page {
  items: string[];
  nextCursor: string | null;
}

/** Reads a list of two or more pages; `readNext` answers for all but the first. */
function Threads({ readNext }: { readNext: (cancel: () => Promise<void>, cursor: string) => Promise<Page> }) {
  const client = useQueryClient();
  const { items, query } = usePagedQuery(
    infiniteQueryOptions({
      queryKey: ['threads', list],
      queryFn: ({ pageParam }): Promise<Page> =>
        pageParam === null
          ? Promise.resolve({ items: ['Primera'], nextCursor: '2' })
          : readNext(() => client.cancelQueries({ queryKey: ['threads', list] }), pageParam),
      ...cursorPages,
    }),
  );
  return (
    <InfiniteList query={query} skeleton={<p>Llega más</p>}>
      {items.map((item) => (
        <p key={item}>{item}</p>
      ))}
    </InfiniteList>
  );
}

const second: Page = { items: ['Segunda'], nextCursor: null };

test('a page that cannot be read is requested once; its error is shown and the person may try again', async () => {
  let requests = 0;
  const refusal = Promise.withResolvers<Page>();
  const readNext = () => {
    requests += 1;
    return requests === 1 ? refusal.promise : Promise.resolve(second);
  };
  await renderApp(<Threads readNext={readNext} />);
  await screen.findByText('Llega más');
  refusal.reject(new ApiError(429, 'too_many', 'Espera un momento.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Espera un momento.');
  expect(screen.getByText('Primera')).toBeDefined();
  expect(AlwaysNear.observed).toBe(0);
  expect(requests).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Segunda')).toBeDefined();
  expect(requests).toBe(2);
});

test('a page whose request is cancelled before it was shown as loading is requested again', async () => {
  let requests = 0;
  const readNext = async (cancel: () => Promise<void>) => {
    requests += 1;
    if (requests === 1) await cancel();
    return second;
  };
  await renderApp(<Threads readNext={readNext} />);
  expect(await screen.findByText('Segunda')).toBeDefined();
  expect(requests).toBe(2);
});

test('pages that arrive before they were shown as loading are followed by the next ones', async () => {
  const readNext = async (_cancel: unknown, cursor: string) =>
    cursor === '2' ? { items: ['Segunda'], nextCursor: '3' } : { items: ['Tercera'], nextCursor: null };
  await renderApp(<Threads readNext={readNext} />);
  expect(await screen.findByText('Tercera')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
});
