import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { stubPeer } from '@tribus/kit/testing/service.ts';
import { UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { type Bench, openBench, password } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const register = (body: unknown) => bench.service.as().post('/auth/register', body);

test('registering signs in at once, with the local part of the address as the name and spaces for dots', async () => {
  const response = await register({ email: ' Ana.Lopez@Tribus.test ', password });
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({
    token: expect.any(String),
    user: {
      id: expect.any(String),
      email: 'ana.lopez@tribus.test',
      name: 'ana lopez',
      role: 'user',
      avatarUrl: null,
      emailVerified: false,
      welcomed: false,
      createdAt: expect.any(String),
    },
  });
  expect(await bench.events(UserRegistered)).toContainEqual({ userId: response.body.user.id });
});

test('a new user sees the welcome tour once, on whichever device', async () => {
  const { actor, email } = await bench.register();
  const as = bench.service.as(actor);
  expect((await bench.logIn(email, password)).body.user.welcomed).toBe(false);
  const response = await as.post('/auth/me/welcome');
  expect([response.status, response.body.welcomed]).toEqual([200, true]);
  expect((await as.post('/auth/me/welcome')).body).toEqual(response.body);
  expect((await bench.logIn(email, password)).body.user.welcomed).toBe(true);
});

test('an address is taken in any case of its letters', async () => {
  const { email } = await bench.register();
  const again = await register({ email: email.toUpperCase(), password });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
});

test('only one of twenty concurrent registrations with one address succeeds', async () => {
  const email = `${unique('wanted')}@tribus.test`;
  const responses = await Promise.all(Array.from({ length: 20 }, () => register({ email, password })));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19);
  const winner = responses.find(({ status }) => status === 201)?.body.user.id;
  const registered = (await bench.events(UserRegistered)).filter(({ userId }) => userId === winner);
  expect(registered).toHaveLength(1);
});

test.each([
  ['an invalid address', { email: 'nobody', password }, 'email_invalid'],
  ['no address', { password }, 'email_invalid'],
  ['an operator as an address', { email: { $ne: '' }, password }, 'email_invalid'],
  ['a too long address', { email: `${'a'.repeat(250)}@tribus.test`, password }, 'email_invalid'],
  ['a short password', { email: 'b@tribus.test', password: '12345' }, 'password_too_short'],
  ['no password', { email: 'b@tribus.test' }, 'password_too_short'],
  ['a too long password', { email: 'b@tribus.test', password: 'x'.repeat(201) }, 'password_too_long'],
])('a registration with %s is rejected', async (_with, body, code) => {
  const response = await register(body);
  expect([response.status, response.body.code]).toEqual([400, code]);
});

test('an error message is in the language of the request', async () => {
  const response = await bench.service.as(visitorActor('en')).post('/auth/register', { email: 'x', password });
  expect(response.body.error).toBe('The email address is not valid.');
});

test('role, id and dates cannot be set', async () => {
  const email = `${unique('ambitious')}@tribus.test`;
  const forged = { role: 'admin', id: '00000000-0000-7000-8000-000000000001', createdAt: '2001-01-01T00:00:00.000Z' };
  const { body } = await register({ email, password, ...forged });
  expect(body.user.role).toBe('user');
  expect(body.user.id).not.toBe(forged.id);
  expect(body.user.createdAt).not.toBe(forged.createdAt);
});

test('while sign-up is disabled nobody can register', async () => {
  const { actor } = await bench.register();
  const admin = bench.service.as({ ...actor, role: 'admin' });
  await admin.put('/admin/maintenance-config', { disableSignup: true });
  const response = await register({ email: 'late@tribus.test', password });
  expect([response.status, response.body.code]).toEqual([403, 'signup_disabled']);
  expect(response.body.error).toBe('Registro temporalmente deshabilitado.');
  await admin.put('/admin/maintenance-config', { disableSignup: false });
  expect((await register({ email: 'late@tribus.test', password })).status).toBe(201);
});

test('a registration responds after the new user became a member of hominini', async () => {
  const calls: string[] = [];
  const tribes = await stubPeer('tribes', TribesServiceService, {
    ensureHomininiMember: async ({ userId }, { actor }) => {
      calls.push(`${userId} by ${actor.id}`);
      return { membership: undefined };
    },
  });
  const other = await openBench({ TRIBES_GRPC: tribes.address });
  const { id } = await other.register();
  expect(calls).toEqual([`${id} by identity`]);
  await other.close();
  await tribes.stop();
});

test('registration succeeds while tribes is unavailable or slow', async () => {
  let calls = 0;
  const never = () => {
    calls += 1;
    return new Promise<never>(() => {});
  };
  const slow = await stubPeer('tribes', TribesServiceService, { ensureHomininiMember: never });
  const registerWithTribesAt = async (address: string) => {
    // The test waits for the timeout of the call, so it is 3 s here instead of 10 s.
    const alone = await openBench({ TRIBES_GRPC: address, TIME_LIMITS_FACTOR: '3' });
    await alone.register();
    await alone.close();
  };
  await Promise.all([slow.address, '127.0.0.1:1'].map(registerWithTribesAt));
  expect(calls).toBe(1);
  await slow.stop();
});
