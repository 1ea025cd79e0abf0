/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { loadChunk } from './load-chunk.ts';

const notFetched = () => new TypeError('Failed to fetch dynamically imported module: http://x/assets/page.js');
const noPause = async () => undefined;

/** An import() that fails the given number of times, then succeeds. */
function failing(times: number, error: () => Error = notFetched) {
  let calls = 0;
  return jest.fn(async () => {
    calls += 1;
    if (calls <= times) throw error();
    return 'code';
  });
}

/** The document is of the given build. */
function run(build: string): void {
  document.head.innerHTML = `<meta name="build" content="${build}">`;
}

function serve(response: () => Response): void {
  globalThis.fetch = async () => response();
}

afterEach(() => {
  jest.restoreAllMocks();
  document.head.innerHTML = '';
});

test('a chunk whose import fails twice loads at the third attempt', async () => {
  const load = failing(2);
  expect(await loadChunk(load, noPause)).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a chunk is missing when the server has another build', async () => {
  run('one');
  serve(() => new Response('{"id":"two"}'));
  await expect(loadChunk(failing(9), noPause)).rejects.toMatchObject({ name: 'ChunkLoadError', kind: 'missing' });
});

test('a chunk is refused when the server has the running build, as after a broken connection', async () => {
  run('one');
  serve(() => new Response('{"id":"one"}'));
  await expect(loadChunk(failing(9), noPause)).rejects.toMatchObject({ name: 'ChunkLoadError', kind: 'refused' });
});

test('a chunk whose import fails until the server responds again loads then', async () => {
  serve(() => new Response('{"id":"two"}'));
  const load = failing(3);
  expect(await loadChunk(load, noPause)).toBe('code');
  expect(load).toHaveBeenCalledTimes(4);
});

test('the browser is offline when the server is unreachable', async () => {
  serve(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(loadChunk(failing(9), noPause)).rejects.toMatchObject({ name: 'ChunkLoadError', kind: 'offline' });
});

test('offline, no chunk is requested that was not loaded before, since browsers would refuse it from then on', async () => {
  const [fresh, known] = [failing(0), failing(0)];
  await loadChunk(known, noPause);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadChunk(fresh, noPause)).rejects.toMatchObject({ kind: 'offline' });
  expect(fresh).not.toHaveBeenCalled();
  expect(await loadChunk(known, noPause)).toBe('code');
});

test('there are no further attempts after the connection ends', async () => {
  const load = failing(9, () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return notFetched();
  });
  await expect(loadChunk(load, noPause)).rejects.toMatchObject({ kind: 'offline' });
  expect(load).toHaveBeenCalledTimes(1);
});

test('a chunk that loads and then throws is a crash, not a missing file', async () => {
  const load = failing(9, () => new ReferenceError('x is not defined'));
  await expect(loadChunk(load, noPause)).rejects.toThrow('x is not defined');
  expect(load).toHaveBeenCalledTimes(1);
});
