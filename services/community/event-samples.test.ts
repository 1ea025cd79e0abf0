import { expect, test } from '@jest/globals';
import { CaseDecided, PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import { CaseAction, ReportedKind } from '@tribus/proto/content/v1/types.ts';
import { AuditRecorded, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { eventTypes, samplesOf } from './testing/event-samples.ts';

test('every event type has samples that survive encoding and decoding', () => {
  expect(eventTypes.size).toBeGreaterThan(0);
  for (const type of eventTypes.values())
    for (const sample of samplesOf(type)) expect(type.decode(type.encode(sample).finish())).toEqual(sample);
});

test('samples combine each value of an enum with each value of every other', () => {
  const pairs = new Set(samplesOf(CaseDecided).map(({ kind, action }) => `${kind} ${action}`));
  for (const kind of Object.values(ReportedKind))
    for (const action of Object.values(CaseAction)) expect(pairs).toContain(`${kind} ${action}`);
});

test('ids of samples are unique, and each optional field is empty once', () => {
  const ids = samplesOf(PostAnnounced).flatMap(({ postId, authorId }) => [postId, authorId]);
  const [present, empty] = [ids.filter((id) => id !== ''), ids.filter((id) => id === '')];
  expect(new Set(present).size).toBe(present.length);
  expect(empty).toHaveLength(2);
  expect(samplesOf(SubmissionReviewed).filter(({ reviewedById }) => reviewedById === '')).toHaveLength(1);
});

test('samples fill messages nested in events', () => {
  expect(samplesOf(AuditRecorded)[0]).toMatchObject({ entry: { before: '{}', after: '{}' } });
});
