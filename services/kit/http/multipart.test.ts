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
const Sizes = z.object({ sizes: z.array(z.int()), by: z.array(z.string()), msForAnswer: z.number() });

/** In production; ten times as long here. */
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
      begun += 1;
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
        const msForAnswer = (currentRequest()?.deadline ?? 0) - endedAt;
        return { sizes: files.map(({ size }) => size), by: files.map(({ by }) => by), msForAnswer };
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

/** How many files have begun to arrive. */
let begun = 0;
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
  /** Waited for after each piece, with the number of those that were sent. */
  after?: (sent: number) => Promise<void>;
  leave?: boolean;
  unfinished?: boolean;
}

/** Sends the pieces one after the other; leaves or goes on waiting after the last. */
async function send(
  pieces: readonly string[],
  { path = '/files', after, leave = false, unfinished = false }: Sending = {},
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
    sent.once('response', async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      resolve({ status: answer.statusCode ?? 0, body });
    });
  });
  answered.catch(() => undefined);
  for (const [index, piece] of pieces.entries()) {
    sent.write(piece);
    await after?.(index + 1);
  }
  if (leave) sent.destroy();
  else if (!unfinished) sent.end();
  return answered.then(({ status, body }) => ({ status, ...JSON.parse(body) })).finally(() => sent.destroy());
}

test('a form that is broken in any part is refused, and the service lives on', async () => {
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

test('a form of too many parts, too long a field or without an end is refused', async () => {
  const field = (content: string) => part('content-disposition: form-data; name="text"', content);
  for (const body of [
    field('x').repeat(50),
    field('x'.repeat(70_000)),
    part('x-unknown: 1').repeat(50),
    'preamble '.repeat(400_000),
  ])
    expect((await send([body, end])).status).toBe(413);
});

test('who takes a file of a form knows who is calling', async () => {
  const before = begun;
  // Each arrives alone, in an event of the connection.
  const after = (sent: number) => until(() => begun === before + Math.min(sent, 2), 'the file has begun');
  expect((await send([part(file), part(file), end], { after })).by).toEqual(['ana', 'ana']);
});

test('an upload may take longer than its answer, which has its time from the end of it', async () => {
  const slow = ['--x\r\n', `${file}\r\n\r\n`, ...Array<string>(10).fill('abc'), '\r\n', end];
  const after = async (sent: number) => {
    // A request that began later, with as much time, runs out meanwhile.
    if (sent === 5) expect((await service.as().get('/never')).status).toBe(504);
  };
  const { status, sizes, msForAnswer } = await send(slow, { path: '/brief', after });
  expect([status, sizes]).toEqual([200, [30]]);
  expect(msForAnswer).toBeGreaterThanOrEqual(briefMs * testTimeFactor);
});

test('a sender who pauses for too long gets an error that says so', async () => {
  const { status, code } = await send([`--x\r\n${file}\r\n\r\nabc`], { path: '/impatient', unfinished: true });
  expect([status, code]).toEqual([408, 'body_too_slow']);
});

test('an upload that breaks off is no error in the log', async () => {
  const before = service.logged.length;
  const begunBefore = begun;
  const after = () => until(() => begun > begunBefore, 'the file has begun');
  await expect(send([`--x\r\n${file}\r\n\r\nabc`], { after, leave: true })).rejects.toThrow();
  const since = () => service.logged.slice(before).map((line) => JSON.parse(line));
  await until(() => since().some(({ msg }) => msg === 'request aborted by client'), 'it is in the log');
  expect(
    since()
      .map(({ level }) => level)
      .filter((level) => level !== 30),
  ).toEqual([]);
});
