import { request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type Actor, InternalTokens, userActor, visitorActor } from '../core/actor.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService, testSecret } from '../testing/service.ts';
import { internalHeader } from './app.ts';
import { anyone, Routes, siteAdmin } from './routes.ts';

const Anything = z.looseObject({});
const Keys = z.object({ keys: z.int() });

const bodies = defineService({
  name: 'bodies',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const count = async ({ body }: { body: object }) => ({ keys: Object.keys(body).length });
    const spec = { operationId: 'countKeys', summary: 'Count keys', body: Anything, answer: Keys };
    routes.post('/small', { ...spec, guards: [anyone] }, count);
    routes.post('/large', { ...spec, guards: [anyone], bodyMaxBytes: 200 * 1024 }, count);
    routes.post('/admin', { ...spec, guards: [siteAdmin] }, count);
    return routes;
  },
});

let service: TestService;
beforeAll(async () => {
  service = await bootService(bodies, {});
});
afterAll(() => service.stop());

interface Sending {
  actor?: Actor;
  headers?: Record<string, string | number>;
  /** Sends the JSON content type; true by default. */
  isTyped?: boolean;
  /** Leaves the request open. */
  unfinished?: boolean;
}

function send(
  path: string,
  body: string | Buffer,
  { actor, headers = {}, isTyped = true, unfinished = false }: Sending = {},
) {
  const sent = request(`${service.httpUrl}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...(isTyped && { 'content-type': 'application/json' }),
      [internalHeader]: new InternalTokens(testSecret).sign(actor ?? visitorActor(), 'bodies'),
      ...headers,
    },
  });
  return new Promise<{ status: number; code?: string; keys?: number }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      sent.destroy();
      resolve({ status: response.statusCode ?? 0, ...JSON.parse(text) });
    });
    sent.write(body);
    if (!unfinished) sent.end();
  });
}

test('an actor without permission for a route is refused before the body is received', async () => {
  for (const [actor, status] of [
    [visitorActor(), 401],
    [userActor('ana'), 403],
  ] as const)
    expect((await send('/admin', '{', { actor, unfinished: true, headers: { 'content-length': 50_000 } })).status).toBe(
      status,
    );
});

test('a body is refused by its content length before it arrives, or as soon as it exceeds the limit', async () => {
  const large = `{"a":"${'x'.repeat(70 * 1024)}"}`;
  expect((await send('/small', '{', { unfinished: true, headers: { 'content-length': 70_000 } })).status).toBe(413);
  expect((await send('/small', large, { unfinished: true })).status).toBe(413);
  expect((await send('/large', large)).keys).toBe(1);
  expect((await send('/large', `{"a":"${'x'.repeat(210 * 1024)}"}`)).status).toBe(413);
});

test('depth and number of values are limited, and brackets inside strings do not count', async () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  expect((await send('/small', nested(32))).status).toBe(200);
  expect((await send('/small', nested(33))).code).toBe('invalid_input');
  expect((await send('/small', '['.repeat(60_000))).code).toBe('invalid_input');
  const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])));
  expect((await send('/small', keys(1_900))).keys).toBe(1_900);
  expect((await send('/small', keys(2_100))).code).toBe('invalid_input');
  const quoted = JSON.stringify({ a: `\\"${'[{,'.repeat(5_000)}`, b: '\\' });
  expect((await send('/small', quoted)).keys).toBe(2);
});

test('a compressed body is limited by its decompressed size', async () => {
  const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  for (const [encoding, pack] of Object.entries(packers)) {
    const headers = { 'content-encoding': encoding };
    expect((await send('/small', pack('{"a":1}'), { headers })).keys).toBe(1);
    expect((await send('/small', pack(Buffer.alloc(20_000_000, ' ')), { headers })).status).toBe(413);
    expect((await send('/small', 'not packed', { headers })).status).toBe(400);
  }
  expect((await send('/small', '{}', { headers: { 'content-encoding': 'zip' } })).status).toBe(415);
});

test('a body that is not JSON in UTF-8 is refused', async () => {
  for (const body of ['{', '"text"', '1', 'null', '{"a":1}}', Buffer.from([0x7b, 0xff, 0x7d])])
    expect([body, (await send('/small', body)).status]).toEqual([body, 400]);
  const utf16 = { 'content-type': 'application/json; charset=utf-16' };
  expect((await send('/small', Buffer.from('{}', 'utf16le'), { headers: utf16 })).status).toBe(415);
  expect((await send('/small', '{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  expect(
    (await send('/small', '{"a":1}', { headers: { 'content-type': 'application/json; charset=UTF-8' } })).keys,
  ).toBe(1);
});

test('a body without a content type is refused, because any web page can send it; an empty body needs none', async () => {
  const lengths: Required<Sending>['headers'][] = [{}, { 'transfer-encoding': 'chunked' }, { 'content-length': 7 }];
  for (const headers of lengths)
    expect((await send('/small', '{"a":1}', { isTyped: false, headers })).status).toBe(415);
  const empty: typeof lengths = [{ 'transfer-encoding': 'chunked' }, { 'content-length': 0 }];
  for (const headers of empty)
    expect((await send('/small', '', { isTyped: false, headers })).code).not.toBe('unsupported_media_type');
});

test('the contract states the maximum body size of a route', async () => {
  const { paths } = (await (await fetch(`${service.httpUrl}/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: { description: string } } }>;
  };
  expect(paths['/api/small']?.post.requestBody.description).toBe('At most 64 KB');
  expect(paths['/api/large']?.post.requestBody.description).toBe('At most 200 KB');
});
