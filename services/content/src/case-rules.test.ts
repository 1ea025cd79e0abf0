import { expect, test } from '@jest/globals';
import type { Authority } from '@tribus/community/authority.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { appealForOthersHours } from '../limits.ts';
import { actionsIn, findRefusal } from './case-rules.ts';

const post = { status: 'open', kind: 'post', objectDeleted: false, authorId: 'ana' } as const;

test.each([
  ['a post', {}, true, ['keep', 'warn', 'hide', 'remove', 'ban']],
  ['a post whose author cannot be banned', {}, false, ['keep', 'warn', 'hide', 'remove']],
  ['a post that its author deleted', { objectDeleted: true }, true, ['keep', 'warn', 'ban']],
  ['a post of a deleted author', { authorId: '' }, false, ['keep', 'hide', 'remove']],
  ['a comment', { kind: 'comment' }, false, ['keep', 'warn', 'remove']],
  ['a picture of a tribe', { kind: 'tribe_media' }, false, ['keep', 'warn', 'remove']],
  ['a message of a chat', { kind: 'chat_message' }, true, ['keep', 'warn', 'remove', 'ban']],
  ['a direct message', { kind: 'direct_message' }, false, ['keep', 'warn', 'remove']],
  ['a person', { kind: 'person' }, true, ['keep', 'warn']],
  ['a tribe', { kind: 'tribe' }, true, ['keep', 'warn']],
  ['an appeal', { status: 'appealed' }, true, ['uphold', 'overturn']],
  ['a decided case', { status: 'decided' }, true, []],
  ['a closed case', { status: 'closed' }, true, []],
] as const)('the available actions for %s', (_what, facts, mayBan, actions) => {
  expect(actionsIn({ ...post, ...facts }, mayBan)).toEqual(actions);
});

const changedAt = new Date('2030-05-01T12:00:00Z');
const after = (hours: number) => new Date(changedAt.getTime() + hours * hourMs);
const decided = (authority: Authority | null, decidedBy = 'olga', bySite = false) => ({ authority, decidedBy, bySite });
const officer = { authority: 'officer', hasReported: false, decisions: [], now: changedAt } as const;
const owner = { ...officer, authority: 'owner' } as const;
const appealed = { status: 'appealed' } as const;

test.each([
  ['a moderator may decide a waiting case', {}, officer, null],
  ['a moderator may not decide a case that they reported', {}, { ...owner, hasReported: true }, 'own_report'],
  [
    'an officer may not change a decision of the owner',
    {},
    { ...officer, decisions: [decided('owner')] },
    'decided_above',
  ],
  [
    'an officer may not change a decision of site admins',
    {},
    { ...officer, decisions: [decided('admin')] },
    'decided_above',
  ],
  ['the owner may change a decision of an officer', {}, { ...owner, decisions: [decided('officer')] }, null],
  ['an old decision without an authority counts as an officer’s', {}, { ...officer, decisions: [decided(null)] }, null],
  [
    'an old decision of the site without an authority counts as a site admin’s',
    {},
    { ...owner, decisions: [decided(null, 'olga', true)] },
    'decided_above',
  ],
  ['another moderator may decide an appeal', appealed, { ...owner, decisions: [decided('owner', 'leo')] }, null],
  [
    'a moderator may not decide an appeal against their own decision',
    appealed,
    { ...owner, decisions: [decided('owner', 'eva')] },
    'appeal_for_others',
  ],
  [
    'a moderator may decide an appeal against their own decision after 72 hours',
    appealed,
    { ...owner, decisions: [decided('owner', 'eva')], now: after(appealForOthersHours) },
    null,
  ],
  [
    'a moderator may not decide an appeal against their own decision after 71 hours',
    appealed,
    { ...owner, decisions: [decided('owner', 'eva')], now: after(appealForOthersHours - 1) },
    'appeal_for_others',
  ],
  ['a decided case has no refusal', { status: 'decided' }, { ...officer, hasReported: true }, null],
] as const)('%s', (_what, found, facts, refusal) => {
  expect(findRefusal(userActor('eva'), { status: 'open', changedAt, ...found }, facts)).toBe(refusal);
});

test('a site admin may decide a case that they reported, as the last instance', () => {
  const admin = userActor('eva', { role: 'admin' });
  const facts = { ...officer, authority: 'admin', hasReported: true } as const;
  expect(findRefusal(admin, { status: 'open', changedAt }, facts)).toBeNull();
});
