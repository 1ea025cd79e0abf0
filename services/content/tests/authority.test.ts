import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { CaseDecided } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn } = moderationOn(() => bench);
const secondAdmin = userActor('admin-2', { role: 'admin' });
const above = { status: 403, code: 'decided_above' };

async function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
  const other = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const post = await bench.publishPost(author, tribeId, { content: 'dudoso' });
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  const opened = async (by: Actor = member) => {
    await report(by, post.id);
    return caseIn(tribeId, admin);
  };
  const appeal = (id: string) => as(author).post(`/reports/decisions/${id}/appeal`, { text: 'No' });
  return { tribeId, owner, officer, other, author, member, post, path, opened, appeal };
}

test('no moderator of the tribe can overturn a site admin’s removal, and the case offers them no actions', async () => {
  const { owner, officer, member, path, opened, appeal } = await scene();
  const found = await opened();
  await resolve(admin, found.id, 'remove');
  await appeal(found.id);
  for (const moderator of [officer, owner]) {
    for (const action of ['overturn', 'uphold', 'keep'])
      expect(outcomeOf(await resolve(moderator, found.id, action))).toEqual(above);
    const { refusal, actions } = (await as(moderator).get(`/reports/${found.id}`)).body;
    expect({ refusal, actions }).toEqual({ refusal: 'decided_above', actions: [] });
  }
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(secondAdmin).get(`/reports/${found.id}`)).body.actions).toEqual(['uphold', 'overturn']);
  expect((await resolve(secondAdmin, found.id, 'overturn')).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(200);
});

test('an officer cannot overturn a decision of the owner, but can overturn one of another officer', async () => {
  const ofOwner = await scene();
  const first = await ofOwner.opened();
  await resolve(ofOwner.owner, first.id, 'ban', { message: 'Fuera' });
  await ofOwner.appeal(first.id);
  expect(outcomeOf(await resolve(ofOwner.officer, first.id, 'overturn'))).toEqual(above);
  const ofOfficer = await scene();
  const second = await ofOfficer.opened();
  await resolve(ofOfficer.officer, second.id, 'remove');
  await ofOfficer.appeal(second.id);
  expect((await resolve(ofOfficer.other, second.id, 'overturn')).status).toBe(200);
});

test('only its author’s edit shows a post that was hidden until an edit, and the case is reopened', async () => {
  const { tribeId, officer, author, member, path, opened } = await scene();
  const found = await opened();
  await resolve(admin, found.id, 'hide');
  expect((await as(officer).put(path, { content: 'dudoso.' })).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(author).put(path, { content: 'ya no' })).body).toMatchObject({ content: 'ya no', hidden: null });
  expect((await as(member).get(path)).status).toBe(200);
  expect((await caseIn(tribeId, officer)).id).toBe(found.id);
  const again = (await as(admin).get(`/reports/${found.id}`)).body;
  expect(again).toMatchObject({ status: 'open', text: 'dudoso', after: [{ kind: 'post', text: 'ya no' }] });
  expect(outcomeOf(await resolve(officer, found.id, 'keep'))).toEqual(above);
  expect((await resolve(secondAdmin, found.id, 'remove')).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
});

test('an invisible edit does not show a hidden post', async () => {
  const { tribeId, owner, author, member, path, opened } = await scene();
  const found = await opened();
  await resolve(owner, found.id, 'hide');
  for (const content of ['dud\u200boso', ' dudoso \n', 'dudo\u00adso'])
    expect((await as(author).put(path, { content })).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);
});

