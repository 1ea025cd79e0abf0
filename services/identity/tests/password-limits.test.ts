import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { Passwords } from '../src/passwords.ts';
import { type Bench, openBench, password } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const register = (email: string, entered: string) =>
  bench.service.as().post('/auth/register', { email, password: entered });
const newAddress = () => `${unique('somebody')}@tribus.test`;

test('passwords with the same first 72 bytes are distinguished', async () => {
  const [email, prefix] = [newAddress(), 'a'.repeat(72)];
  expect((await register(email, `${prefix}1`)).status).toBe(201);
  expect((await bench.logIn(email, `${prefix}2`)).status).toBe(401);
  expect((await bench.logIn(email, prefix)).status).toBe(401);
  expect((await bench.logIn(email, `${prefix}1`)).status).toBe(200);
});

test('a password is used exactly as entered, to the last byte and including invisible characters', async () => {
  const [email, typed] = [newAddress(), ` ñ\u200bfin${'火'.repeat(100)} `];
  expect((await register(email, typed)).status).toBe(201);
  for (const other of [typed.trim(), ` ñ`, typed.slice(0, -1)])
    expect((await bench.logIn(email, other)).status).toBe(401);
  expect((await bench.logIn(email, typed)).status).toBe(200);
});

test('a password of a megabyte is rejected everywhere before a hash is computed', async () => {
  const { email, actor } = await bench.register();
  const huge = 'x'.repeat(1_048_576);
  const [hash, matches] = [jest.spyOn(Passwords.prototype, 'hash'), jest.spyOn(Passwords.prototype, 'matches')];
  const responses = [
    await register(newAddress(), huge),
    await bench.logIn(email, huge),
    await bench.service.as().post('/auth/reset-password', { token: 'x', password: huge }),
    await bench.service.as(actor).put('/auth/me/password', { currentPassword: password, newPassword: huge }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
  const long = 'x'.repeat(30_000);
  expect((await register(newAddress(), long)).body.code).toBe('password_too_long');
  expect((await bench.logIn(email, long)).status).toBe(400);
  expect([hash.mock.calls, matches.mock.calls]).toEqual([[], []]);
  expect((await bench.logIn(email, password)).status).toBe(200);
  expect(matches).toHaveBeenCalledTimes(1);
});
