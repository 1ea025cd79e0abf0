import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { authorities, authorityOf, mayUndo } from './authority.ts';
import type { Membership } from './membership.ts';

const user = userActor('u');
const admin = userActor('a', { role: 'admin' });
const as = (role: Membership['role'], status: Membership['status'] = 'active') => ({ role, status });

test.each([
  ['a stranger', user, null, null],
  ['a member', user, as('member'), null],
  ['somebody who waits', user, as('member', 'pending'), null],
  ['an officer', user, as('officer'), 'officer'],
  ['an owner', user, as('owner'), 'owner'],
  ['a site admin', admin, null, 'admin'],
  ['a site admin who is an officer', admin, as('officer'), 'admin'],
] as const)('as whom %s decides', (_who, actor, membership, authority) => {
  expect(authorityOf(actor, membership)).toBe(authority);
});

test('nobody takes back what was decided above them', () => {
  for (const [mine, authority] of authorities.entries())
    for (const [theirs, decided] of authorities.entries()) expect(mayUndo(authority, decided)).toBe(mine >= theirs);
});
