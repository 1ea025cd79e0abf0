import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/runtime/actor.ts';
import { UserPresenter, type ViewContext } from './user-presenter.ts';

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
  ...more,
});
const viewer = userActor('u-low');

test('a member of a higher level is shown without anything that names them', () => {
  const shown = people.presentUser(viewer, subject, context());
  expect(shown).toMatchObject({ restrictedHigher: true, avatarUrl: 'emoji:🕶️', levelOrder: 3 });
  for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

test('the pseudonym is the same for one viewer and tribe, and another for everyone else', () => {
  const id = (by = viewer, tribeId = 100) => people.presentUser(by, subject, context({ tribeId })).id;
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
  expect(people.presentUser(viewer, subject, context(more))).toMatchObject({
    name: 'Amaranta',
    restrictedHigher: false,
  });
});

test('who is no member of a private tribe learns no name there, not even those of its owner and its officers', () => {
  for (const role of ['owner', 'officer', 'member'] as const) {
    const meet = context({ isPrivate: true, viewer: null, subject: { role, levelOrder: 1 } });
    const shown = people.presentUser(viewer, subject, meet);
    expect(shown).toMatchObject({ name: 'Miembro de la tribu', restrictedHigher: true });
    for (const secret of ['u-high', 'Amaranta', 'amaranta', 'proxy-media'])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect(people.presentUser(userActor('u-x', { role: 'admin' }), subject, meet).name).toBe('Amaranta');
  }
  const former = context({ isPrivate: true, viewer: null, subject: null });
  expect(people.presentUser(viewer, subject, former).restrictedHigher).toBe(true);
  expect(people.presentUser(userActor('u-high'), subject, former).name).toBe('Amaranta');
});

test('one is never hidden from oneself, nor from a site admin', () => {
  expect(people.presentUser(userActor('u-high'), subject, context()).name).toBe('Amaranta');
  expect(people.presentUser(userActor('u-x', { role: 'admin' }), subject, context()).name).toBe('Amaranta');
});

test('a member below the viewer is named but marked', () => {
  const shown = people.presentUser(
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
  expect(people.presentUser(viewer, subject, met).canMessage).toBe(may);
  const back = context({ ...more, viewer: met.subject, subject: met.viewer });
  expect(people.presentUser(userActor('u-high'), { ...subject, id: 'u-low' }, back).canMessage).toBe(may);
});

test('a site admin who is no member is offered no message, nor is anybody to themself or outside of tribes', () => {
  const outside = context({ viewer: null });
  expect(people.presentUser(userActor('u-x', { role: 'admin' }), subject, outside).canMessage).toBe(false);
  const equals = context({ viewer: { role: 'member', levelOrder: 3 } });
  expect(people.presentUser(userActor('u-high'), subject, equals).canMessage).toBe(false);
  expect(people.presentUser(viewer, subject, null).canMessage).toBe(false);
});

test('an e-mail address is for site admins and the moderators of the tribe only', () => {
  const equals = context({ viewer: { role: 'member', levelOrder: 3 } });
  expect(people.presentUser(viewer, subject, equals)).not.toHaveProperty('email');
  expect(people.presentUser(viewer, subject, null)).not.toHaveProperty('email');
  const officer = context({ viewer: { role: 'officer', levelOrder: 1 } });
  expect(people.presentUser(viewer, subject, officer).email).toBe('amaranta@tribus.test');
  expect(people.presentUser(userActor('a', { role: 'admin' }), subject, null).email).toBe('amaranta@tribus.test');
});

test('a deleted person has no name', () => {
  const shown = people.presentUser(viewer, { ...subject, isDeleted: true }, null);
  expect(shown).toMatchObject({ name: 'Usuario eliminado', id: 'deleted', avatarUrl: null });
});
