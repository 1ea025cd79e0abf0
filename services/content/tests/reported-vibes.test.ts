import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CaseDecided, ContentHidden, ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { report, resolve, caseIn, reportedPost } = moderationOn(() => bench);

test('events about a reported vibe distinguish it from other posts', async () => {
  const { tribeId, owner, author, member, found } = await reportedPost();
  await resolve(owner, found.id, 'remove');
  const vibe = await bench.publishPost(author, tribeId, { kind: 'story', tags: 'epic' }, 1);
  await report(member, vibe.id);
  await resolve(owner, (await caseIn(tribeId, owner)).id, 'remove');
  const kinds = await Promise.all(
    [CaseDecided, ReportResolved, ContentHidden].map(async (type) =>
      (await bench.eventsOf<{ tribeId: number; postKind: string }>(type, tribeId)).map(({ postKind }) => postKind),
    ),
  );
  expect(kinds).toEqual(Array(3).fill(['post', 'story']));
});
