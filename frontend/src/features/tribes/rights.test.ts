import { expect, test } from '@jest/globals';
import { homininiId } from '@limits/community';
import type { Tribe } from './api.ts';
import { rightsIn, type TribeRights } from './rights.ts';

type Membership = NonNullable<Tribe['membership']>;

const as = (role: Membership['role'], status: Membership['status'] = 'active'): Membership => ({
  role,
  status,
  levelOrder: 1,
});
const granted = (rights: TribeRights): string[] =>
  Object.entries(rights).flatMap(([right, has]) => (has ? [right] : []));

test.each([
  ['a stranger may do nothing', 7, null, false, []],
  ['who waits to be let in may do nothing', 7, as('member', 'pending'), false, []],
  ['a member reads, and may leave', 7, as('member'), false, ['read', 'seeMembers', 'leave']],
  ['an officer moderates, too', 7, as('officer'), false, ['read', 'seeMembers', 'moderate', 'leave']],
  ['an owner deletes and cannot leave', 7, as('owner'), false, ['read', 'seeMembers', 'moderate', 'delete']],
  ['a site admin may do all without being a member', 7, null, true, ['read', 'seeMembers', 'moderate', 'delete']],
  ['everybody reads hominini', homininiId, null, false, ['read']],
  ['nobody leaves hominini', homininiId, as('member'), false, ['read', 'seeMembers']],
  ['nobody deletes hominini', homininiId, null, true, ['read', 'seeMembers', 'moderate']],
] as const)('%s', (_who, id, membership, isSiteAdmin, expected) => {
  expect(granted(rightsIn({ id, membership }, isSiteAdmin))).toEqual(expected);
});
