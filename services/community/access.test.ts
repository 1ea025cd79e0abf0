import { expect, test } from '@jest/globals';
import { userActor, visitorActor } from '@tribus/kit/runtime/actor.ts';
import type { MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import { mayActAsOwner, mayModerate, mayRead, moderatorRoles } from './access.ts';

const somebody = userActor('u');
const admin = userActor('a', { role: 'admin' });
const facts = (status: MembershipStatus, role: MemberRole, isHominini = false) => ({
  tribe: { isHominini },
  status,
  role,
});

test.each<[MembershipStatus, MemberRole, { reads: boolean; moderates: boolean; owns: boolean }]>([
  ['active', 'owner', { reads: true, moderates: true, owns: true }],
  ['active', 'officer', { reads: true, moderates: true, owns: false }],
  ['active', 'member', { reads: true, moderates: false, owns: false }],
  ['pending', 'member', { reads: false, moderates: false, owns: false }],
  ['rejected', 'member', { reads: false, moderates: false, owns: false }],
  ['none', 'none', { reads: false, moderates: false, owns: false }],
])('what a membership that is %s as %s lets one do', (status, role, expected) => {
  const membership = facts(status, role);
  const decided = (viewer = somebody) => ({
    reads: mayRead(viewer, membership),
    moderates: mayModerate(viewer, membership),
    owns: mayActAsOwner(viewer, membership),
  });
  expect(decided()).toEqual(expected);
  expect(decided(admin)).toEqual({ reads: true, moderates: true, owns: true });
});

test('hominini is read by everybody, visitors too, and moderated by its moderators only', () => {
  for (const viewer of [visitorActor(), somebody]) {
    expect(mayRead(viewer, facts('none', 'none', true))).toBe(true);
    expect(mayModerate(viewer, facts('none', 'none', true))).toBe(false);
  }
});

test('owner and officers are the moderators', () => {
  expect(moderatorRoles).toEqual(['owner', 'officer']);
});
