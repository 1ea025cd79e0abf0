import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { Membership } from '@tribus/proto/tribes/v1/service.ts';
import { findHidden } from './hidden-person.ts';
import { homininiId } from './limits.ts';
import { UserPresenter } from './user-presenter.ts';

const viewer = userActor('ana');
const presenter = new UserPresenter('x'.repeat(32));

/** A tribe with one other member, and a count of its member list calls. */
function tribeOf(member: string) {
  const listCalls = { count: 0 };
  const tribes = {
    getMemberships: async () => ({ memberships: [Membership.fromPartial({ status: 'active' })], tribes: [] }),
    listMemberIds: async () => {
      listCalls.count++;
      return { userIds: [member], nextCursor: '' };
    },
  };
  return { listCalls, sources: { tribes, presenter } };
}

test('a hidden person is found only by the pseudonym that this viewer sees', async () => {
  const { sources } = tribeOf('luis');
  const pseudonym = presenter.pseudonymOf(viewer, 'luis', 100);
  expect(await findHidden(sources, viewer, { pseudonym, tribeId: 100 })).toBe('luis');
  const others = presenter.pseudonymOf(userActor('eva'), 'luis', 100);
  expect(await findHidden(sources, viewer, { pseudonym: others, tribeId: 100 })).toBeUndefined();
});

test('the search for an unknown pseudonym ends after the first 50,000 members of a tribe', async () => {
  let listed = 0;
  const { sources } = tribeOf('luis');
  const listMemberIds = async ({ limit }: { limit: number }) => {
    listed += limit;
    // Ends a search without a bound.
    return { userIds: ['luis'], nextCursor: listed < 100_000 ? String(listed) : '' };
  };
  const unknown = { pseudonym: presenter.pseudonymOf(viewer, 'eva', 100), tribeId: 100 };
  const tribes = { ...sources.tribes, listMemberIds };
  expect(await findHidden({ ...sources, tribes }, viewer, unknown)).toBeUndefined();
  expect(listed).toBe(50_000);
});

test('hominini and malformed pseudonyms are not searched', async () => {
  const { listCalls, sources } = tribeOf('luis');
  const pseudonym = presenter.pseudonymOf(viewer, 'luis', homininiId);
  for (const known of [
    { pseudonym, tribeId: homininiId },
    { pseudonym: 'hidden-1', tribeId: 100 },
    { pseudonym: `hidden-${'g'.repeat(24)}`, tribeId: 100 },
  ])
    expect(await findHidden(sources, viewer, known)).toBeUndefined();
  expect(listCalls.count).toBe(0);
});
