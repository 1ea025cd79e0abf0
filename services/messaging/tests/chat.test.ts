import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { ChatPosted } from '@tribus/proto/messaging/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

async function write(actor: Actor, tribeId: number, content: string, parentId?: string) {
  bench.clock.advance(1_000);
  const { status, body } = await bench.service.as(actor).post(`/tribes/${tribeId}/chat`, { content, parentId });
  if (status !== 201) throw new Error(`not written: ${JSON.stringify(body)}`);
  return body;
}

const textsOf = (body: { items: { content: string }[] }) => body.items.map(({ content }) => content);

test('the chat is paged from the newest, each page in the order written', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  for (let index = 1; index <= 7; index++) await write(owner, id, `m${index}`);
  const client = bench.service.as(bench.tribes.addMember(id));
  const last = (await client.get(`/tribes/${id}/chat?limit=3`)).body;
  expect(textsOf(last)).toEqual(['m5', 'm6', 'm7']);
  const middle = (await client.get(`/tribes/${id}/chat?limit=3&before=${last.nextBefore}`)).body;
  expect(textsOf(middle)).toEqual(['m2', 'm3', 'm4']);
  const first = (await client.get(`/tribes/${id}/chat?limit=3&before=${middle.nextBefore}`)).body;
  expect([textsOf(first), first.nextBefore]).toEqual([['m1'], null]);
  const other = bench.tribes.createTribe(owner);
  await write(owner, other, 'x');
  for (const path of [`/tribes/${id}/chat?before=inventado`, `/tribes/${other}/chat?before=${last.nextBefore}`])
    expect((await bench.service.as(owner).get(path)).body.code).toBe('bad_cursor');
});

test('no message is lost or duplicated between pages when several have the same time', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const client = bench.service.as(owner);
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => client.post(`/tribes/${id}/chat`, { content: `a la vez ${index}` })),
  );
  const last = (await client.get(`/tribes/${id}/chat?limit=4`)).body;
  const rest = (await client.get(`/tribes/${id}/chat?limit=5&before=${last.nextBefore}`)).body;
  expect(new Set([...textsOf(last), ...textsOf(rest)]).size).toBe(9);
});

test('a reply to a reply goes to its parent’s parent; one to another chat is not found', async () => {
  const owner = person();
  const [id, other] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner)];
  const root = await write(owner, id, 'raíz');
  const reply = await write(owner, id, 'respuesta', root.id);
  expect((await write(owner, id, 'otra', reply.id)).parentId).toBe(root.id);
  const otherReply = await bench.service.as(owner).post(`/tribes/${other}/chat`, { content: 'x', parentId: root.id });
  expect(otherReply.status).toBe(404);
  expect(
    (await bench.service.as(owner).post(`/tribes/${other}/chat/${root.id}/reaction`, { type: 'like' })).status,
  ).toBe(404);
});

test('members read and write the chat, admins only read it', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const message = await write(owner, id, 'hola');
  const outsiders = [person(), bench.tribes.addMember(id, { status: 'pending', levelOrder: 0 })];
  for (const actor of outsiders)
    expect((await bench.service.as(actor).get(`/tribes/${id}/chat`)).body.code).toBe('membership_required');
  for (const actor of [...outsiders, admin]) {
    const client = bench.service.as(actor);
    for (const response of [
      await client.post(`/tribes/${id}/chat`, { content: 'x' }),
      await client.post(`/tribes/${id}/chat/${message.id}/reaction`, { type: 'like' }),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'membership_required']);
  }
  const forAdmin = (await bench.service.as(admin).get(`/tribes/${id}/chat`)).body;
  expect([textsOf(forAdmin), forAdmin.canWrite]).toEqual([['hola'], false]);
  expect((await bench.service.as(owner).get(`/tribes/${id}/chat`)).body.canWrite).toBe(true);
  expect((await bench.service.as().get(`/tribes/${id}/chat`)).status).toBe(401);
  expect((await bench.service.as(owner).get('/tribes/77/chat')).status).toBe(404);
});

test('a message that is empty, too long or not a text is rejected', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const code = async (body: unknown) => (await bench.service.as(owner).post(`/tribes/${id}/chat`, body)).body.code;
  expect(await code({ content: '  ' })).toBe('message_empty');
  expect(await code({ content: 'x'.repeat(2_001) })).toBe('message_length');
  expect(await code({ content: { $gt: '' } })).toBe('message_empty');
  expect(await code({ content: 'x', parentId: { $ne: null } })).toBe('invalid_input');
});

test('the event of a message contains no text, and a repeated message is written once', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const key = { 'idempotency-key': unique('chat') };
  const client = bench.service.as(owner);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => client.post(`/tribes/${id}/chat`, { content: 'una vez' }, key)),
  );
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(textsOf((await client.get(`/tribes/${id}/chat`)).body)).toEqual(['una vez']);
  expect((await client.post(`/tribes/${id}/chat`, { content: 'otra' }, key)).body.code).toBe('idempotency_conflict');
  const last = await write(owner, id, 'la última');
  const about = () => bench.received(ChatPosted).filter(({ tribeId }) => tribeId === id);
  await until(() => about().some(({ messageId }) => messageId === last.id), 'the last event is published');
  expect(about()).toEqual(
    [responses[0]?.body.id, last.id].map((messageId) => ({ tribeId: id, messageId, parentId: '', userId: owner.id })),
  );
});

