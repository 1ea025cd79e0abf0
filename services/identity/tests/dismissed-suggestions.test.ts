import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { dismissedSuggestionsMax } from '../limits.ts';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const path = (kind: 'tribes' | 'people' | 'tags', value: string | number) =>
  `/auth/me/dismissed-suggestions/${kind}/${encodeURIComponent(value)}`;
const dismissedBy = ({ id }: { id: string }) => bench.rpc.listDismissedSuggestions({ userId: id });
const none = { tribeIds: [], userIds: [], tags: [] };

test('tribes, people and tags are dismissed and restored, for one user only', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  const paths = [path('tribes', 7), path('people', luis.id), path('tags', '#Pan Casero')];
  for (const each of [...paths, ...paths]) expect((await as(ana).put(each)).status).toBe(200);
  expect(await dismissedBy(ana)).toEqual({ tribeIds: [7], userIds: [luis.id], tags: ['pan-casero'] });
  expect(await dismissedBy(luis)).toEqual(none);
  for (const each of [...paths, ...paths]) expect((await as(ana).delete(each)).status).toBe(200);
  expect(await dismissedBy(ana)).toEqual(none);
  expect(await dismissedBy({ id: 'nobody' })).toEqual(none);
});

test('an unknown person, an empty tag and a visitor are refused', async () => {
  const ana = await bench.register();
  for (const id of [crypto.randomUUID(), 'nobody']) expect((await as(ana).put(path('people', id))).status).toBe(404);
  expect((await as(ana).put(path('tags', '火'))).status).toBe(400);
  for (const each of [path('tribes', 7), path('people', ana.id), path('tags', 'pan')])
    expect((await bench.service.as().put(each)).status).toBe(401);
  expect(await dismissedBy(ana)).toEqual(none);
});

test('a further suggestion than the limit replaces the oldest, and a repeated one is the newest', async () => {
  const ana = await bench.register();
  const { db } = await bench.openDatabase();
  const rows = Array.from({ length: dismissedSuggestionsMax }, (_, index) => ({
    userId: ana.id,
    kind: 'tribe' as const,
    value: String(index + 1),
    personId: null,
    dismissedAt: new Date(Date.UTC(2020, 0, 1) + index * 1_000),
  }));
  await db.insertInto('dismissedSuggestions').values(rows).execute();
  await as(ana).put(path('tribes', 1));
  await Promise.all(['pan', 'masa', 'trigo'].map((tag) => as(ana).put(path('tags', tag))));
  const { tribeIds, tags } = await dismissedBy(ana);
  expect(tags.toSorted()).toEqual(['masa', 'pan', 'trigo']);
  expect(tribeIds).toHaveLength(dismissedSuggestionsMax - 3);
  expect([1, 2, 3, 4, 5].filter((id) => tribeIds.includes(id))).toEqual([1, 5]);
});

test('they are deleted with the account, the suggested person and the tribe', async () => {
  const [ana, luis, eva] = [await bench.register(), await bench.register(), await bench.register()];
  await as(ana).put(path('people', luis.id));
  await as(ana).put(path('tribes', 31));
  await as(ana).put(path('tags', 'pan'));
  await as(eva).put(path('tribes', 32));
  await as(luis).delete('/auth/me/account', { confirmPassword: password });
  await bench.publish(TribeDeleted, { tribeId: 31 });
  await bench.jobsDone();
  expect(await dismissedBy(ana)).toEqual({ ...none, tags: ['pan'] });
  await as(ana).delete('/auth/me/account', { confirmPassword: password });
  await bench.jobsDone();
  expect(await dismissedBy(ana)).toEqual(none);
  expect(await dismissedBy(eva)).toEqual({ ...none, tribeIds: [32] });
});
