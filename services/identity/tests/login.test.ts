import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStage, password, type Stage, somebody, unique } from './stage.ts';

let stage: Stage;
/** Where an account may fail twice, and an address ten times. */
let strict: Stage;
beforeAll(async () => {
  stage = await openStage();
  strict = await openStage({ RATE_LIMIT_LOGIN_FAILURES: '2' });
});
afterAll(async () => {
  await strict.close();
  await stage.close();
});

const failures = (at: Stage, count: number, email: string, address?: string) =>
  Promise.all(Array.from({ length: count }, () => at.logIn(email, 'equivocada', address)));

test('the right password opens a session', async () => {
  const { email, id, sessionId } = await stage.register();
  const answer = await stage.logIn(` ${email.toUpperCase()} `, password);
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({ id, email });
  expect(somebody(answer).sessionId).not.toBe(sessionId);
});

test('a wrong password and an unknown address are the same answer', async () => {
  const { email } = await stage.register();
  const [wrong, unknown] = await Promise.all([
    stage.logIn(email, 'equivocada'),
    stage.logIn('nobody@tribus.test', 'equivocada'),
  ]);
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('a wrong password and an unknown address take about the same time', async () => {
  // Of the processor, all threads: what could be told apart from outside is work, and a busy machine does not stretch it.
  const time = async (email: string) => {
    const began = process.cpuUsage();
    await stage.logIn(email, 'equivocada');
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  const { email } = await stage.register();
  const times: [number, number][] = [];
  for (let round = 0; round < 7; round++)
    times.push([await time(email), await time(`${unique('unknown')}@tribus.test`)]);
  const best = (of: 0 | 1) => Math.min(...times.map((pair) => pair[of]));
  // Without the work of a hash an answer costs a fifth.
  expect(best(1)).toBeGreaterThan(best(0) / 2);
  expect(best(0)).toBeGreaterThan(best(1) / 2);
});

test.each([
  ['no password', { email: 'a@tribus.test' }],
  ['no address', { password }],
  ['operators', { email: { $gt: '' }, password: { $gt: '' } }],
])('a login with %s is refused', async (_with, body) => {
  const answer = await stage.service.as().post('/auth/login', body);
  expect([answer.status, answer.body.code]).toEqual([400, 'credentials_missing']);
});

test('after ten failures even the right password must wait, from wherever it comes', async () => {
  const { email } = await stage.register();
  for (let count = 0; count < 10; count++) expect((await stage.logIn(email, 'equivocada')).status).toBe(401);
  const blocked = await stage.logIn(email, password);
  expect([blocked.status, blocked.body.code]).toEqual([429, 'too_many_attempts']);
  const wait = Number(blocked.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(15 * 60);
});

test('an unknown address is counted like a known one', async () => {
  const email = `${unique('unknown')}@tribus.test`;
  await failures(stage, 10, email);
  expect((await stage.logIn(email, password)).status).toBe(429);
});

test('of forty wrong logins at once ten are heard', async () => {
  const { email } = await stage.register();
  const statuses = (await failures(stage, 40, email)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('an address that failed five times as often as an account may must wait, and others need not', async () => {
  const address = unique('address');
  for (let account = 0; account < 10; account++) await failures(strict, 1, `${unique('victim')}@tribus.test`, address);
  const { email } = await strict.register();
  expect((await strict.logIn(email, password, address)).status).toBe(429);
  expect((await strict.logIn(email, password)).status).toBe(200);
});

test('right passwords do not count, and reset what the account has gathered', async () => {
  const { email } = await strict.register();
  for (let round = 0; round < 4; round++) {
    await failures(strict, 1, email);
    expect((await strict.logIn(email, password)).status).toBe(200);
  }
  const address = unique('address');
  for (let count = 0; count < 12; count++) expect((await strict.logIn(email, password, address)).status).toBe(200);
});

test('what is refused because of a blocked account does not count against the address', async () => {
  const [{ email: blocked }, { email: other }] = [await strict.register(), await strict.register()];
  const address = unique('address');
  await failures(strict, 15, blocked, address);
  expect((await strict.logIn(other, password, address)).status).toBe(200);
});

test('a suspended account is told so, and only after its right password', async () => {
  const { email, id } = await stage.register();
  await stage.suspend(id);
  expect((await stage.logIn(email, 'equivocada')).body.code).toBe('wrong_credentials');
  const answer = await stage.logIn(email, password);
  expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended']);
});

test('of a flood of logins those that find no place are told to come again, and nothing breaks', async () => {
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => stage.logIn(`${unique('unknown')}@tribus.test`, 'equivocada')),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length).toBe(120 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toBe('2');
});

test('without Redis logins work and are still counted', async () => {
  const alone = await openStage({ REDIS_URL: 'redis://127.0.0.1:1' });
  const { email } = await alone.register();
  expect((await alone.logIn(email, password)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 14 }, () => alone.logIn(email, 'equivocada')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  await alone.close();
});
