import { expect, test } from '@jest/globals';
import type { Schema } from '../../lib/contract.ts';
import { describeConsequence } from './consequences.ts';

type OwnDecision = Schema<'OwnDecision'>;

const createdAt = '2026-01-01T00:00:00.000Z';
const hidden = { hidden: 'moderator' } as const;
const removed = { hidden: 'removed' } as const;
const appeal = { appeal: { text: 'Era una cita', createdAt } };

function decided(actions: Schema<'CaseAction'>[], change: Partial<OwnDecision>): OwnDecision {
  return {
    caseId: 'c1',
    kind: 'post',
    postKind: 'post',
    postId: 'p1',
    tribe: null,
    text: 'Hola',
    shadows: [],
    hidden: null,
    isGone: false,
    decisions: actions.map((action) => ({
      action,
      reason: 'spam',
      message: '',
      bySite: false,
      editedMeanwhile: false,
      createdAt,
    })),
    appeal: null,
    textsDeletedAt: null,
    mayAppealUntil: null,
    ...change,
  };
}

test.each<[string, Schema<'CaseAction'>[], Partial<OwnDecision>, string]>([
  ['reports have hidden it', [], { hidden: 'reports' }, 'hidden'],
  ['it is hidden until an edit', ['hide'], hidden, 'hide'],
  ['it was edited', ['hide'], {}, 'edited'],
  ['an appeal is open', ['hide'], { ...hidden, ...appeal }, 'appealed'],
  ['it was edited while an appeal is open', ['hide'], appeal, 'edited'],
  ['its appeal was refused', ['hide', 'uphold'], { ...hidden, ...appeal }, 'uphold'],
  ['it was edited after its appeal was refused', ['hide', 'uphold'], appeal, 'edited'],
  ['its appeal was granted', ['hide', 'overturn'], appeal, 'overturn'],
  ['it was edited, and reports have hidden it again', ['hide'], { hidden: 'reports' }, 'hidden'],
  ['it was hidden, and its author deleted it', ['hide'], { isGone: true }, 'gone'],
  ['it was removed and may be appealed', ['remove'], { ...removed, mayAppealUntil: createdAt }, 'remove'],
  ['it was removed finally', ['remove'], removed, 'removed'],
  ['an appeal against its removal is open', ['remove'], { ...removed, ...appeal }, 'appealed'],
])('when %s, its author sees the current state', (_when, actions, change, consequence) => {
  expect(describeConsequence(decided(actions, change))).toBe(consequence);
});
