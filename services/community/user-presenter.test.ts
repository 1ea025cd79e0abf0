import { expect, test } from '@jest/globals';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import type { Person } from './person.ts';
import { noUsers, TribeUserSet } from './tribe-user-set.ts';
import { type Subject, UserPresenter, type ViewContext } from './user-presenter.ts';

const people = new UserPresenter('secret');
const subject = {
  id: 'u-high',
  name: 'Amaranta',
  avatarUrl: '/api/proxy-media?key=avatars/amaranta',
  email: 'amaranta@tribus.test',
  isAgent: false,
  isDeleted: false,
};
const context = (more: Partial<ViewContext> = {}): ViewContext => ({
  tribeId: 100,
  isHominini: false,
  isPrivate: false,
  viewer: { role: 'member', levelOrder: 1 },
  subject: { role: 'member', levelOrder: 3 },
  formerLevel: 0,
  ...more,
});
const viewer = userActor('u-low');

/** Presents without blocks. */
function show(actor: Actor, shownUser: Subject, view: ViewContext | null): Person {
  const shown = people.presentUser({ actor, blocks: noUsers }, shownUser, view);
  if (!shown) throw new Error('omitted although there is no block');
  return shown;
}

test('a member of a higher level is shown without identity', () => {
  const shown = show(viewer, subject, context());
  expect(shown).toMatchObject({ restrictedHigher: true, avatarUrl: 'emoji:🕶️', levelOrder: 3 });
  for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

test('a pseudonym is stable per viewer and tribe, and differs for other viewers and tribes', () => {
  const id = (by = viewer, tribeId = 100) => show(by, subject, context({ tribeId })).id;
  expect(id()).toBe(id());
  expect(id(userActor('u-other'))).not.toBe(id());
  expect(id(viewer, 101)).not.toBe(id());
});

test.each<[string, Partial<ViewContext>]>([
  ['hominini hides no members', { isHominini: true }],
  ['owners see every name', { viewer: { role: 'owner', levelOrder: 1 } }],
  ['officers see every name', { viewer: { role: 'officer', levelOrder: 1 } }],
  ['owners are shown by name', { subject: { role: 'owner', levelOrder: 5 } }],
  ['officers are shown by name', { subject: { role: 'officer', levelOrder: 5 } }],
  ['members of one level see each other', { viewer: { role: 'member', levelOrder: 3 } }],
])('%s', (_what, more) => {
  expect(show(viewer, subject, context(more))).toMatchObject({
    name: 'Amaranta',
    restrictedHigher: false,
  });
});

test('a non-member of a private tribe sees no names, not even of its owner and officers', () => {
  for (const role of ['owner', 'officer', 'member'] as const) {
    const meet = context({ isPrivate: true, viewer: null, subject: { role, levelOrder: 1 } });
    const shown = show(viewer, subject, meet);
    expect(shown).toMatchObject({ name: 'Miembro de la tribu', restrictedHigher: true });
    for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect(show(userActor('u-x', { role: 'admin' }), subject, meet).name).toBe('Amaranta');
  }
  const former = context({ isPrivate: true, viewer: null, subject: null });
  expect(show(viewer, subject, former).restrictedHigher).toBe(true);
  expect(show(userActor('u-high'), subject, former).name).toBe('Amaranta');
});

test('a former member remains hidden under the same id where they were hidden, and is named elsewhere', () => {
  const left = { subject: null, formerLevel: 3 };
  const shown = show(viewer, subject, context(left));
  expect(shown).toMatchObject({ restrictedHigher: true, canMessage: false, id: show(viewer, subject, context()).id });
  for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
    expect(JSON.stringify(shown)).not.toContain(secret);
  const named = { name: 'Amaranta', restrictedHigher: false };
  for (const met of [{ role: 'member', levelOrder: 3 } as const, { role: 'officer', levelOrder: 1 } as const])
    expect(show(viewer, subject, context({ ...left, viewer: met }))).toMatchObject(named);
  expect(show(viewer, subject, context({ subject: null }))).toMatchObject(named);
  expect(show(viewer, subject, context({ formerLevel: 3, subject: { role: 'member', levelOrder: 1 } }))).toMatchObject(
    named,
  );
});

test('a person is never hidden from themself or from a site admin', () => {
  expect(show(userActor('u-high'), subject, context()).name).toBe('Amaranta');
  expect(show(userActor('u-x', { role: 'admin' }), subject, context()).name).toBe('Amaranta');
});

test('a member below the viewer is named and marked restrictedLower', () => {
  const shown = show(
    viewer,
    subject,
    context({ viewer: { role: 'member', levelOrder: 4 }, subject: { role: 'member', levelOrder: 2 } }),
  );
  expect(shown).toMatchObject({ name: 'Amaranta', restrictedLower: true, restrictedHigher: false });
});

test.each<[string, boolean, Partial<ViewContext>]>([
  ['members of one level', true, { viewer: { role: 'member', levelOrder: 3 } }],
  ['a member and an officer', true, { subject: { role: 'officer', levelOrder: 3 } }],
  ['a member and one of a higher level', false, {}],
  ['a member and one of a lower level', false, { viewer: { role: 'member', levelOrder: 4 } }],
  ['a member and a former one', false, { subject: null }],
  ['an owner and a former member', false, { viewer: { role: 'owner', levelOrder: 1 }, subject: null }],
  ['a non-member and a member', false, { viewer: null, isHominini: true }],
])('canMessage between %s: %s', (_who, may, more) => {
  const met = context(more);
  expect(show(viewer, subject, met).canMessage).toBe(may);
  const back = context({ ...more, viewer: met.subject, subject: met.viewer });
  expect(show(userActor('u-high'), { ...subject, id: 'u-low' }, back).canMessage).toBe(may);
});

test('canMessage is false for non-member admins, oneself and outside of tribes', () => {
  const outside = context({ viewer: null });
  expect(show(userActor('u-x', { role: 'admin' }), subject, outside).canMessage).toBe(false);
  const equals = context({ viewer: { role: 'member', levelOrder: 3 } });
  expect(show(userActor('u-high'), subject, equals).canMessage).toBe(false);
  expect(show(viewer, subject, null).canMessage).toBe(false);
});

test('only site admins and moderators of the tribe see an email address', () => {
  const equals = context({ viewer: { role: 'member', levelOrder: 3 } });
  expect(show(viewer, subject, equals)).not.toHaveProperty('email');
  expect(show(viewer, subject, null)).not.toHaveProperty('email');
  const officer = context({ viewer: { role: 'officer', levelOrder: 1 } });
  expect(show(viewer, subject, officer).email).toBe('amaranta@tribus.test');
  expect(show(userActor('a', { role: 'admin' }), subject, null).email).toBe('amaranta@tribus.test');
});

test('a deleted person has no name', () => {
  const shown = show(viewer, { ...subject, isDeleted: true }, null);
  expect(shown).toMatchObject({ name: 'Usuario eliminado', id: 'deleted', avatarUrl: null });
});

const globalBlocks = new TribeUserSet([{ userId: 'u-high', tribeId: 0 }]);
const tribeBlocks = new TribeUserSet([{ userId: 'u-high', tribeId: 100 }]);
const equals = context({ viewer: { role: 'member', levelOrder: 3 } });

test('a blocked user is not presented, in a tribe or outside of any', () => {
  expect(people.presentUser({ actor: viewer, blocks: globalBlocks }, subject, equals)).toBeUndefined();
  expect(people.presentUser({ actor: viewer, blocks: globalBlocks }, subject, null)).toBeUndefined();
});

test('a block by name does not apply where the viewer sees only a pseudonym', () => {
  const shown = people.presentUser({ actor: viewer, blocks: globalBlocks }, subject, context());
  expect(shown).toEqual(show(viewer, subject, context()));
});

test('a block of a hidden member applies in that tribe only', () => {
  const shownTo = { actor: viewer, blocks: tribeBlocks };
  expect(people.presentUser(shownTo, subject, context())).toBeUndefined();
  expect(people.presentUser(shownTo, subject, context({ tribeId: 101 }))).toBeDefined();
  expect(people.presentUser(shownTo, subject, null)).toBeDefined();
});

test('moderators and site admins see blocked users, but cannot message them', () => {
  const asOfficer = context({ viewer: { role: 'officer', levelOrder: 1 } });
  const shown = people.presentUser({ actor: viewer, blocks: globalBlocks }, subject, asOfficer);
  expect(shown).toMatchObject({ name: 'Amaranta', canMessage: false });
  const admin = userActor('u-low', { role: 'admin' });
  expect(people.presentUser({ actor: admin, blocks: globalBlocks }, subject, null)).toMatchObject({ name: 'Amaranta' });
});

test('the placeholder for a hidden user has no identity', () => {
  expect(people.presentUnavailable(viewer)).toMatchObject({ id: 'unavailable', name: 'Persona no disponible' });
});
