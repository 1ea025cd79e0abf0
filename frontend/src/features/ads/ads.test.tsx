/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { AdBreaks } from './ad-breaks.tsx';

const config = {
  enabled: true,
  script: '<p>Miel</p>',
  adClient: '',
  adSlot: '',
  maxShowsPerSession: 2,
  intervalSec: 180,
};
const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
const isShown = () => screen.queryByRole('complementary', { name: 'Publicidad' }) !== null;

beforeEach(() => sessionStorage.clear());

test('an ad appears after the interval, disappears after twelve seconds, twice a session', async () => {
  await renderApp(null);
  jest.useFakeTimers();
  try {
    const { unmount } = await renderApp(<AdBreaks config={config} isQuiet={false} />);
    await pass(179);
    expect(isShown()).toBe(false);
    await pass(1);
    expect(isShown()).toBe(true);
    await pass(11);
    expect(isShown()).toBe(true);
    await pass(1);
    expect(isShown()).toBe(false);
    unmount();
    await renderApp(<AdBreaks config={config} isQuiet={false} />);
    await pass(168);
    expect(isShown()).toBe(true);
    await pass(3_600);
    expect(isShown()).toBe(false);
    expect(sessionStorage.getItem('ads')).toContain('"shows":2');
  } finally {
    jest.useRealTimers();
  }
});

test('no ad appears on administration screens; it appears on the next other screen', async () => {
  await renderApp(null);
  jest.useFakeTimers();
  try {
    const { unmount } = await renderApp(<AdBreaks config={config} isQuiet />);
    await pass(1_000);
    expect(isShown()).toBe(false);
    unmount();
    await renderApp(<AdBreaks config={config} isQuiet={false} />);
    await pass(0);
    expect(isShown()).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});
