import { expect, test } from '@jest/globals';
import type { Membership } from '../../lib/shared-queries.ts';
import { chooseTribe, readTribeId } from './chosen-tribe.ts';

const of = (tribeId: number, status: Membership['status'] = 'active'): Membership => ({
  tribeId,
  status,
  tribe: {
    id: tribeId,
    name: '',
    normalizedName: '',
    imageUrl: null,
    imageLqip: null,
    isPrivate: false,
    membersCount: 1,
  },
  tribeName: '',
  normalizedName: '',
  role: 'member',
  levelOrder: 1,
  createdAt: '',
});

test.each([
  ['the tribe of the address comes first', 9, 7, [of(7), of(8)], 9],
  ['then the last tribe', null, 7, [of(7), of(8)], 7],
  ['not a tribe that the viewer has left', null, 6, [of(7), of(8)], null],
  ['not a tribe with a pending request', null, 7, [of(7, 'pending'), of(8), of(9)], null],
  ['then the only tribe', null, null, [of(8), of(7, 'pending')], 8],
  ['else none', null, null, [of(7), of(8)], null],
])('%s', (_name, asked, last, memberships, expected) => {
  expect(chooseTribe(asked, last, memberships)).toBe(expected);
});

test.each([
  ['38', 38],
  ['0', null],
  ['7x', null],
  ['', null],
  [null, null],
])('an id is digits only: %p', (text, expected) => {
  expect(readTribeId(text)).toBe(expected);
});
