import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { heart, sparkle } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('a reaction is stored and published, and counts unless it is the author’s', async () => {
  const { service, clock } = bench;
  const [author, fan] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(author);
  const react = (actor: typeof fan, emoji: string) => service.as(actor).post(`/vibes/${id}/reactions`, { emoji });
  const ts = clock.now().getTime();
  const { status, body } = await react(fan, sparkle);
  expect([status, body]).toEqual([
    201,
    {
      event: {
        id: expect.any(String),
        vibeId: id,
        userId: fan.id,
        userName: `Nombre de ${fan.id}`,
        emoji: sparkle,
        ts,
      },
      total: 1,
      lastTs: ts,
    },
  ]);
  clock.advance(5);
  expect((await react(author, heart)).body).toMatchObject({ total: 1, lastTs: ts + 5 });
  expect((await service.as(fan).get(`/vibes/${id}/reactions/count`)).body).toEqual({ total: 1, lastTs: ts + 5 });
  const listed = (await service.as(fan).get(`/vibes/${id}/reactions`)).body;
  expect(listed.map(({ emoji }: { emoji: string }) => emoji)).toEqual([sparkle, heart]);
  expect((await service.as(fan).get(`/vibes/${id}/reactions?since=${ts}`)).body).toHaveLength(1);
  expect((await service.as(fan).get(`/vibes/${id}/reactions?since=ayer`)).status).toBe(400);
  await until(
    () => bench.received(VibeReacted).filter(({ vibeId }) => vibeId === id).length === 2,
    'both are published',
  );
  expect(bench.received(VibeReacted).find(({ vibeId }) => vibeId === id)).toEqual({
    reactionId: body.event.id,
    vibeId: id,
    tribeId: 100,
    authorId: author.id,
    userId: fan.id,
    emoji: sparkle,
    tsMs: ts,
  });
});

test.each(['', 'a', '❤️❤️', '<b>', '1', 'hola ✨', '✨'.repeat(50)])('%j is not one emoji', async (emoji) => {
  const id = bench.content.addVibe(bench.addMember());
  const { status, body } = await bench.service.as(bench.addMember()).post(`/vibes/${id}/reactions`, { emoji });
  expect([status, body.code]).toEqual([400, 'emoji_invalid']);
});

test.each(['👍🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇪🇸'])('%s is one emoji', async (emoji) => {
  const id = bench.content.addVibe(bench.addMember());
  expect((await bench.service.as(bench.addMember()).post(`/vibes/${id}/reactions`, { emoji })).status).toBe(201);
});

test('all of 210 concurrent reactions count and the newest two hundred are stored', async () => {
  const { service } = bench;
  const id = bench.content.addVibe(bench.addMember());
  const fans = Array.from({ length: 7 }, () => service.as(bench.addMember()));
  const responses = await Promise.all(
    fans.flatMap((fan) => Array.from({ length: 30 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle }))),
  );
  expect(responses.map(({ body }) => body.total).sort((a, b) => a - b)).toEqual(responses.map((_, index) => index + 1));
  expect((await fans[0]?.get(`/vibes/${id}/reactions/count`))?.body.total).toBe(210);
  expect((await fans[0]?.get(`/vibes/${id}/reactions`))?.body).toHaveLength(200);
  const { counts } = await bench.rpc.getCounts({ vibeIds: [id, 'desconocido'] });
  expect(counts).toMatchObject([
    { vibeId: id, total: 210 },
    { vibeId: 'desconocido', total: 0, lastTsMs: 0 },
  ]);
});

test('no first reaction to a vibe is lost when two replicas receive them concurrently', async () => {
  const { service } = bench;
  const id = bench.content.addVibe(bench.addMember());
  const fan = bench.addMember();
  const clients = [service.as(fan), (await bench.startReplica()).as(fan)];
  const responses = await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: 20 }, () => client.post(`/vibes/${id}/reactions`, { emoji: heart })),
    ),
  );
  expect(new Set(responses.map(({ body }) => body.total)).size).toBe(40);
  expect((await service.as(fan).get(`/vibes/${id}/reactions`)).body).toHaveLength(40);
});

test('a reaction repeated concurrently with others counts once and is published once', async () => {
  const { service, rpc } = bench;
  const id = bench.content.addVibe(bench.addMember());
  const fan = service.as(bench.addMember());
  const agent = userActor(bench.addMember().id, { isAgent: true });
  const reaction = { vibeId: id, reactionId: crypto.randomUUID(), emoji: heart };
  const others = Array.from({ length: 10 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle }));
  const repeated = await Promise.all(Array.from({ length: 10 }, () => rpc.react(reaction, { actor: agent })));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
  expect((await fan.get(`/vibes/${id}/reactions/count`)).body.total).toBe(11);
  expect(Math.max(...repeated.map(({ total }) => total))).toBeLessThanOrEqual(11);
  await until(
    () => bench.received(VibeReacted).filter(({ vibeId }) => vibeId === id).length === 11,
    'each is published',
  );
  expect(bench.received(VibeReacted).filter(({ reactionId }) => reactionId === reaction.reactionId)).toHaveLength(1);
});

