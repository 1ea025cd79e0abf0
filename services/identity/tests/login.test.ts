import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { TestClock, type TestResponse } from '@tribus/kit/testing/service.ts';
import { type Bench, newSigningKey, openBench, password, signedInUser } from './bench.ts';

const clock = new TestClock();

let bench: Bench;
/** Limits of two failures per address and account, ten accounts per address, and twenty failures per account. */
let strict: Bench;
beforeAll(async () => {
  bench = await openBench({}, clock);
  strict = await openBench({ RATE_LIMIT_LOGIN_FAILURES: '2' }, clock);
});
afterAll(async () => {
  await strict.close();
  await bench.close();
});

const failures = (at: Bench, count: number, email: string, address?: string) =>
  Promise.all(Array.from({ length: count }, () => at.logIn(email, 'equivocada', address)));

const proofOf = ({ headers }: TestResponse): string => headers.get(deviceHeader) ?? '';

test('the right password opens a session', async () => {
  const { email, id, sessionId } = await bench.register();
  const response = await bench.logIn(` ${email.toUpperCase()} `, password);
  expect(response.status).toBe(200);
  expect(response.body.user).toMatchObject({ id, email });
  expect(signedInUser(response).sessionId).not.toBe(sessionId);
});

test('a wrong password and an unknown address return the same error', async () => {
  const { email } = await bench.register();
  const [wrong, unknown] = await Promise.all([
    bench.logIn(email, 'equivocada'),
    bench.logIn('nobody@tribus.test', 'equivocada'),
  ]);
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test.each([
  ['no password', { email: 'a@tribus.test' }],
  ['no address', { password }],
  ['operators', { email: { $gt: '' }, password: { $gt: '' } }],
])('a login with %s is rejected', async (_with, body) => {
  const response = await bench.service.as().post('/auth/login', body);
  expect([response.status, response.body.code]).toEqual([400, 'credentials_missing']);
});

test('each attempt after ten failures from one address waits twice as long as the one before', async () => {
  const { email } = await bench.register();
  const address = unique('address');
  for (let count = 0; count < 10; count++) expect((await bench.logIn(email, 'equivocada', address)).status).toBe(401);
  const waits: number[] = [];
  for (let round = 0; round < 12; round++) {
    const blocked = await bench.logIn(email, password, address);
    expect([blocked.status, blocked.body.code]).toEqual([429, 'too_many_attempts']);
    const seconds = Number(blocked.headers.get('retry-after'));
    waits.push(seconds);
    clock.advance(seconds * 1000);
    expect((await bench.logIn(email, 'equivocada', address)).status).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  clock.advance(900_000);
  expect((await bench.logIn(email, password, address)).status).toBe(200);
});

test('failures from one address do not delay other addresses', async () => {
  const { email } = await bench.register();
  await failures(bench, 40, email, unique('address'));
  expect((await bench.logIn(email, password)).status).toBe(200);
});

test('an unknown address is rejected like a known one', async () => {
  const [{ email: known }, unknown] = [await bench.register(), `${unique('unknown')}@tribus.test`];
  const refusals = [];
  for (const email of [known, unknown]) {
    const address = unique('address');
    await failures(bench, 10, email, address);
    const { status, body, headers } = await bench.logIn(email, password, address);
    refusals.push({ status, body, headers: [...headers].filter(([name]) => name !== 'date') });
  }
  expect(refusals[0]?.status).toBe(429);
  expect(refusals[1]).toEqual(refusals[0]);
});

test('only ten of forty concurrent wrong logins from one address are checked', async () => {
  const { email } = await bench.register();
  const statuses = (await failures(bench, 40, email, unique('address'))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test('a client that tried too many accounts is slowed down to one attempt a minute, and others are not', async () => {
  const address = unique('address');
  const spray = () => failures(strict, 1, `${unique('victim')}@tribus.test`, address);
  for (let account = 0; account < 10; account++) expect((await spray())[0]?.status).toBe(401);
  const { email } = await strict.register();
  const waits: number[] = [];
  for (let round = 0; round < 8; round++) {
    const blocked = await strict.logIn(email, password, address);
    expect(blocked.status).toBe(429);
    waits.push(Number(blocked.headers.get('retry-after')));
    clock.advance(Number(blocked.headers.get('retry-after')) * 1000);
    expect((await spray())[0]?.status).toBe(401);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect((await strict.logIn(email, password)).status).toBe(200);
});

test("failures at one account count once against the client's address", async () => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  await failures(strict, 30, `${unique('victim')}@tribus.test`, address);
  expect((await strict.logIn(email, password, address)).status).toBe(200);
});

test('an account attacked from many addresses is slowed down for unknown devices, not for known ones', async () => {
  const { email } = await strict.register();
  const device = proofOf(await strict.logIn(email, password));
  const responses = await failures(strict, 30, email);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(20);
  expect((await strict.logIn(email, password)).status).toBe(429);
  expect((await strict.logIn(email, password, unique('address'), device)).status).toBe(200);
  clock.advance(1_000);
  expect((await strict.logIn(email, password)).status).toBe(200);
});

test('the right password from a known device works despite failures of other clients of its address', async () => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  const device = proofOf(await strict.logIn(email, password, address));
  await failures(strict, 10, email, address);
  for (let account = 0; account < 15; account++) await failures(strict, 1, `${unique('victim')}@tribus.test`, address);
  expect((await strict.logIn(email, password, address)).status).toBe(429);
  expect((await strict.logIn(email, password, address, device)).status).toBe(200);
});

test('a known device has twenty failures where unknown ones have two, and then counts as unknown', async () => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  const device = proofOf(await strict.logIn(email, password, address));
  const limitedDevices = async () => {
    const counted = await strict.service.metrics.registry.getSingleMetric('rate_limited_total')?.get();
    return counted?.values.find(({ labels }) => labels.limit === 'login_device')?.value;
  };
  for (let count = 0; count < 20; count++)
    expect((await strict.logIn(email, 'equivocada', address, device)).status).toBe(401);
  expect(await limitedDevices()).toBe(0);
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => strict.logIn(email, 'x', address, device)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(await limitedDevices()).toBe(5);
});

test.each<[string, (own: string, others: string) => string]>([
  ['of another account', (_own, others) => others],
  ['that was modified', (own) => own.replace(/\.(.)(?=[^.]+$)/, (_, first) => (first === 'A' ? '.B' : '.A'))],
  ['that is invalid', () => 'nonsense~.~..'],
  ['that is huge', (own) => Array(50).fill(own).join('~')],
])('a device with a proof %s counts as unknown', async (_what, shown) => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  const own = proofOf(await strict.logIn(email, password, address));
  const others = await strict.register();
  const proof = shown(own, proofOf(await strict.logIn(others.email, password)));
  await failures(strict, 2, email, address);
  expect((await strict.logIn(email, password, address, proof)).status).toBe(429);
});

test('a device is known for half a year after its last login', async () => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  const device = proofOf(await strict.logIn(email, password, address));
  const isKnown = async () => {
    await failures(strict, 2, email, address);
    return (await strict.logIn(email, 'equivocada', address, device)).status === 401;
  };
  clock.advance(180 * dayMs);
  expect(await isKnown()).toBe(true);
  clock.advance(dayMs);
  expect(await isKnown()).toBe(false);
});

test('a shared browser is known for every account used in it', async () => {
  const [ana, beto, address] = [await strict.register(), await strict.register(), unique('address')];
  const first = proofOf(await strict.logIn(ana.email, password, address));
  const both = proofOf(await strict.logIn(beto.email, password, address, first));
  for (const { email } of [ana, beto]) {
    await failures(strict, 2, email, address);
    expect((await strict.logIn(email, password, address, both)).status).toBe(200);
  }
});

test('a device is known after a registration', async () => {
  const email = `${unique('new')}@tribus.test`;
  const response = await strict.service.as().post('/auth/register', { email, password });
  const address = unique('address');
  await failures(strict, 2, email, address);
  expect((await strict.logIn(email, password, address, proofOf(response))).status).toBe(200);
});

test('a device proof is valid while the key that signed it is configured', async () => {
  const [old, next] = [newSigningKey(), newSigningKey()];
  const before = await openBench({ JWT_PRIVATE_KEY: old, RATE_LIMIT_LOGIN_FAILURES: '1' }, clock);
  const { email } = await before.register();
  const proof = proofOf(await before.logIn(email, password));
  const known = async (JWT_PRIVATE_KEY: string) => {
    const env = { ...before.stores.env, JWT_PRIVATE_KEY, RATE_LIMIT_LOGIN_FAILURES: '1' };
    const after = await openBench(env, clock);
    const address = unique('address');
    await failures(after, 1, email, address);
    const { status } = await after.logIn(email, password, address, proof);
    await after.close();
    return status === 200;
  };
  expect(await known(`${next}\n${old}`)).toBe(true);
  expect(await known(next)).toBe(false);
  await before.close();
});

test("a right password does not count as a failure and clears the client's earlier ones", async () => {
  const [{ email }, address] = [await strict.register(), unique('address')];
  for (let round = 0; round < 6; round++) {
    await failures(strict, 1, email, address);
    expect((await strict.logIn(email, password, address)).status).toBe(200);
  }
  for (let account = 0; account < 11; account++) {
    const { email: other } = await strict.register();
    expect((await strict.logIn(other, password, address)).status).toBe(200);
  }
});

test('a right password at one account allows no further guesses at another', async () => {
  const [own, victim, address] = [await strict.register(), await strict.register(), unique('address')];
  const statuses: number[] = [];
  for (let round = 0; round < 5; round++) {
    statuses.push(...(await failures(strict, 1, victim.email, address)).map(({ status }) => status));
    expect((await strict.logIn(own.email, password, address)).status).toBe(200);
  }
  expect(statuses).toEqual([401, 401, 429, 429, 429]);
});

test("rejected attempts at one account do not count against the client's address", async () => {
  const [{ email: blocked }, { email: other }] = [await strict.register(), await strict.register()];
  const address = unique('address');
  await failures(strict, 15, blocked, address);
  expect((await strict.logIn(other, password, address)).status).toBe(200);
});

test('a suspension is reported only after the right password', async () => {
  const { email, id } = await bench.register();
  await bench.suspend(id);
  expect((await bench.logIn(email, 'equivocada')).body.code).toBe('wrong_credentials');
  const response = await bench.logIn(email, password);
  expect([response.status, response.body.code]).toEqual([403, 'account_suspended']);
});

test('logins work and are counted without Redis', async () => {
  const alone = await openBench({ REDIS_URL: 'redis://127.0.0.1:1' }, clock);
  const [{ email }, address] = [await alone.register(), unique('address')];
  expect((await alone.logIn(email, password, address)).status).toBe(200);
  const responses = await failures(alone, 14, email, address);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
  await alone.close();
});
