import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { ContentHidden } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench, unknownId } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, caseIn, reportedPost } = moderationOn(() => bench);

function tribeWithPeople() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  return { tribeId, owner, author: bench.tribes.addMember(tribeId), member: bench.tribes.addMember(tribeId) };
}

test('a report needs one of eight reasons and accepts 500 characters, with the texts of the specification', async () => {
  const { tribeId, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId);
  const without = await report(member, post.id, { reason: undefined });
  expect(without).toMatchObject({
    status: 400,
    body: { code: 'report_reason_required', error: 'Por favor selecciona un motivo' },
  });
  expect(await report(member, post.id, { reason: 'aburrido' })).toMatchObject({ status: 400 });
  expect(await report(member, post.id, { description: 'x'.repeat(501) })).toMatchObject({ status: 400 });
  expect(await report(member, post.id, { description: 'x'.repeat(500) })).toMatchObject({
    status: 201,
    body: { message: 'Reporte enviado correctamente' },
  });
});

test('only visible content can be reported, and not one’s own', async () => {
  const { tribeId, author, member, owner } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId);
  const high = await bench.publishPost(owner, tribeId, { content: 'alto', minLevelOrder: '4' });
  expect(outcomeOf(await report(person(), post.id))).toMatchObject({ status: 404 });
  expect(outcomeOf(await report(visitorActor(), post.id))).toMatchObject({ status: 401 });
  expect(outcomeOf(await report(member, high.id))).toMatchObject({ status: 404 });
  for (const id of [unknownId, 'nada']) expect(outcomeOf(await report(member, id))).toMatchObject({ status: 404 });
  expect(outcomeOf(await report(author, post.id))).toEqual({ status: 400, code: 'report_own' });
});

test('a post can be reported when its author’s name is hidden from the reporter', async () => {
  const { tribeId, member } = tribeWithPeople();
  const senior = bench.tribes.addMember(tribeId, { levelOrder: 3 });
  const post = await bench.publishPost(senior, tribeId);
  const seen = await as(member).get(`/tribes/${tribeId}/posts/${post.id}`);
  expect(seen.body.user.restrictedHigher).toBe(true);
  expect(outcomeOf(await report(member, post.id))).toMatchObject({ status: 201 });
});

test('a user has one open report per object, even when sent concurrently, and all its reports belong to one case', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId, { content: 'esto molesta' });
  const others = [1, 2, 3, 4].map(() => bench.tribes.addMember(tribeId, { status: 'active' }));
  const responses = await Promise.all([...Array(5)].map(() => report(member, post.id)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('already_reported');
  const more = await Promise.all(others.map((other) => report(other, post.id, { reason: 'hate' })));
  expect(more.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const found = await caseIn(tribeId, owner);
  expect(found).toMatchObject({
    kind: 'post',
    objectId: post.id,
    text: 'esto molesta',
    reportsCount: 5,
    status: 'open',
  });
  expect(found.reports.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'hate',
    'hate',
    'hate',
    'hate',
    'spam',
  ]);
});

test('the twenty-first report of a day is refused, also among concurrent ones, and is accepted the next day', async () => {
  const { tribeId, author } = tribeWithPeople();
  const posts = [];
  for (let count = 0; count < 24; count += 1) posts.push(await bench.publishPost(author, tribeId));
  const busy = bench.tribes.addMember(tribeId);
  const responses = await Promise.all(posts.slice(0, 23).map(({ id }) => report(busy, id)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body.code).toBe('too_many_reports');
  bench.clock.advance(dayMs);
  expect(outcomeOf(await report(busy, posts[23].id))).toMatchObject({ status: 201 });
});

test('reports of established members hide a post until a review, and its author is notified', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId, { content: 'molesto', tags: ['uno'] }, 1);
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  await as(member).post(`${path}/comments`, { content: 'respuesta' });
  for (let count = 0; count < 2; count += 1) await report(bench.tribes.addMember(tribeId), post.id);
  expect((await as(member).get(path)).status).toBe(200);
  await report(bench.tribes.addMember(tribeId), post.id);

  expect(await as(member).get(path)).toMatchObject({ status: 404 });
  expect((await as(member).get(`${path}/comments`)).status).toBe(404);
  expect((await as(member).post(`${path}/reactions`, { type: 'like' })).status).toBe(404);
  expect((await as(member).post(`${path}/comments`, { content: 'x' })).status).toBe(404);
  const idsFor = async (viewer: typeof member, at: string) =>
    ((await as(viewer).get(at)).body.items ?? (await as(viewer).get(at)).body.posts).map(
      ({ id }: { id: string }) => id,
    );
  for (const at of [
    `/tribes/${tribeId}/posts`,
    `/tribes/${tribeId}/posts?tag=uno`,
    `/user/posts?userId=${author.id}`,
  ]) {
    expect(await idsFor(member, at)).not.toContain(post.id);
    for (const viewer of [author, owner]) expect(await idsFor(viewer, at)).toContain(post.id);
  }
  expect((await as(author).get(path)).body).toMatchObject({ hidden: 'reports' });
  const [rpcPost] = (await bench.rpc.getPosts({ ids: [post.id], viewerId: member.id, viewerIsAdmin: false })).posts;
  expect(rpcPost?.canView).toBe(false);
  expect(await bench.eventsOf(ContentHidden, tribeId)).toEqual([
    expect.objectContaining({ postId: post.id, authorId: author.id, cause: 'reports' }),
  ]);
  // Its picture has only signed addresses for the users who still see it.
  expect((await as(author).get(path)).body.images[0].url).toContain('sig=');
});

