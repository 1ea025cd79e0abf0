import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { InternalTokens, userActor } from '../core/actor.ts';
import { systemClock } from '../core/clock.ts';
import { defineErrors, fail } from '../core/errors.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { anyone, Routes, signedIn, siteAdmin } from './routes.ts';

const errors = defineErrors({
  tag_bad: { status: 400, es: "Tag '{tag}' inválido", en: "Tag '{tag}' is not valid", zh: '标签“{tag}”无效' },
});

const Echo = z.object({ name: z.string(), extra: z.string().optional() });
const Tagged = z.object({ tag: z.string() }).check((ctx) => {
  if (ctx.value.tag === 'bad')
    ctx.issues.push({ code: 'custom', message: 'tag_bad', params: { tag: 'bad' }, input: ctx.value, path: ['tag'] });
});

const sample = defineService({
  name: 'sample',
  errors,
  build: () => undefined,
  routes() {
    const routes = new Routes();
    routes.get('/open', { guards: [anyone], operationId: 'readOpen', summary: 'Open', answer: Echo }, async () => ({
      name: 'open',
    }));
    routes.get(
      '/mine',
      { guards: [signedIn], operationId: 'readMine', summary: 'Mine', answer: Echo },
      async ({ actor }) => ({
        name: actor.id,
      }),
    );
    routes.get(
      '/admin',
      { guards: [siteAdmin], operationId: 'readAdmin', summary: 'Admin', answer: Echo },
      async () => ({ name: 'admin' }),
    );
    routes.post(
      '/echo',
      { guards: [anyone], operationId: 'sendEcho', summary: 'Echo', body: Echo, answer: Echo },
      async ({ body }) => body,
    );
    routes.post(
      '/tag',
      { guards: [anyone], operationId: 'sendTag', summary: 'Tag', body: Tagged, answer: Echo },
      async () => ({ name: 'ok' }),
    );
    routes.get(
      '/broken',
      { guards: [anyone], operationId: 'readBroken', summary: 'Broken', answer: Echo },
      async () => {
        throw new Error('a fault with a secret');
      },
    );
    const Id = z.object({ id: z.string().regex(/^\d+$/) });
    routes.get(
      '/things/:id',
      { guards: [anyone], operationId: 'readThing', summary: 'Thing', params: Id, answer: Echo, errors: [409] },
      async () => {
        throw fail('conflict');
      },
    );
    const undeclared = {
      guards: [anyone],
      operationId: 'readUndeclared',
      summary: 'Undeclared',
      answer: Echo,
    } as const;
    routes.get('/undeclared', undeclared, async () => {
      throw fail('conflict');
    });
    const unkeyed = { ...undeclared, operationId: 'sendUnkeyed', ignoresIdempotencyKey: true } as const;
    routes.post('/unkeyed', unkeyed, async () => ({ name: 'done' }));
    return routes;
  },
});

let service: TestService;
beforeAll(async () => {
  service = await bootService(sample, {});
});
afterAll(() => service.stop());

test('a request without the internal token is unauthenticated, even on an open route', async () => {
  const response = await fetch(`${service.httpUrl}/api/open`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
});

test('an internal token for another service is refused', async () => {
  const token = new InternalTokens('a-secret-for-tests-only', systemClock).sign(userActor('u1'), 'other');
  const response = await fetch(`${service.httpUrl}/api/mine`, { headers: { 'x-tribus-internal': token } });
  expect(response.status).toBe(401);
});

test('guards refuse visitors with 401 and users without the admin role with 403', async () => {
  expect((await service.as().get('/mine')).status).toBe(401);
  expect((await service.as(userActor('u1')).get('/mine')).body).toEqual({ name: 'u1' });
  expect((await service.as(userActor('u1')).get('/admin')).body.code).toBe('forbidden');
});

test('unknown fields of a body are dropped', async () => {
  const response = await service.as().post('/echo', { name: 'a', role: 'admin', unknown: 1 });
  expect(response.body).toEqual({ name: 'a' });
});

test('a wrong type is 400 with the name of the field, in the language of the actor', async () => {
  const response = await service.as(userActor('u1', { language: 'en' })).post('/echo', { name: { $ne: 1 } });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'name' }] });
  expect(response.body.error).toBe('Some of the data is not valid.');
});