test('like and dislike exclude each other, and thirty concurrent likes count thirty', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const { id: messageId } = await write(owner, id, 'vota');
  const react = (actor: Actor, type: string, headers = {}) =>
    bench.service.as(actor).post(`/tribes/${id}/chat/${messageId}/reaction`, { type }, headers);
  const fans = Array.from({ length: 30 }, () => bench.tribes.addMember(id));
  await Promise.all(fans.map((fan, index) => react(fan, index % 3 ? 'like' : 'dislike')));
  const [shown] = (await bench.service.as(owner).get(`/tribes/${id}/chat`)).body.items;
  expect(shown).toMatchObject({ likesCount: 20, dislikesCount: 10, reactions: [] });
  const [fan] = fans;
  if (!fan) throw new Error('no member was added');
  expect((await react(fan, 'like')).body).toEqual({ likesCount: 21, dislikesCount: 9, reactions: [{ type: 'like' }] });
  expect((await react(fan, 'like')).body).toEqual({ likesCount: 20, dislikesCount: 9, reactions: [] });
  expect((await react(fan, 'love')).body.code).toBe('invalid_input');
});

test('each of a user’s own reactions takes effect, also of thirty concurrent reactions', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const { id: messageId } = await write(owner, id, 'toca');
  const react = () => bench.service.as(owner).post(`/tribes/${id}/chat/${messageId}/reaction`, { type: 'like' });
  const likes = async () => (await bench.service.as(owner).get(`/tribes/${id}/chat`)).body.items[0].likesCount;
  await Promise.all(Array.from({ length: 30 }, react));
  expect(await likes()).toBe(0);
  await Promise.all(Array.from({ length: 15 }, react));
  expect(await likes()).toBe(1);
});

test('a repeated reaction with the same key does not toggle again', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const { id: messageId } = await write(owner, id, 'toca');
  const key = { 'idempotency-key': unique('reaction') };
  const react = (type: string) =>
    bench.service.as(owner).post(`/tribes/${id}/chat/${messageId}/reaction`, { type }, key);
  const responses = await Promise.all(Array.from({ length: 5 }, () => react('like')));
  for (const { body } of responses)
    expect(body).toEqual({ likesCount: 1, dislikesCount: 0, reactions: [{ type: 'like' }] });
  expect((await react('dislike')).body.code).toBe('idempotency_conflict');
});

test('a member of a higher level is hidden from those below', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [low, high] = [bench.tribes.addMember(id), bench.tribes.addMember(id, { levelOrder: 4 })];
  await write(high, id, 'desde arriba');
  await write(owner, id, 'de la casa');
  const { body } = await bench.service.as(low).get(`/tribes/${id}/chat`);
  expect(JSON.stringify(body)).not.toContain(high.id);
  expect(body.items.map(({ user }: { user: { name: string } }) => user.name)).toEqual([
    'Miembro de nivel superior',
    `Nombre de ${owner.id}`,
  ]);
});

test('deleting a tribe deletes its chat', async () => {
  const owner = person();
  const [id, other] = [bench.tribes.createTribe(owner), bench.tribes.createTribe(owner)];
  await write(owner, id, 'adiós');
  await write(owner, other, 'sigo');
  await bench.publish(TribeDeleted, { tribeId: id });
  expect(textsOf((await bench.service.as(owner).get(`/tribes/${id}/chat`)).body)).toEqual([]);
  expect(textsOf((await bench.service.as(owner).get(`/tribes/${other}/chat`)).body)).toEqual(['sigo']);
});

test('a restricted member reads the chat but can neither write nor react', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const message = await write(owner, id, 'Hola');
  const restricted = bench.service.as(bench.tribes.addMember(id, { restrictedUntil: '2999-01-02T03:04:05.000Z' }));
  expect((await restricted.get(`/tribes/${id}/chat`)).body).toMatchObject({ items: [{}], canWrite: false });
  for (const [path, body] of [
    ['', { content: 'No' }],
    [`/${message.id}/reaction`, { type: 'like' }],
  ] as const) {
    const response = await restricted.post(`/tribes/${id}/chat${path}`, body);
    expect([response.status, response.body.code]).toEqual([403, 'membership_restricted']);
    expect(response.body.error).toContain('2999-01-02 03:04 UTC');
  }
});

test('the chat of an invisible tribe is 404 for a non-member', async () => {
  const id = bench.tribes.createTribe(person(), { isPrivate: true, isInvisible: true });
  const outsider = bench.service.as(person());
  expect((await outsider.get(`/tribes/${id}/chat`)).status).toBe(404);
  expect((await outsider.post(`/tribes/${id}/chat`, { content: 'Hola' })).status).toBe(404);
  expect((await outsider.get(`/messages/with/${person().id}?tribeId=${id}`)).status).toBe(404);
});
