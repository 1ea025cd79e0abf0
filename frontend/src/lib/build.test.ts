/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { blockReload, isOutdated, reloadOnce, servedBuild } from './build.ts';

function runBuild(id: string): void {
  document.head.innerHTML = `<meta name="build" content="${id}">`;
}

function serveBuild(response: () => Response): void {
  globalThis.fetch = async (input) => {
    expect(String(input)).toBe('/build.json');
    return response();
  };
}

beforeEach(() => {
  sessionStorage.clear();
  runBuild('one');
});

test('the page reloads itself once per build, even when two builds alternate in responses', () => {
  const reload = jest.fn();
  const visit = (id: string): boolean => {
    runBuild(id);
    return reloadOnce(reload);
  };
  expect(['one', 'one', 'two', 'one', 'two'].map(visit)).toEqual([true, false, true, false, false]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('the page never reloads itself with unsent data or without storage', () => {
  const reload = jest.fn();
  const release = blockReload(() => true);
  expect(reloadOnce(reload)).toBe(false);
  release();
  const forgetful = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(reloadOnce(reload)).toBe(false);
  forgetful.mockRestore();
  expect(reload).not.toHaveBeenCalled();
  expect(reloadOnce(reload)).toBe(true);
});

test('another build on the server is detected, and an invalid response changes nothing', async () => {
  serveBuild(() => new Response('<!doctype html>'));
  expect(await servedBuild()).toBe(null);
  serveBuild(() => new Response('{"id":"two"}', { status: 503 }));
  expect(await servedBuild()).toBe(null);
  serveBuild(() => new Response('{"id":"one"}'));
  expect(await servedBuild()).toBe('one');
  expect(isOutdated()).toBe(false);
  serveBuild(() => new Response('{"id":"two"}'));
  expect(await servedBuild()).toBe('two');
  expect(isOutdated()).toBe(true);
});
