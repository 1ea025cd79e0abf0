import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { Id } from '@tribus/kit/http/schemas.ts';
import { Membership } from '@tribus/proto/tribes/v1/service.ts';
import { findHidden } from './hidden-person.ts';
import { homininiId } from './limits.ts';
import { UserPresenter } from './user-presenter.ts';

const viewer = userActor('ana');
const presenter = new UserPresenter('x'.repeat(32));
const active = (role: 'member' | 'officer' = 'member') => Membership.fromPartial({ status: 'active', role });

/** Memberships of one tribe by user id, and the number of calls for them. */
function tribeOf(memberships: Record<string, Membership>) {
  const calls = { count: 0 };
  const tribes = {
    getMemberships: async ({ userId }: { userId: string }) => {
      calls.count += 1;
      const found = memberships[userId] ?? Membership.fromPartial({ status: 'none', role: 'none' });
      return { memberships: [found], tribes: [] };
    },
  };
  return { calls, sources: { tribes, presenter } };
}

const pseudonymOf = (id: string, tribeId = 100, by = viewer) => presenter.pseudonyms.of(by, id, tribeId);

test('a hidden person is found only by the pseudonym that this viewer sees in this tribe', async () => {
  const { sources } = tribeOf({ ana: active(), luis: active() });
  expect(await findHidden(sources, viewer, { pseudonym: pseudonymOf('luis'), tribeId: 100 })).toBe('luis');
  for (const pseudonym of [pseudonymOf('luis', 100, userActor('eva')), pseudonymOf('luis', 101), 'luis'])
    expect(await findHidden(sources, viewer, { pseudonym, tribeId: 100 })).toBeUndefined();
});

test('the pseudonym of an account is accepted as an id, and reveals no part of the account', async () => {
  const id = '0198c0de-0000-7000-8000-00000000cafe';
  const pseudonym = pseudonymOf(id);
  expect(Id.parse(pseudonym)).toBe(pseudonym);
  const bytes = Buffer.from(pseudonym, 'base64url').toString('hex');
  for (const part of id.split('-').filter((part) => part.length > 4)) expect(bytes).not.toContain(part);
  const { sources } = tribeOf({ ana: active(), [id]: active() });
  expect(await findHidden(sources, viewer, { pseudonym, tribeId: 100 })).toBe(id);
});

test('former members are found by their pseudonym; moderators, strangers and former moderators have none', async () => {
  const former = Membership.fromPartial({ status: 'none', role: 'none', formerLevelOrder: 3 });
  const { sources } = tribeOf({ ana: active(), former, officer: active('officer') });
  const found = (id: string) => findHidden(sources, viewer, { pseudonym: pseudonymOf(id), tribeId: 100 });
  expect(await Promise.all(['former', 'officer', 'stranger'].map(found))).toEqual(['former', undefined, undefined]);
});

test('a viewer who is not an active member finds nobody', async () => {
  const pending = Membership.fromPartial({ status: 'pending', role: 'none' });
  const { sources } = tribeOf({ ana: pending, luis: active() });
  expect(await findHidden(sources, viewer, { pseudonym: pseudonymOf('luis'), tribeId: 100 })).toBeUndefined();
});

test('hominini, guessed and malformed pseudonyms cost no call', async () => {
  const { calls, sources } = tribeOf({ ana: active(), luis: active() });
  const known = pseudonymOf('luis');
  const changed = (at: number) => known.slice(0, at) + (known[at] === 'A' ? 'B' : 'A') + known.slice(at + 1);
  for (const pseudonym of ['', 'hidden-', 'hidden-1', `hidden-${'g'.repeat(24)}`, changed(8), changed(30), `${known}A`])
    expect(await findHidden(sources, viewer, { pseudonym, tribeId: 100 })).toBeUndefined();
  const inHominini = { pseudonym: pseudonymOf('luis', homininiId), tribeId: homininiId };
  expect(await findHidden(sources, viewer, inHominini)).toBeUndefined();
  expect(calls.count).toBe(0);
});
