import { expect, test } from '@jest/globals';
import { computeReportWeight, isEnoughToHide, type ReportedAuthor, type Reporter } from './report-weight.ts';

const ofMember: ReportedAuthor = { isModerator: false };
const ofModerator: ReportedAuthor = { isModerator: true };
const member: Reporter = { levelOrder: 1, isNew: false, upheld: 0, dismissed: 0 };

test.each<[string, Partial<Reporter>, number]>([
  ['a member of the first level', {}, 10],
  ['a member of a higher level', { levelOrder: 4 }, 14],
  ['one above the last level of the table', { levelOrder: 9 }, 16],
  ['a non-member', { levelOrder: 0 }, 3],
  ['a new account, whatever its level', { isNew: true, levelOrder: 5 }, 0],
  ['a member with two dismissed reports, too few to count', { dismissed: 2 }, 10],
  ['a member with three dismissed reports', { dismissed: 3 }, 0],
  ['a member with one of three reports upheld', { upheld: 1, dismissed: 2 }, 4],
  ['a member with half of the reports upheld', { upheld: 2, dismissed: 2 }, 10],
  ['a member with most reports upheld', { upheld: 4, dismissed: 2 }, 15],
])('the weight of a report by %s', (_who, more, weight) => {
  expect(computeReportWeight({ ...member, ...more }, ofMember)).toBe(weight);
});

test('enough weight hides content only when it comes from at least three people', () => {
  expect(isEnoughToHide({ weight: 30, reporters: 3 }, ofMember)).toBe(true);
  expect(isEnoughToHide({ weight: 29, reporters: 3 }, ofMember)).toBe(false);
  expect(isEnoughToHide({ weight: 90, reporters: 2 }, ofMember)).toBe(false);
});

test('hiding a moderator’s content takes twice the weight, and reports of the first level weigh nothing', () => {
  for (const levelOrder of [0, 1]) expect(computeReportWeight({ ...member, levelOrder }, ofModerator)).toBe(0);
  expect(computeReportWeight({ ...member, levelOrder: 2 }, ofModerator)).toBe(11);
  expect(isEnoughToHide({ weight: 59, reporters: 9 }, ofModerator)).toBe(false);
  expect(isEnoughToHide({ weight: 60, reporters: 4 }, ofModerator)).toBe(true);
  expect(isEnoughToHide({ weight: 90, reporters: 2 }, ofModerator)).toBe(false);
});
