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
  read: requireReadAccess,
  contributor: requireContributor,
  'read-chat': requireChatReadAccess,
  member: requireActiveMember,
  moderator: requireModerator,
  owner: requireOwner,
};

/** Returns the guards that pass; asserts the error code of the others. */
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
    'read contributor read-chat member moderator owner',
  ],
  [
    'an officer does not act as owner',
    user,
    membership('active', 'officer'),
    'read contributor read-chat member moderator',
  ],
  ['a member does not moderate', user, membership('active', 'member'), 'read contributor read-chat member'],
  ['an applicant passes no guard', user, membership('pending', 'member'), ''],
  ['a rejected applicant passes no guard', user, membership('rejected', 'member'), ''],
  ['a non-member passes no guard', user, membership('none', 'none'), ''],
  ['a visitor passes no guard', visitorActor(), membership('none', 'none'), ''],
  [
    'a site admin passes all guards but that of members',
    admin,
    membership('none', 'none'),
    'read contributor read-chat moderator owner',
  ],
  ['everyone reads hominini', visitorActor(), membership('none', 'none', true), 'read'],
  ['only members contribute to hominini and read its chat', user, membership('none', 'none', true), 'read'],
])('%s', (_what, viewer, facts, expected) => {
  expect(passed(viewer, facts)).toBe(expected);
});

test('a restricted member is refused with the end of the restriction; a site admin is not restricted', () => {
  const facts = { ...membership('active', 'member'), restrictedUntil: '2030-01-02T03:04:05.000Z' };
  const refused = expect.objectContaining({ code: 'membership_restricted', params: { until: '2030-01-02 03:04 UTC' } });
  for (const guard of [requireContributor, requireChatWriter, refuseRestricted])
    expect(() => guard(user, facts)).toThrow(refused);
  for (const guard of [requireReadAccess, requireChatReadAccess, requireActiveMember])
    expect(guard(user, facts)).toBe(facts);
  for (const guard of [requireContributor, refuseRestricted]) expect(guard(admin, facts)).toBe(facts);
  expect(refuseRestricted(user, membership('none', 'none'))).toMatchObject({ status: 'none' });
});

test('every guard throws 404 without access to an invisible tribe', () => {
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

test('a missing membership is not an active one', () => {
  expect(() => requireActiveMember(admin, null)).toThrow(expect.objectContaining({ code: 'membership_required' }));
});
