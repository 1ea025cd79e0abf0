import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { JoinRequested, JoinResolved, MemberJoined } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const inTribe = (tribeId: number) => (event: { tribeId: number }) => event.tribeId === tribeId;
const questions = [{ text: '¿Qué te trae?' }, { text: '¿Aceptas las reglas?' }];

async function createTribeWithQuestions(owner: Actor, more: object = {}) {
  const id = await bench.createTribe(owner, { isPrivate: true, questions, ...more });
  const { questions: stored } = (await as(owner).get(`/tribes/${id}`)).body;
  const answers = stored.map((question: { id: string }, index: number) => ({
    questionId: question.id,
    answer: `Respuesta ${index + 1}`,
  }));
  return { id, stored, answers };
}

test('a tribe has at most ten short rules, visible to non-members', async () => {
  const owner = person();
  const rules = Array.from({ length: 10 }, (_, index) => `Regla ${index + 1}`);
  const id = await bench.createTribe(owner, { rules: [...rules, '  '] });
  expect((await as(person()).get(`/tribes/${id}`)).body.rules).toEqual(rules);
  const change = (body: object) => as(owner).put(`/tribes/${id}`, body);
  expect((await change({ rules: [...rules, 'una más'] })).body.code).toBe('too_many_rules');
  expect((await change({ rules: ['x'.repeat(201)] })).body.code).toBe('rule_length');
  expect((await change({ description: 'Otra' })).status).toBe(200);
  expect((await as(owner).get(`/tribes/${id}`)).body.rules).toEqual(rules);
});

test('a tribe has at most five questions, which keep their ids when their text changes', async () => {
  const owner = person();
  const { id, stored } = await createTribeWithQuestions(owner);
  const change = (list: object[]) => as(owner).put(`/tribes/${id}`, { questions: list });
  expect((await change(Array.from({ length: 6 }, () => ({ text: '¿Qué?' })))).body.code).toBe('too_many_questions');
  expect((await change([{ text: 'x'.repeat(201) }])).body.code).toBe('question_length');
  const [first] = stored;
  await change([{ text: 'Nueva' }, { id: first.id, text: '¿Por qué?' }, { id: first.id, text: 'Copia' }]);
  const after = (await as(owner).get(`/tribes/${id}`)).body.questions;
  expect(after.map(({ text }: { text: string }) => text)).toEqual(['Nueva', '¿Por qué?', 'Copia']);
  expect(after[1].id).toBe(first.id);
  expect(new Set(after.map((question: { id: string }) => question.id)).size).toBe(3);
});

test('a request to join needs an answer to every question, and moderators see the answers', async () => {
  const [owner, requester] = [person(), person()];
  const { id, answers } = await createTribeWithQuestions(owner);
  const requestToJoin = (body: object) => as(requester).post(`/tribes/${id}/join-request`, body);
  expect((await requestToJoin({})).body.code).toBe('answers_required');
  expect((await requestToJoin({ answers: answers.slice(1) })).body.code).toBe('answers_required');
  expect((await requestToJoin({ answers: answers.map((each: object) => ({ ...each, answer: ' ' })) })).body.code).toBe(
    'answers_required',
  );
  expect((await bench.events(JoinRequested)).filter(inTribe(id))).toEqual([]);
  expect((await requestToJoin({ answers })).status).toBe(200);
  await as(owner).put(`/tribes/${id}`, { questions: [] });
  const [request] = (await as(owner).get(`/tribes/${id}/members/pending`)).body.items;
  expect(request).toMatchObject({
    user: { id: requester.id },
    answers: [
      { question: '¿Qué te trae?', answer: 'Respuesta 1' },
      { question: '¿Aceptas las reglas?', answer: 'Respuesta 2' },
    ],
    notes: [],
  });
  expect(JSON.stringify(await bench.events(JoinRequested))).not.toContain('Respuesta');
});

