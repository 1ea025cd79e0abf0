import { expect, test } from '@jest/globals';
import type { Authority } from '@tribus/community/authority.ts';
import { outranks } from './authority.ts';

test.each<[Authority, { member: boolean; officer: boolean; owner: boolean }]>([
  ['officer', { member: true, officer: false, owner: false }],
  ['owner', { member: true, officer: true, owner: false }],
  ['admin', { member: true, officer: true, owner: true }],
])('an %s decides over the roles below only', (authority, expected) => {
  expect(outranks(authority, null)).toBe(true);
  for (const role of ['member', 'officer', 'owner'] as const)
    expect([role, outranks(authority, { role })]).toEqual([role, expected[role]]);
});
