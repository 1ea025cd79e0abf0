import { expect, test } from '@jest/globals';
import { CaseDecided, PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import { CaseAction, ReportedKind } from '@tribus/proto/content/v1/types.ts';
import { AuditRecorded, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { eventTypes, samplesOf } from './testing/event-samples.ts';

test('every event that there is has samples, each of which arrives as it was sent', () => {
  expect(eventTypes.size).toBeGreaterThan(0);
  for (const type of eventTypes.values())
    for (const sample of samplesOf(type)) expect(type.decode(type.encode(sample).finish())).toEqual(sample);
});

test('samples have each value of an enum with each value of another one', () => {
  const pairs = new Set(samplesOf(CaseDecided).map(({ kind, action }) => `${kind} ${action}`));
  for (const kind of Object.values(ReportedKind))
    for (const action of Object.values(CaseAction)) expect(pairs).toContain(`${kind} ${action}`);
});

test('no two samples are about the same, and what may be empty is so once', () => {
  const ids = samplesOf(PostAnnounced).flatMap(({ postId, authorId }) => [postId, authorId]);
  const [given, empty] = [ids.filter((id) => id !== ''), ids.filter((id) => id === '')];
  expect(new Set(given).size).toBe(given.length);
  expect(empty).toHaveLength(2);
  expect(samplesOf(SubmissionReviewed).filter(({ reviewedById }) => reviewedById === '')).toHaveLength(1);
});

test('a message within an event is filled, too', () => {
  expect(samplesOf(AuditRecorded)[0]).toMatchObject({ entry: { before: '{}', after: '{}' } });
});