test('joining an open tribe with questions needs the answers', async () => {
  const owner = person();
  const { id, answers } = await createTribeWithQuestions(owner, { isPrivate: false });
  const join = (body: object) => as(person()).post(`/tribes/${id}/join`, body);
  expect((await join({})).body.code).toBe('answers_required');
  expect((await join({ answers })).body.membership.status).toBe('active');
});

test('repeating the idempotency key returns the same note', async () => {
  const [owner, requester] = [person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  await as(requester).post(`/tribes/${id}/join-request`);
  const headers = { 'idempotency-key': 'note-once' };
  const note = () => as(owner).post(`/tribes/${id}/members/${requester.id}/notes`, { text: 'Le conozco' }, headers);
  const first = await note();
  bench.clock.advance(1_000);
  expect((await note()).body).toEqual(first.body);
  const [request] = (await as(owner).get(`/tribes/${id}/members/pending`)).body.items;
  expect(request.notes).toEqual([first.body]);
});

test('officers share notes about a request, invisible to the requester', async () => {
  const [owner, officer, requester] = [person(), person(), person()];
  const { id, answers } = await createTribeWithQuestions(owner, { isPrivate: false });
  await as(officer).post(`/tribes/${id}/join`, { answers });
  await as(owner).put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
  await as(owner).put(`/tribes/${id}`, { isPrivate: true });
  await as(requester).post(`/tribes/${id}/join-request`, { answers });
  const note = (actor: Actor, text: string) => as(actor).post(`/tribes/${id}/members/${requester.id}/notes`, { text });
  expect((await note(officer, 'Le conozco')).body).toMatchObject({ text: 'Le conozco', author: { id: officer.id } });
  expect((await note(owner, ' ')).body.code).toBe('note_required');
  expect((await note(requester, 'Hola')).status).toBe(403);
  const [request] = (await as(owner).get(`/tribes/${id}/members/pending`)).body.items;
  expect(request.notes).toMatchObject([{ text: 'Le conozco', author: { id: officer.id } }]);
  expect(JSON.stringify((await as(requester).get(`/tribes/${id}`)).body)).not.toContain('Le conozco');
  await as(requester).post(`/tribes/${id}/join-request/cancel`);
  expect((await note(officer, 'Tarde')).body.code).toBe('no_pending_request');
});

test.each(['approve', 'reject'])('the notes about a request are deleted when it is decided: %s', async (action) => {
  const [owner, requester, other] = [person(), person(), person()];
  const id = await bench.createTribe(owner, { isPrivate: true });
  for (const each of [requester, other]) {
    await as(each).post(`/tribes/${id}/join-request`);
    await as(owner).post(`/tribes/${id}/members/${each.id}/notes`, { text: `Conozco a ${each.id}` });
  }
  const notesBy = async () => {
    const wanted = { userId: owner.id, area: 'notes', cursor: '' };
    const { records } = await bench.rpc.exportPersonalData(wanted, { actor: serviceActor('identity') });
    return records.map((record) => JSON.parse(record).text);
  };
  expect(await notesBy()).toHaveLength(2);
  expect((await as(owner).post(`/tribes/${id}/members/${requester.id}/${action}`)).status).toBe(200);
  expect(await notesBy()).toEqual([`Conozco a ${other.id}`]);
});

test('several requests are resolved at once, and requests resolved before are unchanged', async () => {
  const owner = person();
  const id = await bench.createTribe(owner, { isPrivate: true });
  const requesters = Array.from({ length: 4 }, () => person());
  for (const requester of requesters) await as(requester).post(`/tribes/${id}/join-request`);
  const [one, two, three, four] = requesters.map((requester) => requester.id);
  await as(owner).post(`/tribes/${id}/members/${four}/reject`);
  const resolve = (actor: Actor, action: string, userIds: unknown[]) =>
    as(actor).post(`/tribes/${id}/members/resolve`, { action, userIds });
  const answer = await resolve(owner, 'approve', [one, two, two, four, 'nobody']);
  expect(answer.body.resolved.sort()).toEqual([one, two].sort());
  expect((await resolve(owner, 'reject', [one, three])).body.resolved).toEqual([three]);
  expect((await resolve(person(), 'approve', [three])).status).toBe(403);
  expect((await resolve(owner, 'approve', [])).status).toBe(400);
  expect((await as(owner).get(`/tribes/${id}`)).body.membersCount).toBe(3);
});

test('each request is decided once by a concurrent approval and rejection', async () => {
  const [owner, officer] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, officer);
  await as(owner).put(`/tribes/${id}/members/${officer.id}/role`, { role: 'officer' });
  await as(owner).put(`/tribes/${id}`, { requiresApproval: true });
  const requesters = Array.from({ length: 10 }, () => person());
  for (const requester of requesters) await as(requester).post(`/tribes/${id}/join-request`);
  const userIds = requesters.map((requester) => requester.id);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      as(index % 2 === 0 ? owner : officer).post(`/tribes/${id}/members/resolve`, {
        action: index % 2 === 0 ? 'approve' : 'reject',
        userIds,
      }),
    ),
  );
  expect(answers.flatMap(({ body }) => body.resolved).sort()).toEqual([...userIds].sort());
  expect((await bench.events(JoinResolved)).filter(inTribe(id))).toHaveLength(10);
});

