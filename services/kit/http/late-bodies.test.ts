import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type Actor, InternalTokens, userActor, visitorActor } from '../core/actor.ts';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { defineService } from '../service/service.ts';
import { bootService, type TestService, testSecret } from '../testing/service.ts';
import { internalHeader } from './app.ts';
import { anyone, Routes, signedIn, siteAdmin } from './routes.ts';

const Body = z.object({ text: z.string() });
const Done = z.object({ role: z.string() });

/** The handled requests in order. */
let done: { path: string; actor: Actor | undefined }[] = [];
/** The actors whose current state was requested. */
let checked: Actor[] = [];
let findCurrent: (actor: Actor) => Promise<Actor> = async (actor) => actor;

const routes = () => {
  const list = new Routes();
  const act = (path: string) => async () => {
    done.push({ path, actor: currentRequest()?.actor });
    return { role: currentRequest()?.actor.role ?? '' };
  };
  const spec = { summary: 'Write', body: Body, answer: Done };
  list.post('/open', { ...spec, operationId: 'writeOpen', guards: [anyone] }, act('/open'));
  list.post('/mine', { ...spec, operationId: 'writeMine', guards: [signedIn] }, act('/mine'));
  list.put('/admin', { ...spec, operationId: 'writeAdmin', guards: [siteAdmin] }, act('/admin'));
  list.post('/own', { ...spec, operationId: 'writeOwn', guards: [signedIn], whileSilenced: true }, act('/own'));
  return list;
};

const currentActor = () => (actor: Actor) => {
  checked.push(actor);
  return findCurrent(actor);
};

let late: TestService;
let prompt: TestService;
let without: TestService;
beforeAll(async () => {
  const named = { name: 'bodies', build: () => undefined, routes };
  // With these limits every body is late, or none is.
  const [always, never] = [{ promptBodyMs: 0 }, { promptBodyMs: Number.POSITIVE_INFINITY }];
  late = await bootService(defineService({ ...named, currentActor }), {}, undefined, always);
  prompt = await bootService(defineService({ ...named, currentActor }), {}, undefined, never);
  without = await bootService(defineService(named), {}, undefined, always);
});
afterAll(() => Promise.all([late, prompt, without].map((service) => service.stop())));
beforeEach(() => {
  [done, checked] = [[], []];
  findCurrent = async (actor) => actor;
});

const ana = userActor('ana', { sessionId: 'session-of-ana' });
const admin = userActor('jefa', { role: 'admin', sessionId: 'session-of-jefa' });

/** Sends a request whose body ends after `meanwhile`. */
async function send(service: TestService, [method, path]: [string, string], actor: Actor, meanwhile = () => {}) {
  const headers = {
    [internalHeader]: new InternalTokens(testSecret).sign(actor, 'bodies'),
    'content-type': 'application/json',
  };
  const sent = request(`${service.httpUrl}/api${path}`, { method, agent: false, headers });
  const answered = new Promise<{ status: number; code?: string; role?: string }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, ...JSON.parse(await text(response)) }),
    );
  });
  sent.write('{"text":');
  meanwhile();
  sent.end('"a"}');
  return answered;
}

const endSession = () => {
  findCurrent = async () => {
    throw fail('unauthenticated');
  };
};
const become = (more: Partial<Actor>) => () => {
  findCurrent = async (actor) => ({ ...actor, ...more });
};

test('a body is refused by every route when its session ends while it arrives', async () => {
  for (const route of [
    ['POST', '/open'],
    ['POST', '/mine'],
    ['POST', '/own'],
  ] satisfies [string, string][]) {
    const { status, code } = await send(late, route, ana, endSession);
    expect([route, status, code]).toEqual([route, 401, 'unauthenticated']);
  }
  expect(done).toEqual([]);
});

test('an admin demoted while a body arrives loses access to admin routes', async () => {
  expect((await send(late, ['PUT', '/admin'], admin, become({ role: 'user' }))).code).toBe('forbidden');
  expect(done).toEqual([]);
  expect(await send(late, ['POST', '/mine'], admin, become({ role: 'user' }))).toEqual({ status: 200, role: 'user' });
  expect(done.map(({ actor }) => actor?.role)).toEqual(['user']);
});

test('a user silenced while a body arrives can only use routes open to silenced users', async () => {
  const silence = become({ isSilenced: true });
  expect((await send(late, ['POST', '/mine'], ana, silence)).code).toBe('account_silenced');
  expect((await send(late, ['POST', '/open'], ana, silence)).code).toBe('account_silenced');
  expect(done).toEqual([]);
  expect((await send(late, ['POST', '/own'], ana, silence)).status).toBe(200);
});

test('a late body is refused while the sender cannot be checked', async () => {
  const unavailable = () => {
    findCurrent = async () => {
      throw fail('unavailable');
    };
  };
  expect((await send(late, ['POST', '/mine'], ana, unavailable)).status).toBe(503);
  expect(done).toEqual([]);
});

test('a service without session checks refuses late bodies of users and accepts those of visitors', async () => {
  expect((await send(without, ['POST', '/mine'], ana)).code).toBe('body_too_slow');
  expect(done).toEqual([]);
  expect((await send(without, ['POST', '/open'], visitorActor())).status).toBe(200);
});

test('the sender is not checked again for a prompt body or for a visitor', async () => {
  expect((await send(prompt, ['POST', '/mine'], ana)).status).toBe(200);
  expect((await send(late, ['POST', '/open'], visitorActor())).status).toBe(200);
  expect(checked).toEqual([]);
  expect((await send(late, ['POST', '/mine'], ana)).status).toBe(200);
  expect(checked.map(({ id }) => id)).toEqual(['ana']);
});
