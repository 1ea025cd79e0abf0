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
  ['a member gets what is for members', { kind: 'members' }, membership(), true],
  ['who left does not', { kind: 'members' }, nowhere, false],
  ['who waits to be let in does not', { kind: 'members' }, membership({ status: 'pending', levelOrder: 0 }), false],
  ['nor what is for readers', { kind: 'readers' }, nowhere, false],
  ['everybody reads hominini', { kind: 'readers' }, { ...nowhere, tribe: hominini }, true],
  ['an officer gets what is for moderators', { kind: 'moderators' }, membership({ role: 'officer' }), true],
  ['a member does not', { kind: 'moderators' }, membership(), false],
  ['what is about oneself stays one’s own', { kind: 'anyone' }, nowhere, true],
  ['unless the tribe is gone', { kind: 'anyone' }, undefined, false],
  ['a post for level 3 is for level 3', { kind: 'readers', minLevelOrder: 3 }, membership({ levelOrder: 3 }), true],
  ['and not for who sank to level 2', { kind: 'readers', minLevelOrder: 3 }, membership({ levelOrder: 2 }), false],
  ['but for its author', { kind: 'readers', minLevelOrder: 3, authorId: 'u' }, membership(), true],
  ['while a member', { kind: 'readers', minLevelOrder: 3, authorId: 'u' }, nowhere, false],
  ['and for an officer', { kind: 'readers', minLevelOrder: 3 }, membership({ role: 'officer' }), true],
])('%s', (_what, audience, at, expected) => {
  expect(mayReceive(viewer, at, { tribeId: 100, kind: 'readers', ...audience })).toBe(expected);
});

test('site admins read and moderate, and are in no chat of which they are no member', () => {
  const admitted = (kind: TribeAudience['kind']) =>
    mayReceive(admin, nowhere, { tribeId: 100, kind, minLevelOrder: 5 });
  expect([admitted('readers'), admitted('moderators'), admitted('members')]).toEqual([true, true, false]);
});

test('what happened outside of any tribe goes to whom it is addressed', () => {
  expect(mayReceive(viewer, undefined, { tribeId: null, kind: 'anyone' })).toBe(true);
});

test('what is for site admins is for nobody who is none, in a tribe or outside of any', () => {
  for (const tribeId of [null, 100])
    expect(
      [admin, viewer].map((each) => mayReceive(each, membership({ role: 'owner' }), { tribeId, kind: 'admins' })),
    ).toEqual([true, false]);
});

test('a visitor is the author of nothing', () => {
  const authorless: TribeAudience = { tribeId: 38, kind: 'readers', minLevelOrder: 2, authorId: '' };
  expect(mayReceive(visitorActor(), { ...nowhere, tribe: hominini }, authorless)).toBe(false);
});
