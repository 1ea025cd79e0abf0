import { expect, test } from '@jest/globals';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import { mayReceive, type TribeAudience } from './delivery-gate.ts';
import type { Membership } from './membership.ts';

const tribe = Tribe.fromPartial({ id: 100, isPrivate: true });
const membership = (more: Partial<Membership> = {}): Membership => ({
  tribe,
  status: 'active',
  role: 'member',
  levelOrder: 1,
  restrictedUntil: '',
  formerLevelOrder: 0,
  ...more,
});
const nowhere = membership({ status: 'none', role: 'none', levelOrder: 0 });
const hominini = Tribe.fromPartial({ id: 38, isHominini: true });
const viewer = userActor('u');
const admin = userActor('a', { role: 'admin' });

test.each<[string, Partial<TribeAudience>, Membership | undefined, boolean]>([
  ['a member receives an event for members', { kind: 'members' }, membership(), true],
  ['a former member does not receive an event for members', { kind: 'members' }, nowhere, false],
  [
    'an applicant does not receive an event for members',
    { kind: 'members' },
    membership({ status: 'pending', levelOrder: 0 }),
    false,
  ],
  ['a former member does not receive an event for readers', { kind: 'readers' }, nowhere, false],
  ['everyone receives events of hominini', { kind: 'readers' }, { ...nowhere, tribe: hominini }, true],
  ['an officer receives an event for moderators', { kind: 'moderators' }, membership({ role: 'officer' }), true],
  ['a member does not receive an event for moderators', { kind: 'moderators' }, membership(), false],
  ['a former member receives an event about themself', { kind: 'anyone' }, nowhere, true],
  ['an event about oneself in a deleted tribe is not delivered', { kind: 'anyone' }, undefined, false],
  [
    'a member of level 3 receives a post for level 3',
    { kind: 'readers', minLevelOrder: 3 },
    membership({ levelOrder: 3 }),
    true,
  ],
  [
    'a member who dropped to level 2 does not receive a post for level 3',
    { kind: 'readers', minLevelOrder: 3 },
    membership({ levelOrder: 2 }),
    false,
  ],
  [
    'the author receives a post above their level',
    { kind: 'readers', minLevelOrder: 3, authorId: 'u' },
    membership(),
    true,
  ],
  [
    'a former member does not receive their own post',
    { kind: 'readers', minLevelOrder: 3, authorId: 'u' },
    nowhere,
    false,
  ],
  [
    'an officer receives a post above their level',
    { kind: 'readers', minLevelOrder: 3 },
    membership({ role: 'officer' }),
    true,
  ],
])('%s', (_what, audience, at, expected) => {
  expect(mayReceive(viewer, at, { tribeId: 100, kind: 'readers', ...audience })).toBe(expected);
});

test('site admins receive events for readers and moderators, but not for members', () => {
  const admitted = (kind: TribeAudience['kind']) =>
    mayReceive(admin, nowhere, { tribeId: 100, kind, minLevelOrder: 5 });
  expect([admitted('readers'), admitted('moderators'), admitted('members')]).toEqual([true, true, false]);
});

test('an event outside of any tribe reaches its addressee', () => {
  expect(mayReceive(viewer, undefined, { tribeId: null, kind: 'anyone' })).toBe(true);
});

test('only site admins receive events for site admins, in a tribe or outside of any', () => {
  for (const tribeId of [null, 100])
    expect(
      [admin, viewer].map((each) => mayReceive(each, membership({ role: 'owner' }), { tribeId, kind: 'admins' })),
    ).toEqual([true, false]);
});

test('an empty author id does not match a visitor', () => {
  const authorless: TribeAudience = { tribeId: 38, kind: 'readers', minLevelOrder: 2, authorId: '' };
  expect(mayReceive(visitorActor(), { ...nowhere, tribe: hominini }, authorless)).toBe(false);
});
