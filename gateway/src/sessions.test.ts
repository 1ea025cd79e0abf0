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

/** Identity, a clock, and what was asked. */
function stage() {
  const alive = new Map([['s1', session('s1')]]);
  const asked: string[][] = [];
  const at = { now: 0, away: false };
  const sessions = new SessionCache(
    async (ids) => {
      asked.push(ids);
      if (at.away) throw new Error('identity is away');
      return ids.flatMap((id) => alive.get(id) ?? []);
    },
    () => at.now,
  );
  return { alive, asked, at, sessions };
}

test('an answer is believed for four seconds and not a moment longer', async () => {
  const { alive, at, sessions } = stage();
  expect(await sessions.find('s1')).toMatchObject({ userId: 'ana' });
  alive.delete('s1');
  at.away = true;
  at.now = 3_999;
  expect(await sessions.find('s1')).toBeDefined();
  await new Promise(setImmediate);
  at.away = false;
  at.now = 4_000;
  expect(await sessions.find('s1')).toBeUndefined();
});

test('an answer in use is renewed ahead, and nobody waits for it', async () => {
  const { alive, asked, at, sessions } = stage();
  await sessions.find('s1');
  at.now = 1_999;
  await sessions.find('s1');
  expect(asked).toHaveLength(1);

  alive.delete('s1');
  at.now = 2_000;
  expect(await sessions.find('s1')).toBeDefined();
  await new Promise(setImmediate);
  expect(asked).toHaveLength(2);
  at.now = 2_001;
  expect(await sessions.find('s1')).toBeUndefined();
});

test('the age of an answer counts from its question, however long identity took', async () => {
  const { asked, at, sessions } = stage();
  const finding = sessions.find('s1');
  await new Promise(setImmediate);
  at.now = 3_000;
  await finding;
  at.now = 4_100;
  await sessions.find('s1');
  expect(asked).toHaveLength(2);
});

test('what is asked at once goes in one call, each session once', async () => {
  const { asked, sessions } = stage();
  await Promise.all(['s1', 's2', 's1', 's3', 's2'].map((id) => sessions.find(id)));
  expect(asked).toEqual([['s1', 's2', 's3']]);
});

test('a session that is not there is remembered as such', async () => {
  const { asked, sessions } = stage();
  await sessions.find('gone');
  await sessions.find('gone');
  expect(asked).toHaveLength(1);
});

test('while identity is away the known holds until its time, and no failure is remembered', async () => {
  const { at, sessions } = stage();
  await sessions.find('s1');
  at.away = true;
  at.now = 3_000;
  expect(await sessions.find('s1')).toBeDefined();
  at.now = 5_000;
  await expect(sessions.find('s1')).rejects.toThrow('identity is away');
  at.away = false;
  expect(await sessions.find('s1')).toBeDefined();
});
