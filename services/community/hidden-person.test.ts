import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { Membership } from '@tribus/proto/tribes/v1/service.ts';
import { findHidden } from './hidden-person.ts';
import { homininiId } from './limits.ts';
import { UserPresenter } from './user-presenter.ts';

const viewer = userActor('ana');
const presenter = new UserPresenter('x'.repeat(32));

/** A tribe with one other member, and how often its members were listed. */
function tribeOf(member: string) {
  const asked = { times: 0 };
  const tribes = {
    getMemberships: async () => ({ memberships: [Membership.fromPartial({ status: 'active' })], tribes: [] }),
    listMemberIds: async () => {
      asked.times++;
      return { userIds: [member], nextCursor: '' };
    },
  };
  return { asked, sources: { tribes, presenter } };
}

test('somebody hidden is found by the id that the viewer knows them by, and by no other', async () => {
  const { sources } = tribeOf('luis');
  const pseudonym = presenter.pseudonymOf(viewer, 'luis', 100);
  expect(await findHidden(sources, viewer, { pseudonym, tribeId: 100 })).toBe('luis');
  const others = presenter.pseudonymOf(userActor('eva'), 'luis', 100);
  expect(await findHidden(sources, viewer, { pseudonym: others, tribeId: 100 })).toBeUndefined();
});

test('nobody is looked for in hominini, nor by an id that is no pseudonym', async () => {
  const { asked, sources } = tribeOf('luis');
  const pseudonym = presenter.pseudonymOf(viewer, 'luis', homininiId);
  for (const known of [
    { pseudonym, tribeId: homininiId },
    { pseudonym: 'hidden-1', tribeId: 100 },
    { pseudonym: `hidden-${'g'.repeat(24)}`, tribeId: 100 },
  ])
    expect(await findHidden(sources, viewer, known)).toBeUndefined();
  expect(asked.times).toBe(0);
});
