import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { TOTP } from 'otpauth';
import { type Bench, openBench, password } from './bench.ts';

const stepMs = 30_000;
const clock = new TestClock();

/** Limits of two wrong codes per address, and twenty per account and per known device. */
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ RATE_LIMIT_LOGIN_FAILURES: '2' }, clock);
});
afterAll(() => bench.close());

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

/** A user with a second factor, and a function that tries codes, each with its own challenge. */
async function protectedUser() {
  const ownAccount = await bench.register();
  const me = bench.service.as(ownAccount.actor);
  const { secret } = (await me.put('/auth/me/second-factor', { currentPassword: password })).body;
  await me.put('/auth/me/second-factor/confirmation', { code: codeOf(secret) });
  clock.advance(stepMs);
  const answer = async (code: string, address = unique('address'), device?: string) => {
    const { challenge } = (await bench.logIn(ownAccount.email, password)).body.secondFactor;
    const visitor = bench.service.as(visitorActor('es', address));
    return visitor.post('/auth/login/second-factor', { challenge, code }, device ? { [deviceHeader]: device } : {});
  };
  const device = (await answer(codeOf(secret))).headers.get(deviceHeader) ?? '';
  clock.advance(stepMs);
  return { me, secret, answer, device };
}

test("guesses of codes with a known password delay neither the owner's known device nor their session", async () => {
  const { me, secret, answer, device } = await protectedUser();
  for (let guess = 0; guess < 20; guess++) expect((await answer('000000')).status).toBe(401);
  expect((await answer(codeOf(secret))).status).toBe(429);
  const home = unique('address');
  expect((await answer('000000', home, device)).status).toBe(401);
  expect((await answer(codeOf(secret), home, device)).status).toBe(200);
  clock.advance(stepMs);
  for (let guess = 0; guess < 10; guess++) await answer('000000');
  const proof = { currentPassword: password, code: codeOf(secret) };
  expect((await me.put('/auth/me/recovery-codes', proof)).status).toBe(200);
});

test('a known device has limited guesses of codes, like an unknown one', async () => {
  const { answer, device } = await protectedUser();
  const home = unique('address');
  const statuses: number[] = [];
  for (let count = 0; count < 23; count++) statuses.push((await answer('000000', home, device)).status);
  expect(statuses).toEqual([...Array(22).fill(401), 429]);
});
