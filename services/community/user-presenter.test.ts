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

/** Somebody between whom and the viewer no block stands. */
function show(actor: Actor, who: Subject, where: ViewContext | null): Person {
  const shown = people.presentUser({ actor, blocks: noUsers }, who, where);
  if (!shown) throw new Error('left out without a block');
  return shown;
}

test('a member of a higher level is shown without anything that names them', () => {
  const shown = show(viewer, subject, context());
  expect(shown).toMatchObject({ restrictedHigher: true, avatarUrl: 'emoji:🕶️', levelOrder: 3 });
  for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

test('the pseudonym is the same for one viewer and tribe, and another for everyone else', () => {
  const id = (by = viewer, tribeId = 100) => show(by, subject, context({ tribeId })).id;
  expect(id()).toBe(id());
  expect(id(userActor('u-other'))).not.toBe(id());
  expect(id(viewer, 101)).not.toBe(id());
});

test.each<[string, Partial<ViewContext>]>([
  ['in hominini nobody is hidden', { isHominini: true }],
  ['owners see everybody', { viewer: { role: 'owner', levelOrder: 1 } }],
  ['officers see everybody', { viewer: { role: 'officer', levelOrder: 1 } }],
  ['owners are shown to all', { subject: { role: 'owner', levelOrder: 5 } }],
  ['officers are shown to all', { subject: { role: 'officer', levelOrder: 5 } }],
  ['equals see each other', { viewer: { role: 'member', levelOrder: 3 } }],
])('%s', (_what, more) => {
  expect(show(viewer, subject, context(more))).toMatchObject({
    name: 'Amaranta',
    restrictedHigher: false,
  });
});

test('who is no member of a private tribe learns no name there, not even those of its owner and its officers', () => {
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

test('who left is hidden from those whom they were hidden from, by the same id, and named to the others', () => {
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

test('one is never hidden from oneself, nor from a site admin', () => {
  expect(show(userActor('u-high'), subject, context()).name).toBe('Amaranta');
  expect(show(userActor('u-x', { role: 'admin' }), subject, context()).name).toBe('Amaranta');
});

test('a member below the viewer is named but marked', () => {
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
  ['a member and one who is above', false, {}],
  ['a member and one who is below', false, { viewer: { role: 'member', levelOrder: 4 } }],
  ['a member and one who has left', false, { subject: null }],
  ['an owner and one who has left', false, { viewer: { role: 'owner', levelOrder: 1 }, subject: null }],
  ['somebody from outside and a member', false, { viewer: null, isHominini: true }],
])('whether %s may write to each other is told: %s', (_who, may, more) => {
  const met = context(more);
  expect(show(viewer, subject, met).canMessage).toBe(may);
  const back = context({ ...more, viewer: met.subject, subject: met.viewer });
  expect(show(userActor('u-high'), { ...subject, id: 'u-low' }, back).canMessage).toBe(may);
});

test('a site admin who is no member is offered no message, nor is anybody to themself or outside of tribes', () => {
  const outside = context({ viewer: null });
  expect(show(userActor('u-x', { role: 'admin' }), subject, outside).canMessage).toBe(false);
  const equals = context({ viewer: { role: 'member', levelOrder: 3 } });
  expect(show(userActor('u-high'), subject, equals).canMessage).toBe(false);
  expect(show(viewer, subject, null).canMessage).toBe(false);
});

test('an e-mail address is for site admins and the moderators of the tribe only', () => {
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

const apart = new TribeUserSet([{ userId: 'u-high', tribeId: 0 }]);
const apartThere = new TribeUserSet([{ userId: 'u-high', tribeId: 100 }]);
const equals = context({ viewer: { role: 'member', levelOrder: 3 } });

test('whoever a block stands between is not presented, in a tribe or outside of any', () => {
  expect(people.presentUser({ actor: viewer, blocks: apart }, subject, equals)).toBeUndefined();
  expect(people.presentUser({ actor: viewer, blocks: apart }, subject, null)).toBeUndefined();
});

test('a block by name changes nothing where the viewer sees no name: who vanished would have one', () => {
  const shown = people.presentUser({ actor: viewer, blocks: apart }, subject, context());
  expect(shown).toEqual(show(viewer, subject, context()));
});

test('a block of a hidden member holds in that tribe alone', () => {
  const shownTo = { actor: viewer, blocks: apartThere };
  expect(people.presentUser(shownTo, subject, context())).toBeUndefined();
  expect(people.presentUser(shownTo, subject, context({ tribeId: 101 }))).toBeDefined();
  expect(people.presentUser(shownTo, subject, null)).toBeDefined();
});

test('who moderates the tribe and site admins see whom they blocked, but do not write to them', () => {
  const asOfficer = context({ viewer: { role: 'officer', levelOrder: 1 } });
  const shown = people.presentUser({ actor: viewer, blocks: apart }, subject, asOfficer);
  expect(shown).toMatchObject({ name: 'Amaranta', canMessage: false });
  const admin = userActor('u-low', { role: 'admin' });
  expect(people.presentUser({ actor: admin, blocks: apart }, subject, null)).toMatchObject({ name: 'Amaranta' });
});

test('in the place of somebody who is not shown there is nobody', () => {
  expect(people.presentNobody(viewer)).toMatchObject({ id: 'unavailable', name: 'Persona no disponible' });
});
