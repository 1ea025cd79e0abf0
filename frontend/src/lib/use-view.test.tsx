/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../testing/server.ts';
import { session } from './session.ts';
import { useView } from './use-view.ts';

const screenHeight = 800;

/** The observer of the only post: the test reports which part of the post is visible. */
class Observer {
  static report: (parts: readonly Part[]) => void = () => undefined;

  constructor(callback: IntersectionObserverCallback) {
    const entryOf = ({ height, visible }: Part) =>
      ({
        isIntersecting: visible > 0,
        intersectionRatio: visible / height,
        intersectionRect: { height: visible },
        rootBounds: { height: screenHeight },
      }) as IntersectionObserverEntry;
    Observer.report = (parts) => callback(parts.map(entryOf), this as unknown as IntersectionObserver);
  }

  observe(): void {}

  disconnect(): void {
    Observer.report = () => undefined;
  }
}

interface Part {
  /** Height of the post. */
  height: number;
  visible: number;
}

let number = 0;
beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  number += 1;
  forgetRequests();
  stubResponse(`POST tribes/7/posts/p${number}/view`, { body: { ok: true } });
  session.start('t', lucia);
  Object.assign(window, { IntersectionObserver: Observer });
});
afterEach(() => {
  jest.useRealTimers();
});

function Seen({ id }: { id: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  useView({ id, tribeId: 7 }, element);
  return <p ref={element}>visto</p>;
}

const views = () => requests.filter(({ path }) => path.endsWith('/view')).map(({ path }) => path);

async function show(): Promise<() => void> {
  const { unmount } = await renderApp(<Seen id={`p${number}`} />);
  screen.getByText('visto');
  return unmount;
}

const report = (...parts: Part[]) => act(() => Observer.report(parts));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a post is viewed once half of it was visible for a second, and once in a session', async () => {
  const close = await show();
  report({ height: 400, visible: 199 });
  pass(5_000);
  report({ height: 400, visible: 200 });
  pass(500);
  report({ height: 400, visible: 300 });
  pass(499);
  expect(views()).toEqual([]);
  pass(1);
  expect(views()).toEqual([`tribes/7/posts/p${number}/view`]);
  close();
  await show();
  report({ height: 400, visible: 400 });
  pass(5_000);
  expect(views()).toHaveLength(1);
});

test('a post that leaves the screen within the second is not viewed', async () => {
  await show();
  report({ height: 400, visible: 400 });
  pass(900);
  // On a busy device one report has several states.
  report({ height: 400, visible: 300 }, { height: 400, visible: 0 });
  pass(5_000);
  expect(views()).toEqual([]);
});

test('a post taller than two screens is viewed once it fills half of the screen', async () => {
  await show();
  report({ height: 5 * screenHeight, visible: screenHeight / 2 - 1 });
  pass(5_000);
  expect(views()).toEqual([]);
  report({ height: 5 * screenHeight, visible: screenHeight / 2 });
  pass(1_000);
  expect(views()).toHaveLength(1);
});
