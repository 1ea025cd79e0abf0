import { expect, test } from '@jest/globals';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import { SessionCache } from './sessions.ts';

const session = (sessionId: string, role: Session['role'] = 'user'): Session => ({
  sessionId,
  userId: 'ana',
  role,
  status: 'active',
  language: 'none',
  termsAccepted: true,
  isAgent: false,
  isSilenced: false,
  limitedUntil: '',
  expiresAt: '2999-01-01T00:00:00.000Z',
});

/** A session cache with a fake identity and clock. */
function setUp() {
  const alive = new Map([['s1', session('s1')]]);
  const calls: string[][] = [];
  const at = { now: 0, isUnavailable: false };
  const sessions = new SessionCache(
    async (ids) => {
      calls.push(ids);
      if (at.isUnavailable) throw new Error('identity unavailable');
      return ids.flatMap((id) => alive.get(id) ?? []);
    },
    () => at.now,
  );
  return { alive, calls, at, sessions };
}

test('a session is cached for exactly four seconds', async () => {
  const { alive, at, sessions } = setUp();
  expect(await sessions.find('s1')).toMatchObject({ userId: 'ana' });
  alive.delete('s1');
  at.isUnavailable = true;
  at.now = 3_999;
  expect(await sessions.find('s1')).toBeDefined();
  await new Promise(setImmediate);
  at.isUnavailable = false;
  at.now = 4_000;
  expect(await sessions.find('s1')).toBeUndefined();
});

test('a cached session in use is refreshed in the background', async () => {
  const { alive, calls, at, sessions } = setUp();
  await sessions.find('s1');
  at.now = 1_999;
  await sessions.find('s1');
  expect(calls).toHaveLength(1);

  alive.delete('s1');
  at.now = 2_000;
  expect(await sessions.find('s1')).toBeDefined();
  await new Promise(setImmediate);
  expect(calls).toHaveLength(2);
  at.now = 2_001;
  expect(await sessions.find('s1')).toBeUndefined();
});

test('the age of a cached session counts from the start of the call', async () => {
  const { calls, at, sessions } = setUp();
  const finding = sessions.find('s1');
  await new Promise(setImmediate);
  at.now = 3_000;
  await finding;
  at.now = 4_100;
  await sessions.find('s1');
  expect(calls).toHaveLength(2);
});

test('concurrent lookups share one call without duplicates', async () => {
  const { calls, sessions } = setUp();
  await Promise.all(['s1', 's2', 's1', 's3', 's2'].map((id) => sessions.find(id)));
  expect(calls).toEqual([['s1', 's2', 's3']]);
});

test('an unknown session is cached', async () => {
  const { calls, sessions } = setUp();
  await sessions.find('unknown');
  await sessions.find('unknown');
  expect(calls).toHaveLength(1);
});

test('while identity is unavailable cached sessions are valid until they expire, and failures are not cached', async () => {
  const { at, sessions } = setUp();
  await sessions.find('s1');
  at.isUnavailable = true;
  at.now = 3_000;
  expect(await sessions.find('s1')).toBeDefined();
  at.now = 5_000;
  await expect(sessions.find('s1')).rejects.toThrow('identity unavailable');
  at.isUnavailable = false;
  expect(await sessions.find('s1')).toBeDefined();
});
