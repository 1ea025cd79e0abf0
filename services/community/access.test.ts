import { expect, test } from '@jest/globals';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import { mayActAsOwner, mayModerate, mayRead, moderatorRoles } from './access.ts';

const user = userActor('u');
const admin = userActor('a', { role: 'admin' });
const facts = (status: MembershipStatus, role: MemberRole, isHominini = false) => ({
  tribe: { isHominini, isInvisible: false },
  status,
  role,
  restrictedUntil: '',
});

test.each<[MembershipStatus, MemberRole, { reads: boolean; moderates: boolean; owns: boolean }]>([
  ['active', 'owner', { reads: true, moderates: true, owns: true }],
  ['active', 'officer', { reads: true, moderates: true, owns: false }],
  ['active', 'member', { reads: true, moderates: false, owns: false }],
  ['pending', 'member', { reads: false, moderates: false, owns: false }],
  ['rejected', 'member', { reads: false, moderates: false, owns: false }],
  ['none', 'none', { reads: false, moderates: false, owns: false }],
])('permissions of a membership that is %s as %s', (status, role, expected) => {
  const membership = facts(status, role);
  const decided = (viewer = user) => ({
    reads: mayRead(viewer, membership),
    moderates: mayModerate(viewer, membership),
    owns: mayActAsOwner(viewer, membership),
  });
  expect(decided()).toEqual(expected);
  expect(decided(admin)).toEqual({ reads: true, moderates: true, owns: true });
});

test('a restricted member reads but does not moderate or act as owner, and a restricted site admin does', () => {
  for (const role of ['officer', 'owner'] as const) {
    const restricted = { ...facts('active', role), restrictedUntil: '2030-01-01T00:00:00.000Z' };
    expect([mayModerate(user, restricted), mayActAsOwner(user, restricted)]).toEqual([false, false]);
    expect(mayRead(user, restricted)).toBe(true);
    expect([mayModerate(admin, restricted), mayActAsOwner(admin, restricted)]).toEqual([true, true]);
  }
});

test('everyone reads hominini, visitors too, and only its moderators moderate it', () => {
  for (const viewer of [visitorActor(), user]) {
    expect(mayRead(viewer, facts('none', 'none', true))).toBe(true);
    expect(mayModerate(viewer, facts('none', 'none', true))).toBe(false);
  }
});

test('owner and officers are the moderators', () => {
  expect(moderatorRoles).toEqual(['owner', 'officer']);
});
