import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { Passwords } from '../src/passwords.ts';
import { type Bench, openBench, password } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const register = (email: string, given: string) =>
  bench.service.as().post('/auth/register', { email, password: given });
const anAddress = () => `${unique('somebody')}@tribus.test`;

test('passwords that begin with the same 72 bytes are different ones', async () => {
  const [email, begin] = [anAddress(), 'a'.repeat(72)];
  expect((await register(email, `${begin}1`)).status).toBe(201);
  expect((await bench.logIn(email, `${begin}2`)).status).toBe(401);
  expect((await bench.logIn(email, begin)).status).toBe(401);
  expect((await bench.logIn(email, `${begin}1`)).status).toBe(200);
});

test('a password is taken as it was typed, to its last byte and with what leaves no ink', async () => {
  const [email, typed] = [anAddress(), ` ñ\u200bfin${'火'.repeat(100)} `];
  expect((await register(email, typed)).status).toBe(201);
  for (const other of [typed.trim(), ` ñ`, typed.slice(0, -1)])
    expect((await bench.logIn(email, other)).status).toBe(401);
  expect((await bench.logIn(email, typed)).status).toBe(200);
});

test('a password of a megabyte is refused everywhere before anything is computed', async () => {
  const { email, actor } = await bench.register();
  const huge = 'x'.repeat(1_048_576);
  const [hash, matches] = [jest.spyOn(Passwords.prototype, 'hash'), jest.spyOn(Passwords.prototype, 'matches')];
  const answers = [
    await register(anAddress(), huge),
    await bench.logIn(email, huge),
    await bench.service.as().post('/auth/reset-password', { token: 'x', password: huge }),
    await bench.service.as(actor).put('/auth/me/password', { currentPassword: password, newPassword: huge }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
  const long = 'x'.repeat(30_000);
  expect((await register(anAddress(), long)).body.code).toBe('password_too_long');
  expect((await bench.logIn(email, long)).status).toBe(400);
  expect([hash.mock.calls, matches.mock.calls]).toEqual([[], []]);
  expect((await bench.logIn(email, password)).status).toBe(200);
  expect(matches).toHaveBeenCalledTimes(1);
});
