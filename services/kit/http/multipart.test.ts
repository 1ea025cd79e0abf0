import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { InternalTokens, userActor } from '../core/actor.ts';
import { currentRequest } from '../core/request-context.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService, testSecret, testTimeFactor } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { internalHeader } from './app.ts';
import { readForm } from './multipart.ts';
import { anyone, Routes } from './routes.ts';

const limits = { maxFiles: 2, maxFileBytes: 100_000, fileFields: ['image'] };
const Sizes = z.object({ sizes: z.array(z.int()), by: z.array(z.string()), msForResponse: z.number() });

/** The production value; ten times as long in tests. */
const briefMs = 500;
const paths: Record<string, { idleMs?: number; timeoutMs: number }> = {
  '/files': { timeoutMs: 30_000 },
  '/impatient': { idleMs: 200, timeoutMs: 30_000 },
  '/brief': { timeoutMs: briefMs },
};

const forms = defineService({
  name: 'forms',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const take = async ({ stream }: { stream: Readable }) => {
      started += 1;
      let size = 0;
      for await (const chunk of stream) size += chunk.length;
      return { size, by: currentRequest()?.actor.id ?? '', endedAt: Date.now() };
    };
    const spec = {
      guards: [anyone],
      operationId: 'takeFiles',
      summary: 'Take files',
      form: z.any(),
      answer: Sizes,
    } as const;
    for (const [path, { idleMs, timeoutMs }] of Object.entries(paths))
      routes.post(path, { ...spec, timeoutMs }, async ({ req }) => {
        const { files } = await readForm(req, { ...limits, ...(idleMs && { idleMs }) }, take);
        const endedAt = Math.max(0, ...files.map((taken) => taken.endedAt));
        const msForResponse = (currentRequest()?.deadline ?? 0) - endedAt;
        return { sizes: files.map(({ size }) => size), by: files.map(({ by }) => by), msForResponse };
      });
    const never = {
      guards: [anyone],
      operationId: 'answerNever',
      summary: 'Answer never',
      answer: z.object({}),
      timeoutMs: briefMs,
    } as const;
    routes.get('/never', never, () => new Promise(() => undefined));
    return routes;
  },
});

/** Number of files that have started to arrive. */
let started = 0;
let service: TestService;
beforeAll(async () => {
  service = await bootService(forms, {});
});
afterAll(() => service.stop());

const part = (headers: string, content = 'abc') => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const file = 'content-disposition: form-data; name="image"; filename="a.png"';
const end = '--x--\r\n';

interface Sending {
  path?: string;
  /** Awaited after each piece, with the number of pieces sent. */
  after?: (sent: number) => Promise<void>;
  disconnect?: boolean;
  unfinished?: boolean;
}

/** Sends the pieces one after the other; then ends the request, disconnects or leaves it open. */
async function send(
  pieces: readonly string[],
  { path = '/files', after, disconnect = false, unfinished = false }: Sending = {},
) {
  const sent = request(`${service.httpUrl}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      [internalHeader]: new InternalTokens(testSecret).sign(userActor('ana'), 'forms'),
    },
  });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
  });
  answered.catch(() => undefined);
  for (const [index, piece] of pieces.entries()) {
    sent.write(piece);
    await after?.(index + 1);
  }
  if (disconnect) sent.destroy();
  else if (!unfinished) sent.end();
  return answered.then(({ status, body }) => ({ status, ...JSON.parse(body) })).finally(() => sent.destroy());
}

test('a malformed form is refused and the service continues', async () => {
  const disposition = 'content-disposition: form-data; name="text"';
  const broken = [
    part('no colon here'),
    part(`${file}\r\n: no name`),
    part(`${file}\r\nx\u0001y: z`) + end,
    part(file) + part('no colon here') + end,
    `${part(file)}--x\r\n${'a'.repeat(20_000)}: b\r\n\r\n`,
    `--x\r\n${file}\r\n\r\nnever ended`,
    'no boundary at all',
    `--x\r\n${disposition}`,
    part(`${disposition}\r\ncontent-type: text/plain; charset=nothing`) + end,
  ];
  for (const body of broken) expect([body.slice(0, 80), (await send([body])).status]).toEqual([body.slice(0, 80), 400]);
  expect((await send([part(`${disposition}; filename="x"`) + end])).status).toBe(400);
  expect((await send([part(file) + end])).sizes).toEqual([3]);
});

test('a form with too many parts, a field that is too long or an endless preamble is refused', async () => {
  const field = (content: string) => part('content-disposition: form-data; name="text"', content);
  for (const body of [
    field('x').repeat(50),
    field('x'.repeat(70_000)),
    part('x-unknown: 1').repeat(50),
    'preamble '.repeat(400_000),
  ])
    expect((await send([body, end])).status).toBe(413);
});

test('a file of a form is processed in the context of its request', async () => {
  const before = started;
  // Each file arrives in a separate event of the connection.
  const after = (sent: number) => until(() => started === before + Math.min(sent, 2), 'the file has started');
  expect((await send([part(file), part(file), end], { after })).by).toEqual(['ana', 'ana']);
});

test('an upload may exceed the time limit of its response, which is counted from the end of the upload', async () => {
  const slow = ['--x\r\n', `${file}\r\n\r\n`, ...Array<string>(10).fill('abc'), '\r\n', end];
  const after = async (sent: number) => {
    // A request that started later with the same time limit times out before this one ends.
    if (sent === 5) expect((await service.as().get('/never')).status).toBe(504);
  };
  const { status, sizes, msForResponse } = await send(slow, { path: '/brief', after });
  expect([status, sizes]).toEqual([200, [30]]);
  expect(msForResponse).toBeGreaterThanOrEqual(briefMs * testTimeFactor);
});

test('an upload that pauses for too long is 408 body_too_slow', async () => {
  const { status, code } = await send([`--x\r\n${file}\r\n\r\nabc`], { path: '/impatient', unfinished: true });
  expect([status, code]).toEqual([408, 'body_too_slow']);
});

test('an aborted upload is not logged as an error', async () => {
  const before = service.logged.length;
  const startedBefore = started;
  const after = () => until(() => started > startedBefore, 'the file has started');
  await expect(send([`--x\r\n${file}\r\n\r\nabc`], { after, disconnect: true })).rejects.toThrow();
  const since = () => service.logged.slice(before).map((line) => JSON.parse(line));
  await until(() => since().some(({ msg }) => msg === 'request aborted by client'), 'it is in the log');
  expect(
    since()
      .map(({ level }) => level)
      .filter((level) => level !== 30),
  ).toEqual([]);
});
