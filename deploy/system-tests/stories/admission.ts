import { expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Admission to a tribe, and moderation of its members. */
export function admissionStories(system: () => SharedSystem): void {
  test('a join request answers the questions of the tribe; officers add notes and decide several together', async () => {
    const [ana, beto, cora] = await Promise.all(['ana', 'beto', 'cora'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !cora) throw new Error('registration failed');
    const input = { isPrivate: true, rules: ['Sé amable'], questions: [{ text: '¿Qué te trae?' }] };
    const tribe = await ana.createTribe(`Puerta ${ana.id}`, input);
    const { rules, questions } = await beto.read(`/tribes/${tribe.id}`);
    expect([rules, questions]).toEqual([['Sé amable'], [{ id: expect.any(String), text: '¿Qué te trae?' }]]);
    const answers = [{ questionId: questions[0].id, answer: 'El pan' }];
    for (const asker of [beto, cora]) {
      expect((await asker.post(`/tribes/${tribe.id}/join-request`)).body.code).toBe('answers_required');
      expect((await asker.post(`/tribes/${tribe.id}/join-request`, { answers })).status).toBe(200);
    }
    await ana.post(`/tribes/${tribe.id}/members/${beto.id}/notes`, { text: 'Viene de parte de Cora' });
    expect((await ana.read(`/tribes/${tribe.id}/members/pending`)).items).toMatchObject([
      { answers: [{ question: '¿Qué te trae?', answer: 'El pan' }], notes: [{ text: 'Viene de parte de Cora' }] },
      { answers: [{ answer: 'El pan' }], notes: [] },
    ]);
    const approval = { action: 'approve', userIds: [beto.id, cora.id] };
    expect((await ana.post(`/tribes/${tribe.id}/members/resolve`, approval)).body.resolved).toHaveLength(2);
    expect((await ana.post(`/tribes/${tribe.id}/members/resolve`, approval)).body.resolved).toEqual([]);
    expect((await cora.read(`/tribes/${tribe.id}`)).membersCount).toBe(3);
  });

  test('an invitation admits one person to an invisible tribe, which others cannot find', async () => {
    const [ana, beto, eve] = await Promise.all(['ana', 'beto', 'eva'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !eve) throw new Error('registration failed');
    const tribe = await ana.createTribe(`Invisible ${ana.id}`, { isInvisible: true });
    const post = await ana.publish(tribe.id, { content: `Secreto ${ana.id}` });
    const { code } = (await ana.post(`/tribes/${tribe.id}/invites`, { maxUses: 1, expiresAt: inDays(1) })).body;
    const shown = await system().visitor.read(`/invites?code=${code}`);
    expect(shown).toMatchObject({ tribe: { id: tribe.id, membersCount: 1 }, isMember: false });
    expect(JSON.stringify(shown)).not.toContain(ana.name);
    expect((await system().visitor.post('/invites/join', { code })).status).toBe(401);
    expect((await beto.post('/invites/join', { code })).body).toEqual({ tribeId: tribe.id });
    expect((await eve.post('/invites/join', { code })).body.code).toBe('invite_invalid');
    expect((await beto.read(`/tribes/${tribe.id}/posts/${post.id}`)).content).toBe(`Secreto ${ana.id}`);
    const hidden = ['', '/posts', `/posts/${post.id}`, '/members', '/chat', '/config'];
    for (const path of hidden)
      expect([path, (await eve.get(`/tribes/${tribe.id}${path}`)).status]).toEqual([path, 404]);
    for (const path of [`/tribes?q=${ana.id}`, `/auth/public/${ana.id}`, '/tribes?pageSize=100'])
      expect(JSON.stringify(await eve.read(path))).not.toContain(tribe.name);
  });

  test('the owner edits a tribe and makes it invisible: outsiders no longer find it, an applicant can still withdraw', async () => {
    const [ana, beto, eve] = await Promise.all(['ana', 'beto', 'eva'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !eve) throw new Error('registration failed');
    const questions = [{ text: '¿Qué traes?' }];
    const tribe = await ana.createTribe(`Obra ${ana.id}`, { requiresApproval: true, rules: ['Sin prisa'], questions });
    const path = `/tribes/${tribe.id}`;
    const [asked] = (await beto.read(path)).questions;
    const answers = [{ questionId: asked.id, answer: 'Pan' }];
    expect((await beto.post(`${path}/join-request`, { answers })).status).toBe(200);
    const name = `Taller ${ana.id}`;
    const change = {
      name,
      description: 'Madera y tiempo',
      tags: 'madera, taller',
      rules: ['Sin prisa', 'Se recoge al salir'],
      questions: [{ id: asked.id, text: '¿Qué traes a la mesa?' }, { text: '¿Cuándo vienes?' }],
    };
    expect((await ana.put(path, change)).status).toBe(200);
    const seen = {
      ...change,
      tags: ['madera', 'taller'],
      questions: [change.questions[0], { text: '¿Cuándo vienes?' }],
    };
    expect(await eve.read(path)).toMatchObject(seen);
    // The answers are those to the questions of their time.
    expect((await ana.read(`${path}/members/pending`)).items).toMatchObject([
      { answers: [{ question: '¿Qué traes?', answer: 'Pan' }] },
    ]);

    expect((await ana.put(path, { isInvisible: true })).body).toMatchObject({ isInvisible: true, isPrivate: true });
    expect([(await eve.get(path)).status, (await eve.post(`${path}/join-request`, { answers })).status]).toEqual([
      404, 404,
    ]);
    expect(JSON.stringify(await eve.read(`/tribes?q=${ana.id}`))).not.toContain(name);
    expect(await beto.read(path)).toMatchObject({ name, rules: change.rules, canRead: false, members: [] });
    expect((await beto.get(`${path}/posts`)).status).toBe(403);
    expect((await beto.post(`${path}/join-request/cancel`)).status).toBe(200);
    expect((await beto.get(path)).status).toBe(404);
  });

  test('a member restricted to reading is notified, can read, and cannot write', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Calma ${ana.id}`);
    const post = await ana.publish(tribe.id, { content: 'Hola' });
    await beto.join(tribe.id);
    const path = `/tribes/${tribe.id}/members/${beto.id}/restriction`;
    expect((await ana.put(path, { reason: 'Para calmarnos', endsAt: inDays(1) })).status).toBe(200);
    await system().settled();
    const comments = `/tribes/${tribe.id}/posts/${post.id}/comments`;
    const isRefused = async () => (await beto.post(comments, { content: 'x' })).body.code === 'membership_restricted';
    await until(isRefused, 'content knows of it');
    expect((await beto.post(`/tribes/${tribe.id}/chat`, { content: 'x' })).body.code).toBe('membership_restricted');
    expect((await beto.read(`/tribes/${tribe.id}/posts`)).items).toHaveLength(1);
    expect(await beto.notifications()).toMatchObject([{ type: 'membership_changed', data: { change: 'restricted' } }]);
    await ana.delete(path);
    await system().settled();
    const isOpen = async () => (await beto.post(comments, { content: 'Gracias' })).status === 201;
    await until(isOpen, 'they may write again');
  });

  test('the owner appoints an officer, who rejects a request and removes a member; each is notified', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const [cora, dani] = [await system().newcomer('cora'), await system().newcomer('dani')];
    const tribe = await ana.createTribe(`Relevo ${ana.id}`, { requiresApproval: true });
    for (const person of [beto, cora, dani]) await person.post(`/tribes/${tribe.id}/join-request`);
    const members = `/tribes/${tribe.id}/members`;
    const approval = { action: 'approve', userIds: [beto.id, cora.id] };
    expect((await ana.post(`${members}/resolve`, approval)).body.resolved).toHaveLength(2);
    expect((await beto.post(`${members}/${dani.id}/reject`)).body.code).toBe('forbidden');
    expect((await ana.put(`${members}/${beto.id}/role`, { role: 'officer' })).status).toBe(200);
    expect((await beto.put(`${members}/${cora.id}/role`, { role: 'officer' })).status).toBe(403);
    expect((await beto.post(`${members}/${dani.id}/reject`)).status).toBe(200);
    const again = await dani.post(`/tribes/${tribe.id}/join-request`);
    expect([again.status, Number(again.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await beto.delete(`${members}/${cora.id}`)).status).toBe(200);
    expect((await cora.read(`/tribes/${tribe.id}`)).membership).toBeNull();
    expect((await ana.read(`/tribes/${tribe.id}`)).membersCount).toBe(2);
    await system().settled();
    const changesOf = async (person: Person) =>
      (await person.notifications()).map(({ type, data }) => [type, data.status ?? data.change]);
    expect(await changesOf(beto)).toContainEqual(['membership_changed', 'officer']);
    expect(await changesOf(cora)).toContainEqual(['membership_changed', 'removed']);
    expect(await changesOf(dani)).toEqual([['join_request_result', 'rejected']]);
  });

  test('a ban ends the membership and its streams, notifies with its reason, and can be lifted', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Veto ${ana.id}`);
    const vibe = await ana.publish(tribe.id, { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] });
    await beto.join(tribe.id);
    const watching = await beto.listen(`/vibes/${vibe.id}/stream`);
    expect(watching.status).toBe(200);
    const ban = { userId: beto.id, reason: 'Insultos', endsAt: inDays(3) };
    expect((await ana.post(`/tribes/${tribe.id}/bans`, ban)).status).toBe(201);
    await until(() => watching.ended, 'the stream has ended');
    const closed = async () => (await beto.get(`/tribes/${tribe.id}/posts`)).status === 403;
    await until(closed, 'the tribe is closed');
    expect((await beto.join(tribe.id)).body.code).toBe('banned_until');
    expect((await beto.read(`/tribes/${tribe.id}`)).ban).toMatchObject({ reason: 'Insultos', authority: 'owner' });
    await system().settled();
    const notifications = await beto.notifications();
    expect(notifications).toMatchObject([
      { type: 'membership_changed', data: { change: 'banned', tribeId: tribe.id, until: ban.endsAt } },
    ]);
    expect(JSON.stringify(notifications)).not.toContain(ana.name);
    expect((await ana.delete(`/tribes/${tribe.id}/bans/${beto.id}`)).status).toBe(200);
    expect((await beto.join(tribe.id)).status).toBe(200);
  });

  test('a person who is offered a tribe is notified, accepts and becomes its owner', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Herencia ${ana.id}`);
    await beto.join(tribe.id);
    const give = { userId: beto.id, name: tribe.name };
    expect((await ana.post(`/tribes/${tribe.id}/owner`, give)).status).toBe(200);
    await system().settled();
    const changes = async (person: Person) =>
      (await person.notifications()).map((each) => [each.type, each.data.change, each.data.tribeId]);
    expect(await changes(beto)).toEqual([['membership_changed', 'offered', tribe.id]]);
    expect((await beto.post(`/tribes/${tribe.id}/owner/decline`)).status).toBe(200);
    await system().settled();
    expect([await changes(beto), await changes(ana)]).toEqual([[], [['membership_changed', 'declined', tribe.id]]]);
    expect((await ana.post(`/tribes/${tribe.id}/owner`, give)).status).toBe(200);
    expect((await beto.post(`/tribes/${tribe.id}/owner/accept`)).status).toBe(200);
    await system().settled();
    expect(await changes(beto)).toEqual([['membership_changed', 'owner', tribe.id]]);
    expect((await changes(ana)).map(([, change]) => change).sort()).toEqual(['declined', 'officer']);
    expect((await ana.call('DELETE', `/tribes/${tribe.id}`, { name: tribe.name })).status).toBe(403);
    expect((await beto.call('DELETE', `/tribes/${tribe.id}`, { name: 'Otra' })).body.code).toBe('name_mismatch');
    expect((await beto.call('DELETE', `/tribes/${tribe.id}`, { name: tribe.name })).status).toBe(200);
  });
}
