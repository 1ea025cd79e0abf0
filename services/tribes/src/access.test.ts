import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { decidePermissions } from './access.ts';
import { afterLeaving } from './membership-transitions.ts';
import type { Membership } from './store/memberships.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

const user = userActor('u');
const admin = userActor('a', { role: 'admin' });
const as = (role: Membership['role'], status: Membership['status'] = 'active'): Membership => ({
  role,
  status,
  levelOrder: 1,
  since: new Date(0),
});

const found = (id: number, membership: Membership | null): TribeForViewer => ({
  tribe: { id } as StoredTribe,
  membership,
  restrictedUntil: null,
});

const granted = (permissions: object): string =>
  Object.entries(permissions)
    .flatMap(([name, has]) => (has ? [name.slice('can'.length).toLowerCase()] : []))
    .join(' ');

test.each([
  ['a non-member may do nothing', 7, null, user, ''],
  ['a user with a pending request may do nothing', 7, as('member', 'pending'), user, ''],
  ['a rejected user may do nothing', 7, as('member', 'rejected'), user, ''],
  ['a member reads, and may leave', 7, as('member'), user, 'read leave'],
  ['an officer also moderates', 7, as('officer'), user, 'read moderate rename leave'],
  ['an owner deletes and cannot leave', 7, as('owner'), user, 'read moderate rename delete'],
  ['a site admin may do all without being a member', 7, null, admin, 'read moderate rename delete'],
  ['a site admin who is a member may leave, too', 7, as('member'), admin, 'read moderate rename delete leave'],
  ['a visitor reads hominini', homininiId, null, visitorActor(), 'read'],
  ['a member of hominini cannot leave it', homininiId, as('member'), user, 'read'],
  ['a site admin cannot rename or delete hominini', homininiId, as('owner'), admin, 'read moderate'],
] as const)('%s', (_who, id, membership, viewer, expected) => {
  expect(granted(decidePermissions(viewer, found(id, membership)))).toBe(expected);
});

test('canLeave is true exactly for members who can leave', () => {
  const roles = ['owner', 'officer', 'member'] as const;
  const memberships = roles.flatMap((role) => [as(role), as(role, 'pending'), as(role, 'rejected')]);
  for (const id of [7, homininiId])
    for (const membership of [null, ...memberships]) {
      const { tribe } = found(id, membership);
      const leave = () => afterLeaving(tribe, membership);
      if (decidePermissions(user, found(id, membership)).canLeave) expect(leave()).toBeNull();
      else expect(leave).toThrow();
    }
});
