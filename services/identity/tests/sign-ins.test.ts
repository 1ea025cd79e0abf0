import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { networkHeader } from '@tribus/kit/http/device-header.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const clock = new TestClock();
const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ RATE_LIMIT_LOGIN_FAILURES: '1000' }, clock);
});
afterAll(() => bench.close());

const logIn = (email: string, entered: string, network: string) =>
  bench.service
    .as(visitorActor())
    .post('/auth/login', { email, password: entered }, { 'user-agent': phone, [networkHeader]: network });

const history = async ({ actor }: SignedInUser, query = '', network = 'home') =>
  (await bench.service.as(actor).get(`/auth/sign-ins?${query}`, { [networkHeader]: network })).body;

test('people see the sign-ins and failed attempts of their account', async () => {
  const ownAccount = await bench.register();
  clock.advance(1_000);
  await logIn(ownAccount.email, password, 'home');
  clock.advance(1_000);
  await logIn(ownAccount.email, 'equivocada', 'elsewhere');
  await until(async () => (await history(ownAccount)).items.length === 3, 'the failed attempt is recorded');
  const { items, nextCursor } = await history(ownAccount);
  const device = { browser: 'Firefox', system: 'Android', kind: 'phone' };
  expect(items).toMatchObject([
    { way: 'password', outcome: 'wrong_password', network: 'other', device },
    { way: 'password', outcome: 'signed_in', network: 'same', device },
    { way: 'registration', outcome: 'signed_in', network: 'unknown', device: { browser: '', kind: 'unknown' } },
  ]);
  expect(nextCursor).toBeNull();
});

test('sessions show their device, and whether they were opened in the current network', async () => {
  const ownAccount = await bench.register();
  clock.advance(1_000);
  const other = signedInUser(await logIn(ownAccount.email, password, 'home'));
  const sessions = async (network: string) =>
    (await bench.service.as(ownAccount.actor).get('/auth/sessions', { [networkHeader]: network })).body.items;
  expect(await sessions('home')).toMatchObject([
    { id: other.sessionId, device: { browser: 'Firefox', system: 'Android' }, network: 'same', current: false },
    { id: ownAccount.sessionId, network: 'unknown', current: true },
  ]);
  expect(await sessions('elsewhere')).toMatchObject([{ network: 'other' }, { network: 'unknown' }]);
});

test('a stored network mark reveals neither the network nor its other users', async () => {
  const [one, two] = [await bench.register(), await bench.register()];
  await logIn(one.email, password, 'shared-network');
  await logIn(two.email, password, 'shared-network');
  const [first, second] = [await bench.networksOf(one.id), await bench.networksOf(two.id)];
  expect(first).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  expect(second).not.toEqual(first);
  expect(JSON.stringify([first, second])).not.toContain('shared-network');
});

test('the history covers ninety days, is paged, and is visible to its owner only', async () => {
  const [ownAccount, other] = [await bench.register(), await bench.register()];
  for (let count = 0; count < 3; count++) {
    clock.advance(1_000);
    await logIn(ownAccount.email, password, 'home');
  }
  const first = await history(ownAccount, 'limit=2');
  const second = await history(ownAccount, `limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(second.nextCursor).toBeNull();
  expect((await history(other)).items).toHaveLength(1);
  const stolen = await bench.service
    .as(other.actor)
    .get(`/auth/sign-ins?cursor=${encodeURIComponent(first.nextCursor)}`);
  expect([stolen.status, stolen.body.code]).toEqual([400, 'bad_cursor']);
  clock.advance(90 * dayMs);
  expect((await history(ownAccount)).items).toEqual([]);
});

test('hundreds of failed attempts do not fill the history', async () => {
  const ownAccount = await bench.register();
  const tryThirty = () =>
    Promise.all(Array.from({ length: 30 }, (_, index) => logIn(ownAccount.email, 'equivocada', `network-${index}`)));
  // Recording a failure is not awaited, and on a busy machine one is sometimes lost.
  await until(async () => {
    await tryThirty();
    return (await bench.countOfFailures(ownAccount.id)) >= 100;
  }, 'a hundred failures are written down');
  await tryThirty();
  expect(await bench.countOfFailures(ownAccount.id)).toBeLessThan(110);
});