test('overturning a decision does not show content that another case removed', async () => {
  const { tribeId, officer, other, author, member, path, opened, appeal } = await scene();
  const comment = (await as(member).post(`${path}/comments`, { content: 'ay' })).body;
  const first = await opened();
  await resolve(officer, first.id, 'warn');
  const second = await opened(bench.tribes.addMember(tribeId));
  await resolve(admin, second.id, 'remove');
  await appeal(first.id);
  expect((await resolve(other, first.id, 'overturn')).status).toBe(200);
  for (const viewer of [member, author]) expect((await as(viewer).get(path)).status).toBe(404);
  await appeal(second.id);
  expect((await resolve(secondAdmin, second.id, 'overturn')).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(200);

  await reportComment(author, comment.id);
  const third = await caseIn(tribeId, admin);
  await resolve(officer, third.id, 'warn');
  await reportComment(bench.tribes.addMember(tribeId), comment.id);
  await resolve(admin, (await caseIn(tribeId, admin)).id, 'remove');
  await as(member).post(`/reports/decisions/${third.id}/appeal`, { text: 'No' });
  expect((await resolve(other, third.id, 'overturn')).status).toBe(200);
  expect((await as(author).get(`${path}/comments`)).body.items).toEqual([]);
});

test('content hidden by two cases has the stricter cause, and is shown when neither hides it', async () => {
  const { owner, officer, author, member, path, opened, appeal } = await scene();
  const first = await opened();
  await resolve(owner, first.id, 'hide');
  const second = await opened(officer);
  await resolve(owner, second.id, 'remove');
  await appeal(second.id);
  await resolve(admin, second.id, 'overturn');
  expect((await as(author).get(path)).body.hidden).toBe('moderator');
  expect((await as(member).get(path)).status).toBe(404);
  await as(author).put(path, { content: 'mejor' });
  expect((await as(member).get(path)).status).toBe(200);
});

test('the event of an overturned case states that another case still removes the message', async () => {
  const { tribeId, officer, other, author, member } = await scene();
  const viewers = [member, officer];
  const messageId = bench.messaging.addMessage('chat', author, { tribeId, viewers, content: 'fea' });
  const reported = async (by: Actor) => {
    await as(by).post('/reports/chat', { messageId, reason: 'hate' });
    return (await caseIn(tribeId, admin)).id;
  };
  const first = await reported(member);
  await resolve(other, first, 'warn');
  const second = await reported(officer);
  await resolve(admin, second, 'remove');
  await as(author).post(`/reports/decisions/${first}/appeal`, { text: 'No' });
  await resolve(admin, first, 'overturn');
  const decisions = (await bench.events(CaseDecided)).filter(({ objectId }) => objectId === messageId);
  expect(decisions.map(({ action, objectRemoved }) => [action, objectRemoved])).toEqual([
    ['warn', false],
    ['remove', true],
    ['overturn', true],
  ]);
});

test('a post with a warning is not hidden again by reports, nor one whose edited text was reviewed in an appeal', async () => {
  const { tribeId, owner, author, member, post, path, opened } = await scene();
  const { id } = await opened();
  expect((await resolve(owner, id, 'warn', { reason: 'hate' })).status).toBe(200);
  const reportMore = async () => {
    for (let count = 0; count < 5; count += 1) await report(bench.tribes.addMember(tribeId), post.id);
  };
  await reportMore();
  expect((await as(member).get(path)).status).toBe(200);
  await as(author).post(`/reports/decisions/${id}/appeal`, { text: 'No' });
  bench.clock.advance(hourMs);
  await as(author).put(path, { content: 'lo mismo, mejor dicho' });
  expect((await resolve(admin, id, 'uphold')).status).toBe(200);
  await reportMore();
  expect((await as(member).get(path)).status).toBe(200);
});

test('reports hide a kept post again after it was edited', async () => {
  const { tribeId, owner, author, member, post, path, opened } = await scene();
  await resolve(owner, (await opened()).id, 'keep');
  bench.clock.advance(hourMs);
  await as(author).put(path, { content: 'y ahora sí es un insulto' });
  for (let count = 0; count < 5; count += 1) await report(bench.tribes.addMember(tribeId), post.id);
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(owner).get(path)).body.hidden).toBe('reports');
});

test('no moderator can read or change a case about their own content', async () => {
  const { tribeId, owner, officer } = await scene();
  const officerPost = await bench.publishPost(officer, tribeId);
  await report(bench.tribes.addMember(tribeId), officerPost.id, { description: 'lo que nadie dice a la cara' });
  const found = await caseIn(tribeId, owner);
  await as(owner).post(`/reports/${found.id}/notes`, { text: 'ojo con esta oficial' });
  const path = `/reports/${found.id}`;
  const responses = [
    await as(officer).get(path),
    await as(officer).post(`${path}/assignment`, { assigned: true }),
    await as(officer).post(`${path}/notes`, { text: 'yo' }),
    await resolve(officer, found.id, 'keep'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const { items, waiting } = (await as(officer).get(`/tribes/${tribeId}/reports`)).body;
  expect({ items, waiting }).toEqual({ items: [], waiting: { open: 0, appealed: 0 } });
  await report(owner, officerPost.id);
  expect((await as(owner).get(path)).body).toMatchObject({ notes: [{ text: 'ojo con esta oficial' }] });
});

test('a removal prevails over concurrent edits', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { owner, officer, author, member, path, opened } = await scene();
    await resolve(owner, (await opened()).id, 'hide');
    const second = await opened(officer);
    const edits = (from: number) =>
      Array.from({ length: 6 }, (_, index) => as(author).put(path, { content: `otra vez ${from + index}` }));
    await Promise.all([...edits(0), resolve(admin, second.id, 'remove'), ...edits(6)]);
    for (const viewer of [member, author, owner]) expect((await as(viewer).get(path)).status).toBe(404);
  }
});
