import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import {
  CaseDecided,
  ContentHidden,
  ContentShown,
  PostPublished,
  ReportResolved,
  TribeMediaHidden,
} from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;

const decided = (author: Actor, tribeId: number, more: Partial<CaseDecided> = {}): CaseDecided => ({
  caseId: unique('caso'),
  decisionId: unique('decision'),
  kind: 'post',
  postKind: 'post',
  objectId: unique('post'),
  tribeId,
  authorId: author.id,
  action: 'remove',
  reason: 'hate',
  decidedById: 'moderadora',
  wasHidden: false,
  objectRemoved: false,
  ...more,
});

test('an author is notified of a decision and its reason, also as a former member, and never of the decider', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe();
  const event = decided(author, tribeId, { caseId: 'caso-1' });
  const published = await bench.publish(CaseDecided, event);
  await bench.redeliver(published);
  const all = await notificationsOf(author);
  expect(all).toMatchObject([
    {
      type: 'moderation',
      data: {
        caseId: 'caso-1',
        kind: 'post',
        action: 'remove',
        reason: 'hate',
        tribeId,
        tribeName: `Tribu ${tribeId}`,
      },
    },
  ]);
  expect(JSON.stringify(all)).not.toContain('moderadora');
});

test('an author is notified of a keep decision only after the content was hidden', async () => {
  const author = person();
  const tribeId = bench.tribes.createTribe();
  await bench.publish(CaseDecided, decided(author, tribeId, { action: 'keep' }));
  expect(await notificationsOf(author)).toEqual([]);
  await bench.publish(CaseDecided, decided(author, tribeId, { action: 'keep', wasHidden: true }));
  expect(await notificationsOf(author)).toMatchObject([{ type: 'moderation', data: { action: 'keep' } }]);
});

test('a reporter is notified of the result of a report once', async () => {
  const reporter = person();
  const tribeId = bench.tribes.createTribe();
  const event = await bench.publish(ReportResolved, {
    caseId: 'caso',
    reportId: unique('reporte'),
    reporterId: reporter.id,
    kind: 'comment',
    postKind: 'post',
    tribeId,
    upheld: true,
    postId: 'publicación',
  });
  await bench.redeliver(event);
  expect(await notificationsOf(reporter)).toMatchObject([
    { type: 'report_result', data: { kind: 'comment', upheld: true, tribeId, postId: 'publicación' } },
  ]);
});

test('an appeal replaces the result notification of a report, which is unseen again', async () => {
  const reporter = person();
  const report = { caseId: 'caso', reportId: unique('reporte'), reporterId: reporter.id, kind: 'post' as const };
  // As older versions emit it, without the post.
  const missing = { postId: '', postKind: 'none' } as const;
  const resolved = { ...report, ...missing, tribeId: bench.tribes.createTribe() };
  await bench.publish(ReportResolved, { ...resolved, upheld: true });
  await bench.service.as(reporter).post('/notifications/seen');
  await bench.publish(ReportResolved, { ...resolved, upheld: false });
  expect(await notificationsOf(reporter)).toMatchObject([
    { type: 'report_result', seen: false, data: { kind: 'post', postKind: null, upheld: false, postId: null } },
  ]);
});

/** A post of a member, of which a follower is notified. */
async function followedPost() {
  const [author, follower] = [person(), person()];
  const tribeId = bench.tribes.createTribe();
  for (const member of [author, follower]) bench.tribes.setMembership(tribeId, member);
  bench.identity.followers.set(author.id, [follower.id]);
  const postId = unique('post');
  const post = { tribeId, postId, authorId: author.id, authorIsAgent: false, kind: 'post' } as const;
  await bench.publish(PostPublished, { ...post, minLevelOrder: 1, mediaCount: 0 });
  const counts = async () => [(await notificationsOf(follower)).length, await unseen(follower)];
  expect(await counts()).toEqual([1, 1]);
  const address = { tribeId, postId, commentId: '', authorId: author.id, minLevelOrder: 1, postAuthorId: '' };
  return {
    author,
    counts,
    address,
    hidden: { ...address, postKind: 'post', caseId: 'caso', cause: 'reports', wasHidden: false } as const,
  };
}

test("a hidden post's notifications are hidden, and its author is notified", async () => {
  const { author, counts, address, hidden } = await followedPost();
  await bench.publish(ContentHidden, hidden);
  expect(await counts()).toEqual([0, 0]);
  expect(await notificationsOf(author)).toMatchObject([
    { type: 'moderation', data: { action: 'hidden', reason: null } },
  ]);
  await bench.publish(ContentShown, address);
  expect(await counts()).toEqual([1, 1]);
});

test("a hidden comment's author is notified, and the notifications of its post change with the post only", async () => {
  const { counts, address, hidden } = await followedPost();
  const writer = person();
  const comment = { commentId: unique('comentario'), authorId: writer.id };
  await bench.publish(ContentHidden, { ...hidden, ...comment });
  expect(await notificationsOf(writer)).toMatchObject([{ data: { kind: 'comment', action: 'hidden' } }]);
  expect(await counts()).toEqual([1, 1]);
  await bench.publish(ContentHidden, hidden);
  await bench.publish(ContentShown, { ...address, ...comment });
  expect(await counts()).toEqual([0, 0]);
});

test('the uploader of a picture hidden by reports is notified; a removed one is notified by the decision only', async () => {
  const author = person();
  const hidden = { tribeId: bench.tribes.createTribe(), mediaId: unique('imagen'), uploaderId: author.id };
  await bench.publish(TribeMediaHidden, { ...hidden, caseId: 'caso', cause: 'removed' });
  await bench.publish(TribeMediaHidden, { ...hidden, caseId: 'caso', cause: 'reports' });
  expect(await notificationsOf(author)).toMatchObject([
    { type: 'moderation', data: { kind: 'tribe_media', action: 'hidden', caseId: 'caso', reason: null } },
  ]);
});

test('notifications about a vibe name it as one, to its author and to who reported it', async () => {
  const [author, reporter] = [person(), person()];
  const tribeId = bench.tribes.createTribe();
  const vibe = { kind: 'post', postKind: 'story' } as const;
  const about = { caseId: 'caso', tribeId, postId: unique('post'), postKind: 'story' } as const;
  const hidden = { ...about, authorId: author.id, cause: 'reports' } as const;
  await bench.publish(ContentHidden, ContentHidden.fromPartial(hidden));
  await bench.publish(CaseDecided, decided(author, tribeId, vibe));
  const reported = { reportId: unique('reporte'), reporterId: reporter.id, upheld: true };
  await bench.publish(ReportResolved, { ...about, ...reported, kind: 'post' });
  expect(await notificationsOf(author)).toMatchObject([{ data: vibe }, { data: vibe }]);
  expect(await notificationsOf(reporter)).toMatchObject([{ type: 'report_result', data: vibe }]);
});
