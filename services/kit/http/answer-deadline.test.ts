import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { InternalTokens, userActor } from '../core/actor.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService, testSecret } from '../testing/service.ts';
import { internalHeader } from './app.ts';
import { anyone, Routes } from './routes.ts';

const late = defineService({
  name: 'late',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const spec = { guards: [anyone], operationId: 'answerLate', summary: 'Answer late', answer: z.object({}) } as const;
    routes.get('/soon', spec, async () => ({}));
    routes.get('/slow', { ...spec, timeoutMs: 60_000 }, () => informedTwice.promise.then(() => ({})));
    routes.get('/never', { ...spec, timeoutMs }, () => new Promise(() => undefined));
    routes.get('/fails-late', { ...spec, timeoutMs }, async () => {
      await answeredLate.promise;
      throw new Error('nobody waits for this');
    });
    routes.get('/streams', { ...spec, timeoutMs, streams: 'text/plain' }, async ({ res }) => {
      res.type('text/plain').flushHeaders();
      streaming.resolve();
      await othersRanOut.promise;
      res.end('at last');
      return {};
    });
    return routes;
  },
});

/** Of those that run out. */
const timeoutMs = 100;
/** Resolved when a sender was informed twice that its request is being processed. */
const informedTwice = Promise.withResolvers<void>();
/** Resolved when `/fails-late` was answered. */
const answeredLate = Promise.withResolvers<void>();
const streaming = Promise.withResolvers<void>();
/** Resolved when a request that began after the stream, with as much time, has run out. */
const othersRanOut = Promise.withResolvers<void>();

let service: TestService;
beforeAll(async () => {
  service = await bootService(late, {});
});
afterAll(() => service.stop());

/** The answer, and how many interim ones came before it. */
function ask(path: string): Promise<{ status: number; interim: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { [internalHeader]: new InternalTokens(testSecret).sign(userActor('ana'), 'late') };
    let interim = 0;
    const sent = request(`${service.httpUrl}/api${path}`, { agent: false, headers }, async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      resolve({ status: answer.statusCode ?? 0, interim, body });
    });
    sent.on('information', ({ statusCode }) => {
      if (statusCode === 102) interim += 1;
      if (interim === 2) informedTwice.resolve();
    });
    sent.once('error', reject).end();
  });
}

test('the sender of a slow request is informed again and again that it is being processed', async () => {
  const { interim, ...answer } = await ask('/slow');
  expect(answer).toEqual({ status: 200, body: '{}' });
  expect(interim).toBeGreaterThanOrEqual(2);
  expect(await ask('/soon')).toEqual({ status: 200, interim: 0, body: '{}' });
});

test('an answer that is not there in the time of its route is 504', async () => {
  const { status, body } = await ask('/never');
  expect([status, JSON.parse(body).code]).toEqual([504, 'timeout']);
});

test('what fails after its answer was given as late reaches nobody', async () => {
  const { status, body } = await ask('/fails-late');
  expect([status, JSON.parse(body).code]).toEqual([504, 'timeout']);
  answeredLate.resolve();
  expect((await ask('/soon')).status).toBe(200);
});

test('an answer that has begun to stream has no deadline', async () => {
  const streamed = ask('/streams');
  await streaming.promise;
  expect((await ask('/never')).status).toBe(504);
  othersRanOut.resolve();
  expect(await streamed).toEqual({ status: 200, interim: 0, body: 'at last' });
});