test('a custom rule returns its own code and message', async () => {
  const response = await service.as().post('/tag', { tag: 'bad' });
  expect(response.body).toMatchObject({ code: 'tag_bad', error: "Tag 'bad' inválido" });
});

test('bodies that are malformed, too large, of another type or too deeply nested are refused', async () => {
  const raw = (body: string, type = 'application/json') =>
    fetch(`${service.httpUrl}/api/echo`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-tribus-internal': tokenFor('sample') },
    });
  expect((await raw('{"name":')).status).toBe(400);
  expect((await raw(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).status).toBe(413);
  expect((await raw('name=1', 'application/x-www-form-urlencoded')).status).toBe(415);
  expect((await raw(`{"name":${'['.repeat(40)}${']'.repeat(40)}}`)).status).toBe(400);
  expect((await raw('{"name":"a\\u0000b"}')).status).toBe(400);
});

test('a malformed id in a path is not found', async () => {
  expect((await service.as().get('/things/abc')).status).toBe(404);
  expect((await service.as().get('/things/%E0%A4%A')).status).toBe(404);
  expect((await service.as().get('/nothing')).body.code).toBe('not_found');
});

test('a fault is logged and returned without its message', async () => {
  const response = await service.as().get('/broken');
  expect(response.status).toBe(500);
  expect(JSON.stringify(response.body)).not.toContain('secret');
  const lines = service.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'request failed',
      reason: 'internal',
      err: expect.objectContaining({ message: 'a fault with a secret' }),
    }),
  );
});

test('a request is logged without its query', async () => {
  await service.as(userActor('u1')).get('/open?q=palabra&sig=firma');
  await service.as(userActor('u1')).get('/unknown?q=palabra');
  const requests = () => service.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  // A line may be logged after its response was received.
  await until(() => requests().at(-1)?.path === '/api/unknown', 'both requests are logged');
  expect(requests().slice(-2)).toMatchObject([
    { route: '/api/open', path: '/api/open', status: 200 },
    { route: 'none', path: '/api/unknown', status: 404 },
  ]);
  expect(service.logged.join()).not.toMatch(/palabra|firma/);
});

test('the contract lists every route', async () => {
  const fragment = (await (await fetch(`${service.httpUrl}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(fragment.paths)).toEqual([
    '/api/open',
    '/api/mine',
    '/api/admin',
    '/api/echo',
    '/api/tag',
    '/api/broken',
    '/api/things/{id}',
    '/api/undeclared',
    '/api/unkeyed',
  ]);
});

test('readiness, liveness and metrics are served on a separate port', async () => {
  expect((await fetch(`${service.opsUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${service.opsUrl}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${service.opsUrl}/metrics`)).text()).toContain('http_request_duration_seconds');
  expect((await service.as().get('/../metrics')).status).toBe(404);
});

test('an operator can read all metrics or only named ones', async () => {
  const familiesOf = async (query: string) => {
    const page = await (await fetch(`${service.opsUrl}/metrics${query}`)).text();
    return [...page.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  };
  const all = await familiesOf('');
  const two = ['tribus_build_info', 'http_request_duration_seconds'];
  expect(all).toEqual(expect.arrayContaining(two));
  const named = [...two, 'unknown'].map((name) => `name[]=${name}`);
  expect(await familiesOf(`?${named.join('&')}`)).toEqual(two);
});

function tokenFor(audience: string): string {
  return new InternalTokens('a-secret-for-tests-only', systemClock).sign(userActor('u1'), audience);
}

test('an error with an undeclared status becomes a fault, so that tests of the route fail', async () => {
  const response = await service.as().get('/undeclared');
  expect([response.status, response.body.code]).toEqual([500, 'internal']);
  expect(service.logged.join()).toContain('GET /api/undeclared returns 409, which it does not declare');
});

test('a malformed idempotency key is refused, also by a route that ignores keys', async () => {
  const headers = { 'idempotency-key': 'two words' };
  const responses = [
    await service.as().post('/echo', { name: 'a' }, headers),
    await service.as().post('/unkeyed', {}, headers),
    await service.as().post('/unkeyed', {}, { 'idempotency-key': 'word' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 200]);
});

test('an undeclared error is returned unchanged without response checks', async () => {
  const unchecked = await bootService(sample, { CHECK_ANSWERS: 'off' });
  const response = await unchecked.as().get('/undeclared');
  expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  await unchecked.stop();
});