test('deleting a tribe needs its name typed', async () => {
  const owner = person();
  const name = unique('Para borrar');
  const id = await bench.createTribe(owner, { name });
  expect((await as(owner).delete(`/tribes/${id}`, { name: 'Otra' })).body.code).toBe('name_mismatch');
  expect((await as(owner).delete(`/tribes/${id}`, { name: '' })).body.code).toBe('name_mismatch');
  expect((await as(owner).delete(`/tribes/${id}`, { name })).status).toBe(200);
  expect((await as(owner).get(`/tribes/${id}`)).status).toBe(404);
});

test('an invisible tribe is private, and every route of it is 404 for non-members', async () => {
  const [owner, outsider, rejected] = [person(), person(), person()];
  const name = unique('Escondida');
  const id = await bench.createTribe(owner, { name, isPrivate: true });
  await as(rejected).post(`/tribes/${id}/join-request`);
  await as(owner).post(`/tribes/${id}/members/${rejected.id}/reject`);
  const { body: card } = await as(owner).put(`/tribes/${id}`, { isInvisible: true });
  expect(card).toMatchObject({ isInvisible: true, isPrivate: true, requiresApproval: true });
  const someone = person().id;
  for (const actor of [outsider, rejected]) {
    for (const path of ['', '/members', '/members/pending', '/config', '/progress', '/bans', '/invites'])
      expect([path, (await as(actor).get(`/tribes/${id}${path}`)).status]).toEqual([path, 404]);
    for (const path of [
      'join',
      'join-request',
      'join-request/cancel',
      'leave',
      'invites',
      `members/${someone}/approve`,
    ])
      expect([path, (await as(actor).post(`/tribes/${id}/${path}`)).status]).toEqual([path, 404]);
    expect((await as(actor).put(`/tribes/${id}`, { description: 'x' })).status).toBe(404);
    expect((await as(actor).delete(`/tribes/${id}`)).status).toBe(404);
    expect((await as(actor).delete(`/tribes/${id}/members/${someone}`)).status).toBe(404);
    expect((await as(actor).post(`/tribes/${id}/bans`, { userId: someone, reason: 'x' })).status).toBe(404);
    expect((await as(actor).post(`/tribes/${id}/owner`, { userId: someone, name })).status).toBe(404);
    const found = (await as(actor).get(`/tribes?q=${name}`)).body;
    expect(found).toEqual({ items: [], total: 0 });
    expect(JSON.stringify((await as(actor).get('/tribes?pageSize=100')).body)).not.toContain(name);
  }
  for (const actor of [owner, admin]) {
    expect((await as(actor).get(`/tribes?q=${name}`)).body).toMatchObject({ items: [{ id }], total: 1 });
    expect((await as(actor).get(`/tribes/${id}`)).status).toBe(200);
  }
  const [tribe] = (await bench.rpc.getTribes({ ids: [id] })).tribes;
  expect(tribe).toMatchObject({ isInvisible: true, isPrivate: true });
});