test('reports by members of the first level do not hide a moderator’s post, and enough reports by higher levels hide it', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 1 });
  const member = bench.tribes.addMember(tribeId);
  for (const author of [owner, officer]) {
    const post = await bench.publishPost(author, tribeId);
    const path = `/tribes/${tribeId}/posts/${post.id}`;
    const reportBy = async (count: number, levelOrder: number) => {
      const reporters = Array.from({ length: count }, () => bench.tribes.addMember(tribeId, { levelOrder }));
      for (const reporter of reporters) expect((await report(reporter, post.id)).status).toBe(201);
    };
    await reportBy(6, 1);
    await reportBy(5, 2);
    expect((await as(member).get(path)).status).toBe(200);
    await reportBy(1, 2);
    expect((await as(member).get(path)).status).toBe(404);
    expect((await as(author).get(path)).body.hidden).toBe('reports');
  }
});

test('reports of a brigade of new accounts hide nothing', async () => {
  const { tribeId, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId);
  for (let count = 0; count < 12; count += 1) {
    const brigadier = person(`nuevo-${tribeId}-${count}`);
    bench.tribes.setMembership(tribeId, brigadier, { levelOrder: 1 });
    expect(outcomeOf(await report(brigadier, post.id))).toMatchObject({ status: 201 });
  }
  expect((await as(member).get(`/tribes/${tribeId}/posts/${post.id}`)).status).toBe(200);
});

test('a hidden comment is hidden and not counted with its replies, and all are shown after a decision to keep it', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId);
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  const writer = bench.tribes.addMember(tribeId);
  const comment = (await as(writer).post(`${path}/comments`, { content: 'feo' })).body;
  await as(member).post(`${path}/comments`, { content: 'respuesta', parentId: comment.id });
  await as(member).post(`${path}/comments`, { content: 'otro' });
  for (let count = 0; count < 3; count += 1) await reportComment(bench.tribes.addMember(tribeId), comment.id);

  const textsFor = async (viewer: typeof member) =>
    (await as(viewer).get(`${path}/comments`)).body.items.map(({ content }: { content: string }) => content);
  expect(await textsFor(member)).toEqual(['otro']);
  expect(await textsFor(writer)).toEqual(['feo', 'otro']);
  expect(await textsFor(owner)).toEqual(['feo', 'respuesta', 'otro']);
  expect((await as(member).get(path)).body.counts.comments).toBe(1);
  expect(
    (await as(author).get('/tribes/@me/activity')).body.items.map((item: { comment: string }) => item.comment),
  ).toEqual(['otro']);
  const reply = await as(member).post(`${path}/comments`, { content: 'x', parentId: comment.id });
  expect(reply.status).toBe(404);

  const found = await caseIn(tribeId, owner);
  expect(found).toMatchObject({ kind: 'comment', text: 'feo', hidden: 'reports' });
  await as(owner).post(`/reports/${found.id}/resolve`, { action: 'keep' });
  expect(await textsFor(member)).toEqual(['feo', 'respuesta', 'otro']);
  expect((await as(member).get(path)).body.counts.comments).toBe(3);
});

test('a reporter sees the outcome of their report, and only site admins see the reporter', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const post = await bench.publishPost(author, tribeId);
  await report(member, post.id, { description: 'mira esto' });
  const ownReports = async () => (await as(member).get('/reports/mine')).body.items;
  expect(await ownReports()).toEqual([
    expect.objectContaining({ outcome: 'open', description: 'mira esto', kind: 'post' }),
  ]);
  const found = await caseIn(tribeId, owner);
  expect(found.reports[0].reporter).toBeNull();
  expect((await as(admin).get(`/reports/${found.id}`)).body.reports[0].reporter).toMatchObject({ id: member.id });
  await as(owner).post(`/reports/${found.reports[0].id}/resolve`, { action: 'remove', note: 'claro' });
  expect(await ownReports()).toEqual([expect.objectContaining({ outcome: 'upheld' })]);
  expect((await as(author).get('/reports/mine')).body.items).toEqual([]);
});

