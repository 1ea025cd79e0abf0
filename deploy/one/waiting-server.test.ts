import { get } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { listen } from '@tribus/kit/http/listen.ts';
import { freePorts, onFreePorts } from '../stores/ports.ts';
import { openWaitingServer, type WaitingServer } from './waiting-server.ts';

const host = '127.0.0.1';
const log = { warn: () => undefined, error: () => undefined };
let open: WaitingServer | undefined;
afterEach(async () => open?.close());

async function wait(): Promise<{ waiting: WaitingServer; url: string; port: number }> {
  return onFreePorts(1, async ([port = 0]) => {
    const waiting = await openWaitingServer({ host, port });
    open = waiting;
    return { waiting, port, url: `http://${host}:${port}` };
  });
}

test.each([
  ['es', 'Tribus está arrancando'],
  ['en', 'Tribus is starting'],
  ['zh', 'Tribus 正在启动'],
])('a browser in %s gets a page that refreshes itself and needs no other file', async (language, words) => {
  const { url } = await wait();
  const response = await fetch(`${url}/vibes?tag=x`, { headers: { 'accept-language': language } });
  const page = await response.text();
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page).toContain(words);
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain('<meta http-equiv="refresh"');
  expect(page).not.toMatch(/\b(?:src|href)=|<script|style="|url\(/);
});

test('API clients get a 503 with Retry-After and the common error body', async () => {
  const { url } = await wait();
  const body = { method: 'POST', body: JSON.stringify({ email: 'a@b.test' }) };
  for (const response of [await fetch(`${url}/api/auth/register`, body), await fetch(`${url}/api/health`)]) {
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await response.json()).toEqual({
      error: expect.stringContaining('segundos'),
      code: 'unavailable',
      requestId: expect.any(String),
    });
  }
});

test('port 0 chooses a free port and returns it', async () => {
  open = await openWaitingServer({ host, port: 0 });
  expect((await fetch(`http://${host}:${open.port}/`)).status).toBe(503);
});

test('a port in use is refused with a readable message', async () => {
  const [port = 0] = await freePorts(1);
  const { server } = await listen((_request, response) => response.end(), { host, port, log });
  await expect(openWaitingServer({ host, port })).rejects.toThrow(`Port ${port} is taken`);
  server.close();
});

/** Returns the status of one request over its own connection, or its error. */
const ask = (port: number): Promise<string> =>
  new Promise((resolve) => {
    get({ host, port, agent: false }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

test('no connection is refused while the address is handed over', async () => {
  const { waiting, port } = await wait();
  const answers: string[] = [];
  let isHandedOver = false;
  const requests = (async () => {
    while (!isHandedOver || answers.at(-1) === '503') answers.push(await ask(port));
  })();
  const { server } = await waiting.handOver(async () => {
    const gateway = await listen((_request, response) => response.end('ready'), { host, port, log, sharePort: true });
    while (!answers.includes('200')) await ask(port).then((status) => answers.push(status));
    return gateway;
  });
  isHandedOver = true;
  answers.push(await ask(port));
  await requests;
  server.close();
  server.closeAllConnections();
  expect(answers.at(-1)).toBe('200');
  expect(answers).toContain('503');
  expect(answers).not.toContain('ECONNREFUSED');
});