test('an invisible tribe becomes visible when made public, and hominini cannot be invisible', async () => {
  const owner = person();
  const id = await bench.createTribe(owner, { isInvisible: true });
  expect((await as(owner).get(`/tribes/${id}`)).body).toMatchObject({ isPrivate: true, isInvisible: true });
  expect((await as(owner).put(`/tribes/${id}`, { isPrivate: false })).body).toMatchObject({
    isPrivate: false,
    isInvisible: false,
  });
  expect((await as(person()).get(`/tribes/${id}`)).status).toBe(200);
  expect((await as(admin).put('/tribes/38', { isInvisible: true })).body.code).toBe('hominini_locked');
});

test('a pending requester still sees a tribe that became invisible, and a banned user sees the reason', async () => {
  const [owner, requester, banned] = [person(), person(), person()];
  const id = await bench.createTribe(owner, { requiresApproval: true });
  await as(requester).post(`/tribes/${id}/join-request`);
  await as(owner).post(`/tribes/${id}/bans`, { userId: banned.id, reason: 'Por molestar' });
  await as(owner).put(`/tribes/${id}`, { isInvisible: true });
  expect((await as(requester).get(`/tribes/${id}`)).body).toMatchObject({
    membership: { status: 'pending' },
    members: [],
  });
  expect((await as(banned).get(`/tribes/${id}`)).body).toMatchObject({
    ban: { reason: 'Por molestar', authority: 'owner' },
    members: [],
  });
  expect((await as(banned).get(`/tribes/${id}/members`)).status).toBe(404);
  expect((await bench.events(MemberJoined)).filter(({ userId }) => userId === banned.id)).toEqual([]);
});

test('the name of an invisible tribe is revealed neither by the slug nor by creating a tribe of the same name', async () => {
  const name = unique('Logia');
  const hidden = await bench.createTribe(person(), { name, isInvisible: true });
  const outsider = as(person());
  const slug = async () => (await outsider.get(`/tribes/slug?s=${encodeURIComponent(name)}`)).body;
  expect(await slug()).toMatchObject({ available: true });
  const { body: founded } = await outsider.post('/tribes', { name });
  expect(founded.normalizedName).toBe((await slug()).slug);
  expect(await slug()).toMatchObject({ available: false, suggestion: `${founded.normalizedName}-2` });

  const seen = await as(admin).put(`/tribes/${hidden}`, { isInvisible: false });
  expect([seen.status, seen.body.code]).toEqual([409, 'name_taken']);
});

test("an invisible tribe cannot take the name of a visible one, and a tribe's name is free once it is invisible", async () => {
  const name = unique('Plaza');
  const owner = person();
  const id = await bench.createTribe(owner, { name });
  expect((await as(person()).post('/tribes', { name, isInvisible: true })).body.code).toBe('name_taken');
  const other = await bench.createTribe(person(), { isInvisible: true });
  expect((await as(admin).put(`/tribes/${other}`, { name })).body.code).toBe('name_taken');

  expect((await as(owner).put(`/tribes/${id}`, { isInvisible: true })).status).toBe(200);
  const slug = async () => (await as(person()).get(`/tribes/slug?s=${encodeURIComponent(name)}`)).body;
  const { slug: visibleSlug, available } = await slug();
  expect(available).toBe(true);
  expect((await as(owner).put(`/tribes/${id}`, { isInvisible: false })).body.normalizedName).toBe(visibleSlug);
  expect((await slug()).available).toBe(false);
});
