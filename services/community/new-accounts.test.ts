import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { countLinks } from './limits.ts';
import { isLimited, limitReached, requireFewLinks } from './new-accounts.ts';

const now = new Date('2026-03-01T10:20:00.000Z');
const until = (time: string) => userActor('ana', { limitedUntil: Date.parse(time) });

test.each([
  ['', 0],
  ['Nos vemos a las 10.30 en casa. Trae pan.', 0],
  ['Escríbeme a ana@tribus.com', 0],
  ['Mira https://tribus.com/una?x=1 y www.tribus.com', 2],
  ['Entra en tribus.com, o en t.me/tribus', 2],
  ['https://a.es https://a.es', 2],
  ['http://a.com,http://b.com;http://c.com|http://d.com', 4],
  ['(http://a.com)[http://b.com]', 2],
  ['malo.ru peor.de ñandú.es', 3],
  ['ｈｔｔｐ：／／ａ．ｃｏｍ y ｔｒｉｂｕｓ．ｃｏｍ', 2],
  ['10.0.0.1 y 10.0.0.2/puerta, no 1.2.3', 2],
])('%j has %d links', (text, links) => {
  expect(countLinks(text)).toBe(links);
});

test('the limits of a new account end at limitedUntil', () => {
  expect(isLimited(until('2026-03-01T10:20:00.001Z'), now)).toBe(true);
  expect(isLimited(until('2026-03-01T10:20:00.000Z'), now)).toBe(false);
  expect(isLimited(userActor('ana'), now)).toBe(false);
});

test('an hourly limit reopens at the end of the hour, or when the account is no longer new', () => {
  const opensAt = (error: ReturnType<typeof limitReached>) => [error.retryAfter, error.details];
  expect(opensAt(limitReached('messages', until('2026-03-02T10:00:00.000Z'), now))).toEqual([
    2_400,
    [{ path: 'opensAt', message: '2026-03-01T11:00:00.000Z' }],
  ]);
  const soon = limitReached('joins', until('2026-03-01T10:30:00.000Z'), now);
  expect([soon.status, soon.code, ...opensAt(soon)]).toEqual([
    429,
    'new_account_joins',
    600,
    [{ path: 'opensAt', message: '2026-03-01T10:30:00.000Z' }],
  ]);
  expect(soon.text('en')).toBe(
    'Your account is new: for now you can join 5 tribes an hour. Confirm your email or wait 10 min.',
  );
});

test('only new accounts are refused too many links', () => {
  const three = 'https://a.es https://b.es https://c.es';
  const post = (time: string) => () => requireFewLinks(until(time), three, now);
  expect(post('2026-03-01T13:00:00.000Z')).toThrow(expect.objectContaining({ code: 'new_account_links', status: 403 }));
  expect(post('2026-03-01T10:00:00.000Z')).not.toThrow();
  expect(() => requireFewLinks(until('2026-03-01T13:00:00.000Z'), 'https://a.es https://b.es', now)).not.toThrow();
});
