import { expect, test } from '@jest/globals';
import type { Authority } from '@tribus/community/authority.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { appealForOthersHours } from '../limits.ts';
import { actionsIn, refusalOf } from './case-rules.ts';

const post = { status: 'open', kind: 'post', objectDeleted: false, authorId: 'ana' } as const;

test.each([
  ['a post', {}, true, ['keep', 'warn', 'hide', 'remove', 'ban']],
  ['a post of whom nobody may ban there', {}, false, ['keep', 'warn', 'hide', 'remove']],
  ['a post that its author deleted', { objectDeleted: true }, true, ['keep', 'warn', 'ban']],
  ['a post whose author is gone', { authorId: '' }, false, ['keep', 'hide', 'remove']],
  ['a comment', { kind: 'comment' }, false, ['keep', 'warn', 'remove']],
  ['a picture of a tribe', { kind: 'tribe_media' }, false, ['keep', 'warn', 'remove']],
  ['a message of a chat', { kind: 'chat_message' }, true, ['keep', 'warn', 'remove', 'ban']],
  ['a direct message', { kind: 'direct_message' }, false, ['keep', 'warn', 'remove']],
  ['a person', { kind: 'person' }, true, ['keep', 'warn']],
  ['a tribe', { kind: 'tribe' }, true, ['keep', 'warn']],
  ['an appeal', { status: 'appealed' }, true, ['uphold', 'overturn']],
  ['what was decided', { status: 'decided' }, true, []],
  ['what is closed', { status: 'closed' }, true, []],
] as const)('what may be decided about %s', (_what, facts, mayBan, actions) => {
  expect(actionsIn({ ...post, ...facts }, mayBan)).toEqual(actions);
});

const changedAt = new Date('2030-05-01T12:00:00Z');
const after = (hours: number) => new Date(changedAt.getTime() + hours * 60 * 60 * 1000);
const decided = (authority: Authority | null, decidedBy = 'olga', bySite = false) => ({ authority, decidedBy, bySite });
const officer = { authority: 'officer', hasReported: false, decisions: [], now: changedAt } as const;
const owner = { ...officer, authority: 'owner' } as const;
const appealed = { status: 'appealed' } as const;

test.each([
  ['a moderator decides what waits', {}, officer, null],
  ['who reported it does not decide', {}, { ...owner, hasReported: true }, 'own_report'],
  [
    'an officer changes nothing that the owner decided',
    {},
    { ...officer, decisions: [decided('owner')] },
    'decided_above',
  ],
  [
    'an officer changes nothing that site admins decided',
    {},
    { ...officer, decisions: [decided('admin')] },
    'decided_above',
  ],
  ['the owner changes what an officer decided', {}, { ...owner, decisions: [decided('officer')] }, null],
  [
    'what was decided before it was noted as whom was an officer’s',
    {},
    { ...officer, decisions: [decided(null)] },
    null,
  ],
  ['or the site’s', {}, { ...owner, decisions: [decided(null, 'olga', true)] }, 'decided_above'],
  ['an appeal is answered by another', appealed, { ...owner, decisions: [decided('owner', 'leo')] }, null],
  ['not by who decided', appealed, { ...owner, decisions: [decided('owner', 'eva')] }, 'appeal_for_others'],
  [
    'unless nobody else has for days',
    appealed,
    { ...owner, decisions: [decided('owner', 'eva')], now: after(appealForOthersHours) },
    null,
  ],
  [
    'and no hour before',
    appealed,
    { ...owner, decisions: [decided('owner', 'eva')], now: after(appealForOthersHours - 1) },
    'appeal_for_others',
  ],
  ['what does not wait is refused to nobody', { status: 'decided' }, { ...officer, hasReported: true }, null],
] as const)('%s', (_what, found, facts, refusal) => {
  expect(refusalOf(userActor('eva'), { status: 'open', changedAt, ...found }, facts)).toBe(refusal);
});

test('a site admin decides also what they reported: they are the last to decide', () => {
  const admin = userActor('eva', { role: 'admin' });
  const facts = { ...officer, authority: 'admin', hasReported: true } as const;
  expect(refusalOf(admin, { status: 'open', changedAt }, facts)).toBeNull();
});