test('a hidden member is reported by their pseudonym in the tribe, and no response reveals their identity', async () => {
  const { tribeId, member } = tribeWithPeople();
  const senior = bench.tribes.addMember(tribeId, { levelOrder: 3 });
  const post = await bench.publishPost(senior, tribeId);
  const { user } = (await as(member).get(`/tribes/${tribeId}/posts/${post.id}`)).body;
  const reportPerson = (actor: Actor, userId: string, more: object = { tribeId }) =>
    as(actor).post('/reports/person', { userId, reason: 'harassment', ...more });
  expect(user.id).not.toBe(senior.id);
  expect(outcomeOf(await reportPerson(member, user.id, {}))).toMatchObject({ status: 404 });
  // A pseudonym is valid for one viewer in one tribe.
  const outsider = bench.tribes.addMember(tribeId);
  expect(outcomeOf(await reportPerson(outsider, user.id))).toMatchObject({ status: 404 });
  const otherTribe = bench.tribes.createTribe(member);
  expect(outcomeOf(await reportPerson(member, user.id, { tribeId: otherTribe }))).toMatchObject({ status: 404 });

  // For one object the second report would be refused, which would reveal that both ids are the same user.
  expect(outcomeOf(await reportPerson(member, senior.id))).toMatchObject({ status: 201 });
  const byPseudonym = await reportPerson(member, user.id);
  expect(byPseudonym).toEqual({ ...byPseudonym, status: 201, body: { message: 'Reporte enviado correctamente' } });
  expect(outcomeOf(await reportPerson(member, user.id))).toEqual({ status: 409, code: 'already_reported' });
  const { items } = (await as(admin).get(`/admin/reports?kind=person&tribeId=${tribeId}`)).body;
  expect(items).toMatchObject([{ objectId: user.id, author: { id: senior.id }, tribe: { id: tribeId } }]);
  expect(JSON.stringify((await as(member).get('/reports/mine')).body)).not.toContain(senior.id);
});

test('users and tribes can be reported, and only site admins decide about them', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const reportPerson = (actor: Actor, userId: string) =>
    as(actor).post('/reports/person', { userId, reason: 'harassment' });
  expect(outcomeOf(await reportPerson(member, author.id))).toMatchObject({ status: 201 });
  expect(outcomeOf(await reportPerson(member, member.id))).toEqual({ status: 400, code: 'report_own' });
  expect(outcomeOf(await reportPerson(member, 'gone-away'))).toMatchObject({ status: 404 });
  expect(outcomeOf(await as(member).post('/reports/tribe', { tribeId, reason: 'hate' }))).toMatchObject({
    status: 201,
  });
  expect(outcomeOf(await as(owner).post('/reports/tribe', { tribeId, reason: 'hate' }))).toMatchObject({ status: 400 });
  expect(outcomeOf(await as(member).post('/reports/tribe', { tribeId: 999_999, reason: 'hate' }))).toMatchObject({
    status: 404,
  });

  expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);
  const { items } = (await as(admin).get('/admin/reports?limit=100')).body;
  const aboutPerson = items.find(({ objectId }: { objectId: string }) => objectId === author.id);
  expect(aboutPerson).toMatchObject({ kind: 'person', tribe: null, author: { id: author.id } });
  expect(items.find(({ objectId }: { objectId: string }) => objectId === String(tribeId))).toMatchObject({
    kind: 'tribe',
  });
  expect((await as(owner).get(`/reports/${aboutPerson.id}`)).status).toBe(404);
  expect((await as(admin).get(`/reports/${aboutPerson.id}`)).body.actions).toEqual(['keep', 'warn']);
  expect(outcomeOf(await as(admin).post(`/reports/${aboutPerson.id}/resolve`, { action: 'warn' }))).toMatchObject({
    status: 200,
  });
});

test('all reports of a case are listed in pages for its moderators, with the reporters for site admins only', async () => {
  const { tribeId, owner, author, member, reporter, found } = await reportedPost();
  // Reports of new accounts do not hide the post.
  const others = Array.from({ length: 21 }, () => person(unique('nuevo')));
  for (const other of others) bench.tribes.setMembership(tribeId, other);
  for (const other of others) {
    bench.clock.advance(minuteMs);
    expect((await report(other, found.objectId, { description: other.id })).status).toBe(201);
  }
  const path = `/reports/cases/${found.id}`;
  const shown = (await as(owner).get(`/reports/${found.id}`)).body;
  expect({ count: shown.reportsCount, shown: shown.reports.length }).toEqual({ count: 22, shown: 20 });
  const first = (await as(owner).get(`${path}?limit=15`)).body;
  const second = (await as(owner).get(`${path}?limit=15&cursor=${first.nextCursor}`)).body;
  const pages = [...first.items, ...second.items] as { description: string; reporter: unknown }[];
  expect(pages.map(({ description }) => description)).toEqual([...others.map(({ id }) => id).reverse(), '']);
  expect([second.nextCursor, pages.every((each) => each.reporter === null)]).toEqual([null, true]);
  const { items } = (await as(admin).get(path)).body;
  expect(items.at(-1)).toMatchObject({ reason: 'spam', reporter: { id: reporter.id } });
  for (const viewer of [author, member, reporter]) expect((await as(viewer).get(path)).status).toBe(404);
});
