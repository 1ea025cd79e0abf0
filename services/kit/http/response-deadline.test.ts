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
      await respondedLate.promise;
      throw new Error('failed after the deadline');
    });
    routes.get('/streams', { ...spec, timeoutMs, streams: 'text/plain' }, async ({ res }) => {
      res.type('text/plain').flushHeaders();
      streaming.resolve();
      await laterTimedOut.promise;
      res.end('at last');
      return {};
    });
    return routes;
  },
});

/** The time limit of the routes that exceed it. */
const timeoutMs = 100;
/** Resolved after two interim responses of a request. */
const informedTwice = Promise.withResolvers<void>();
/** Resolved after the response of `/fails-late`. */
const respondedLate = Promise.withResolvers<void>();
const streaming = Promise.withResolvers<void>();
/** Resolved when a request that started after the stream, with the same time limit, has timed out. */
const laterTimedOut = Promise.withResolvers<void>();

let service: TestService;
beforeAll(async () => {
  service = await bootService(late, {});
});
afterAll(() => service.stop());

/** Sends a request; resolves to the response and its number of interim responses. */
function send(path: string): Promise<{ status: number; interim: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { [internalHeader]: new InternalTokens(testSecret).sign(userActor('ana'), 'late') };
    let interim = 0;
    const sent = request(`${service.httpUrl}/api${path}`, { agent: false, headers }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, interim, body });
    });
    sent.on('information', ({ statusCode }) => {
      if (statusCode === 102) interim += 1;
      if (interim === 2) informedTwice.resolve();
    });
    sent.once('error', reject).end();
  });
}

test('the client of a slow request receives interim responses', async () => {
  const { interim, ...answer } = await send('/slow');
  expect(answer).toEqual({ status: 200, body: '{}' });
  expect(interim).toBeGreaterThanOrEqual(2);
  expect(await send('/soon')).toEqual({ status: 200, interim: 0, body: '{}' });
});

test('a response that exceeds the time limit of its route is 504', async () => {
  const { status, body } = await send('/never');
  expect([status, JSON.parse(body).code]).toEqual([504, 'timeout']);
});

test('a failure after the deadline is discarded', async () => {
  const { status, body } = await send('/fails-late');
  expect([status, JSON.parse(body).code]).toEqual([504, 'timeout']);
  respondedLate.resolve();
  expect((await send('/soon')).status).toBe(200);
});

test('a response that has started to stream has no deadline', async () => {
  const streamed = send('/streams');
  await streaming.promise;
  expect((await send('/never')).status).toBe(504);
  laterTimedOut.resolve();
  expect(await streamed).toEqual({ status: 200, interim: 0, body: 'at last' });
});
