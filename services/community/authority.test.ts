import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { authorities, decideAuthority, mayUndo } from './authority.ts';
import type { Membership } from './membership.ts';

const user = userActor('u');
const admin = userActor('a', { role: 'admin' });
const as = (role: Membership['role'], status: Membership['status'] = 'active') => ({ role, status });

test.each([
  ['a non-member', user, null, null],
  ['a member', user, as('member'), null],
  ['an applicant', user, as('member', 'pending'), null],
  ['an officer', user, as('officer'), 'officer'],
  ['an owner', user, as('owner'), 'owner'],
  ['a site admin', admin, null, 'admin'],
  ['a site admin who is an officer', admin, as('officer'), 'admin'],
] as const)('authority of %s', (_who, actor, membership, authority) => {
  expect(decideAuthority(actor, membership)).toBe(authority);
});

test('a decision of a higher authority cannot be undone', () => {
  for (const [index, authority] of authorities.entries())
    for (const [decidedIndex, decided] of authorities.entries())
      expect(mayUndo(authority, decided)).toBe(index >= decidedIndex);
});
