import { expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { Membership } from './membership.ts';
import { isHidden } from './user-presenter.ts';
import { contextOf, namesDependOnLevel } from './view-context.ts';

const membership = (more: Partial<Membership>, tribe: Partial<Tribe>): Membership => ({
  tribe: Tribe.fromPartial({ id: 7, ...tribe }),
  status: 'active',
  role: 'member',
  levelOrder: 2,
  restrictedUntil: '',
  formerLevelOrder: 0,
  ...more,
});
const none = { status: 'none', role: 'none', levelOrder: 0 } as const;
const roles = [
  ['a member', userActor('ana'), {}],
  ['an officer', userActor('ana'), { role: 'officer' }],
  ['a person outside', userActor('ana'), none],
  ['an admin', userActor('ana', { role: 'admin' }), none],
] as const;
const kinds = [
  ['public', {}],
  ['private', { isPrivate: true }],
  ['hominini', { isHominini: true }],
] as const;

const cases = roles.flatMap(([who, viewer, own]) =>
  kinds.map(([kind, tribe]) => [who, kind, viewer, own, tribe] as const),
);

test.each(cases)(
  'whether %s of a %s tribe needs the levels of others to see their names',
  (_who, _kind, viewer, own, tribe) => {
    const ownMembership = membership(own, tribe);
    const hidesAt = (subject: Membership | undefined) =>
      isHidden(viewer, { id: 'leo' }, contextOf(7, subject, ownMembership));
    const answers = [undefined, ...[1, 9].map((levelOrder) => membership({ levelOrder }, tribe))].map(hidesAt);
    expect(namesDependOnLevel(viewer, ownMembership)).toBe(new Set(answers).size > 1);
  },
);
