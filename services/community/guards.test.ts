import { expect, test } from '@jest/globals';
import { type Actor, userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import {
  refuseRestricted,
  requireActiveMember,
  requireChatReadAccess,
  requireChatWriter,
  requireContributor,
  requireModerator,
  requireOwner,
  requireReadAccess,
} from './guards.ts';

const user = userActor('u');
const admin = userActor('a', { role: 'admin' });
const membership = (status: MembershipStatus, role: MemberRole, isHominini = false) => ({
  tribe: { isHominini, isInvisible: false },
  status,
  role,
  restrictedUntil: '',
});

const guards: { [name: string]: (viewer: Actor, facts: ReturnType<typeof membership>) => unknown } = {
  reader: requireReadAccess,
  contributor: requireContributor,
  'chat-reader': requireChatReadAccess,
  member: requireActiveMember,
  moderator: requireModerator,
  owner: requireOwner,
};

/** The guards that let somebody pass; each of the others has refused with the code that is its own. */
function passed(viewer: Actor, facts: ReturnType<typeof membership>): string {
  const refused = viewer.kind === 'user' ? 'membership_required' : 'unauthenticated';
  return Object.entries(guards)
    .filter(([name, guard]) => {
      try {
        return guard(viewer, facts) === facts;
      } catch (error) {
        const code = name === 'moderator' || name === 'owner' ? 'forbidden' : refused;
        expect(error).toMatchObject({ code });
        return false;
      }
    })
    .map(([name]) => name)
    .join(' ');
}

test.each<[string, Actor, ReturnType<typeof membership>, string]>([
  [
    'an owner passes everywhere',
    user,
    membership('active', 'owner'),
    'reader contributor chat-reader member moderator owner',
  ],
  [
    'an officer does not act as owner',
    user,
    membership('active', 'officer'),
    'reader contributor chat-reader member moderator',
  ],
  ['a member does not moderate', user, membership('active', 'member'), 'reader contributor chat-reader member'],
  ['a person who waits to be let in passes nowhere', user, membership('pending', 'member'), ''],
  ['a person who was rejected passes nowhere', user, membership('rejected', 'member'), ''],
  ['a stranger passes nowhere', user, membership('none', 'none'), ''],
  ['a visitor passes nowhere', visitorActor(), membership('none', 'none'), ''],
  ['a site admin is no member', admin, membership('none', 'none'), 'reader contributor chat-reader moderator owner'],
  ['everybody reads hominini', visitorActor(), membership('none', 'none', true), 'reader'],
  ['in hominini, too, only members contribute and read the chat', user, membership('none', 'none', true), 'reader'],
])('%s', (_what, viewer, facts, expected) => {
  expect(passed(viewer, facts)).toBe(expected);
});

test('who may only read for a while is told until when, and a site admin is not held back', () => {
  const facts = { ...membership('active', 'member'), restrictedUntil: '2030-01-02T03:04:05.000Z' };
  const refused = expect.objectContaining({ code: 'membership_restricted', params: { until: '2030-01-02 03:04 UTC' } });
  for (const guard of [requireContributor, requireChatWriter, refuseRestricted])
    expect(() => guard(user, facts)).toThrow(refused);
  for (const guard of [requireReadAccess, requireChatReadAccess, requireActiveMember])
    expect(guard(user, facts)).toBe(facts);
  for (const guard of [requireContributor, refuseRestricted]) expect(guard(admin, facts)).toBe(facts);
  expect(refuseRestricted(user, membership('none', 'none'))).toMatchObject({ status: 'none' });
});

test('for whom an invisible tribe does not exist every guard says so', () => {
  const hidden = (status: MembershipStatus) => ({
    ...membership(status, status === 'none' ? 'none' : 'member'),
    tribe: { isHominini: false, isInvisible: true },
  });
  for (const viewer of [user, visitorActor()])
    for (const status of ['none', 'rejected'] as const)
      for (const guard of Object.values(guards))
        expect(() => guard(viewer, hidden(status))).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => requireReadAccess(user, hidden('pending'))).toThrow(
    expect.objectContaining({ code: 'membership_required' }),
  );
  expect(requireReadAccess(admin, hidden('none'))).toBeTruthy();
});

test('who has no membership at all is no active member', () => {
  expect(() => requireActiveMember(admin, null)).toThrow(expect.objectContaining({ code: 'membership_required' }));
});
