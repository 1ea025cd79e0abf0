import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildHouse, type House } from './house.ts';

let house: House;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tribus-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Tribus</title>');
  await writeFile(join(root, 'assets', 'index-Ab12.js'), 'console.log(1)');
  await writeFile(join(root, 'icon.svg'), '<svg/>');
  await writeFile(join(root, '.secret'), 'secret');
  house = await buildHouse({ WEB_ROOT: root });
});
afterAll(async () => {
  await house.stop();
  await rm(root, { recursive: true });
});

test.each(['/', '/tools/tribes', '/(modal)/inbox', '/auth/callback?token=x', '/reset-password'])(
  '%s is the page of the app, looked at anew each time',
  async (path) => {
    const answer = await house.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<title>Tribus');
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('a file with its hash in the name is kept for ever, another is looked at anew', async () => {
  const script = await house.ask('/assets/index-Ab12.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toContain('javascript');
  const icon = await house.ask('/icon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  expect((await house.ask('/icon.svg', { headers: { 'if-none-match': icon.headers.etag ?? '' } })).status).toBe(304);
});

test.each([
  '/assets/missing.js',
  '/favicon.ico',
  '/.secret',
  '/assets/../.secret',
  '/assets/%2e%2e/.secret',
  '/..%2f..%2fetc%2fpasswd',
])('%s is not there', async (path) => {
  const answer = await house.ask(path);
  expect(answer.status).toBe(404);
  expect(answer.json.code).toBe('not_found');
});

test('before the app is built, its page is one plain sentence', async () => {
  for (const webRoot of ['', join(root, 'nowhere')]) {
    const bare = await buildHouse({ WEB_ROOT: webRoot });
    const answer = await bare.ask('/', { headers: { 'accept-language': 'en' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.text).toBe('The web app has not been built here.');
    await bare.stop();
  }
});
