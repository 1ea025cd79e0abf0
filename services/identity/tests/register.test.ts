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

test('who registers is signed in at once, under the part of their address before the @ with spaces for its dots', async () => {
  const answer = await register({ email: ' Ana.Lopez@Tribus.test ', password });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
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
  expect(await bench.events(UserRegistered)).toContainEqual({ userId: answer.body.user.id });
});

test('a newcomer is shown round once, whatever device they come by', async () => {
  const { actor, email } = await bench.register();
  const as = bench.service.as(actor);
  expect((await bench.logIn(email, password)).body.user.welcomed).toBe(false);
  const answer = await as.post('/auth/me/welcome');
  expect([answer.status, answer.body.welcomed]).toEqual([200, true]);
  expect((await as.post('/auth/me/welcome')).body).toEqual(answer.body);
  expect((await bench.logIn(email, password)).body.user.welcomed).toBe(true);
});

test('an address is taken in whatever letters it is written', async () => {
  const { email } = await bench.register();
  const again = await register({ email: email.toUpperCase(), password });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
});

test('of twenty registrations at once with one address one wins', async () => {
  const email = `${unique('wanted')}@tribus.test`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email, password })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19);
  const winner = answers.find(({ status }) => status === 201)?.body.user.id;
  const registered = (await bench.events(UserRegistered)).filter(({ userId }) => userId === winner);
  expect(registered).toHaveLength(1);
});

test.each([
  ['nonsense as an address', { email: 'nobody', password }, 'email_invalid'],
  ['no address', { password }, 'email_invalid'],
  ['an operator as an address', { email: { $ne: '' }, password }, 'email_invalid'],
  ['an endless address', { email: `${'a'.repeat(250)}@tribus.test`, password }, 'email_invalid'],
  ['a short password', { email: 'b@tribus.test', password: '12345' }, 'password_too_short'],
  ['no password', { email: 'b@tribus.test' }, 'password_too_short'],
  ['an endless password', { email: 'b@tribus.test', password: 'x'.repeat(201) }, 'password_too_long'],
])('a registration with %s is refused', async (_with, body, code) => {
  const answer = await register(body);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
});

test('a mistake is said in the language of who made it', async () => {
  const answer = await bench.service.as(visitorActor('en')).post('/auth/register', { email: 'x', password });
  expect(answer.body.error).toBe('The email address is not valid.');
});

test('role, id and dates cannot be chosen', async () => {
  const email = `${unique('ambitious')}@tribus.test`;
  const wish = { role: 'admin', id: '00000000-0000-7000-8000-000000000001', createdAt: '2001-01-01T00:00:00.000Z' };
  const { body } = await register({ email, password, ...wish });
  expect(body.user.role).toBe('user');
  expect(body.user.id).not.toBe(wish.id);
  expect(body.user.createdAt).not.toBe(wish.createdAt);
});

test('while sign-up is disabled nobody registers', async () => {
  const { actor } = await bench.register();
  const admin = bench.service.as({ ...actor, role: 'admin' });
  await admin.put('/admin/maintenance-config', { disableSignup: true });
  const answer = await register({ email: 'late@tribus.test', password });
  expect([answer.status, answer.body.code]).toEqual([403, 'signup_disabled']);
  expect(answer.body.error).toBe('Registro temporalmente deshabilitado.');
  await admin.put('/admin/maintenance-config', { disableSignup: false });
  expect((await register({ email: 'late@tribus.test', password })).status).toBe(201);
});

test('the answer comes after the newcomer was made a member of hominini', async () => {
  const asked: string[] = [];
  const tribes = await stubPeer('tribes', TribesServiceService, {
    ensureHomininiMember: async ({ userId }, { actor }) => {
      asked.push(`${userId} by ${actor.id}`);
      return { membership: undefined };
    },
  });
  const other = await openBench({ TRIBES_GRPC: tribes.address });
  const { id } = await other.register();
  expect(asked).toEqual([`${id} by identity`]);
  await other.close();
  await tribes.stop();
});

test('with tribes away, or too slow, registration succeeds', async () => {
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  const slow = await stubPeer('tribes', TribesServiceService, { ensureHomininiMember: never });
  const registerWithout = async (address: string) => {
    // The test waits for the time limit of the call, so it is 3 s here instead of 10 s.
    const alone = await openBench({ TRIBES_GRPC: address, TIME_LIMITS_FACTOR: '3' });
    await alone.register();
    await alone.close();
  };
  await Promise.all([slow.address, '127.0.0.1:1'].map(registerWithout));
  expect(asked).toBe(1);
  await slow.stop();
});