test('a reaction repeated with the same key or id counts once', async () => {
  const { service, rpc } = bench;
  const id = bench.content.addVibe(bench.addMember());
  const fan = service.as(bench.addMember());
  const key = { 'idempotency-key': unique('reaction') };
  const answers = Array.from({ length: 10 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: heart }, key));
  expect(new Set((await Promise.all(answers)).map(({ body }) => `${body.event.id} ${body.total}`)).size).toBe(1);
  const agent = userActor(bench.addMember().id, { isAgent: true });
  const reaction = { vibeId: id, reactionId: crypto.randomUUID(), emoji: heart };
  for (let times = 0; times < 3; times++) expect(await rpc.react(reaction, { actor: agent })).toEqual({ total: 2 });
  await expect(rpc.react({ ...reaction, emoji: 'x' }, { actor: agent })).rejects.toMatchObject({
    code: 'emoji_invalid',
  });
});

test("a reaction's key is bound to its vibe and emoji, concurrently, on another replica and after 200 others", async () => {
  const { service } = bench;
  const author = bench.addMember();
  const [id, otherVibe] = [bench.content.addVibe(author), bench.content.addVibe(author)];
  const actor = bench.addMember();
  const clients = [service.as(actor), (await bench.startReplica()).as(actor)] as const;
  const key = { 'idempotency-key': unique('reaction') };
  const react = (emoji: string, vibe = id, client = clients[0]) =>
    client.post(`/vibes/${vibe}/reactions`, { emoji }, key);
  const atOnce = await Promise.all(
    clients.flatMap((client) => [heart, sparkle].map((emoji) => react(emoji, id, client))),
  );
  const taken = atOnce.filter(({ status }) => status === 201);
  const refused = atOnce.filter(({ status }) => status !== 201);
  expect(taken.length).toBeGreaterThan(0);
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
  expect(new Set(taken.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const first = taken[0]?.body;

  const fans = Array.from({ length: 7 }, () => service.as(bench.addMember()));
  for (let round = 0; round < 30; round += 1) {
    const others = await Promise.all(fans.map((fan) => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle })));
    expect(others.map(({ status }) => status)).toEqual(fans.map(() => 201));
  }
  bench.clock.advance(1_000);
  for (const client of clients) {
    const again = await react(first.event.emoji, id, client);
    expect([again.status, again.body]).toEqual([201, first]);
    expect((await react(first.event.emoji === heart ? sparkle : heart, id, client)).status).toBe(409);
    expect((await react(first.event.emoji, otherVibe, client)).status).toBe(409);
  }
  expect((await fans[0]?.get(`/vibes/${id}/reactions/count`))?.body.total).toBe(211);
  expect((await fans[0]?.get(`/vibes/${otherVibe}/reactions/count`))?.body.total).toBe(0);
});

test('an invisible vibe is 404, and so is a post that is not a vibe', async () => {
  const { service } = bench;
  const author = bench.addMember();
  const [secret, text, open] = [
    bench.content.addVibe(author),
    bench.content.addVibe(author, { kind: 'post' }),
    bench.content.addVibe(author, { tribeId: 38 }),
  ];
  for (const [actor, id] of [
    [person(), secret],
    [author, text],
    [author, 'no-es-un-id'],
  ] as const) {
    const client = service.as(actor);
    expect((await client.get(`/vibes/${id}/reactions`)).status).toBe(404);
    expect((await client.get(`/vibes/${id}/reactions/count`)).status).toBe(404);
    expect((await client.get(`/vibes/${id}/stream`)).status).toBe(404);
    expect((await client.post(`/vibes/${id}/reactions`, { emoji: heart })).status).toBe(404);
  }
  expect((await service.as(visitorActor()).get(`/vibes/${open}/reactions/count`)).body).toEqual({
    total: 0,
    lastTs: 0,
  });
  expect((await service.as(visitorActor()).post(`/vibes/${open}/reactions`, { emoji: heart })).status).toBe(401);
});

test('a reaction from a higher level is shown without a name to those below', async () => {
  const { service } = bench;
  const [low, high] = [bench.addMember(), bench.addMember(4)];
  const id = bench.content.addVibe(low);
  await service.as(high).post(`/vibes/${id}/reactions`, { emoji: heart });
  const { body } = await service.as(low).get(`/vibes/${id}/reactions`);
  expect(body).toMatchObject([{ userName: 'Miembro de nivel superior' }]);
  expect(JSON.stringify(body)).not.toContain(high.id);
});

test('deleting a vibe or its tribe deletes the reactions', async () => {
  const { service, rpc } = bench;
  const [author, fan] = [bench.addMember(), bench.addMember()];
  const [one, two] = [bench.content.addVibe(author), bench.content.addVibe(author)];
  for (const id of [one, two]) await service.as(fan).post(`/vibes/${id}/reactions`, { emoji: heart });
  const total = async (id: string) => (await rpc.getCounts({ vibeIds: [id] })).counts[0]?.total;
  await bench.publishOnly(PostDeleted, PostDeleted.fromPartial({ tribeId: 100, postId: one }));
  await until(async () => (await total(one)) === 0, 'the vibe is deleted');
  expect(await total(two)).toBe(1);
  await bench.publishOnly(TribeDeleted, { tribeId: 100 });
  await until(async () => (await total(two)) === 0, 'the tribe is deleted');
});

test('a restricted member cannot react to a vibe', async () => {
  const [author, fan] = [bench.addMember(), bench.addMember()];
  bench.tribes.setMembership(100, fan, { restrictedUntil: '2999-01-02T03:04:05.000Z' });
  const id = bench.content.addVibe(author);
  const { status, body } = await bench.service.as(fan).post(`/vibes/${id}/reactions`, { emoji: heart });
  expect([status, body.code]).toEqual([403, 'membership_restricted']);
  expect((await bench.service.as(fan).get(`/vibes/${id}/reactions/count`)).body.total).toBe(0);
});
