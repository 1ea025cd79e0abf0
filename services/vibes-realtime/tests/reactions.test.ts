import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor, visitorActor } from '@tribus/kit/runtime/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { heart, sparkle } from '../limits.ts';
import { openStage, person, type Stage, unique } from './bench.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

test('a tap is taken, told, and counts unless it is the author’s', async () => {
  const { world, service, clock } = stage;
  const [author, fan] = [world.member(), world.member()];
  const id = world.vibe(author);
  const tap = (actor: typeof fan, emoji: string) => service.as(actor).post(`/vibes/${id}/reactions`, { emoji });
  const ts = clock.now().getTime();
  const { status, body } = await tap(fan, sparkle);
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
  expect((await tap(author, heart)).body).toMatchObject({ total: 1, lastTs: ts + 5 });
  expect((await service.as(fan).get(`/vibes/${id}/reactions/count`)).body).toEqual({ total: 1, lastTs: ts + 5 });
  const told = (await service.as(fan).get(`/vibes/${id}/reactions`)).body;
  expect(told.map(({ emoji }: { emoji: string }) => emoji)).toEqual([sparkle, heart]);
  expect((await service.as(fan).get(`/vibes/${id}/reactions?since=${ts}`)).body).toHaveLength(1);
  expect((await service.as(fan).get(`/vibes/${id}/reactions?since=ayer`)).status).toBe(400);
  await until(() => stage.taps.filter(({ vibeId }) => vibeId === id).length === 2, 'both are said');
  expect(stage.taps.find(({ vibeId }) => vibeId === id)).toEqual({
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
  const id = stage.world.vibe(stage.world.member());
  const { status, body } = await stage.service.as(stage.world.member()).post(`/vibes/${id}/reactions`, { emoji });
  expect([status, body.code]).toEqual([400, 'emoji_invalid']);
});

test.each(['👍🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇪🇸'])('%s is one emoji', async (emoji) => {
  const id = stage.world.vibe(stage.world.member());
  expect((await stage.service.as(stage.world.member()).post(`/vibes/${id}/reactions`, { emoji })).status).toBe(201);
});

test('of 210 taps at once all count and the newest two hundred are kept', async () => {
  const { world, service } = stage;
  const id = world.vibe(world.member());
  const fans = Array.from({ length: 7 }, () => service.as(world.member()));
  const answers = await Promise.all(
    fans.flatMap((fan) => Array.from({ length: 30 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle }))),
  );
  expect(answers.map(({ body }) => body.total).sort((a, b) => a - b)).toEqual(answers.map((_, index) => index + 1));
  expect((await fans[0]?.get(`/vibes/${id}/reactions/count`))?.body.total).toBe(210);
  expect((await fans[0]?.get(`/vibes/${id}/reactions`))?.body).toHaveLength(200);
  const { counts } = await stage.rpc.getCounts({ vibeIds: [id, 'desconocido'] });
  expect(counts).toMatchObject([
    { vibeId: id, total: 210 },
    { vibeId: 'desconocido', total: 0, lastTsMs: 0 },
  ]);
});

test('of the first taps on a vibe, at once and on two copies of the service, none is lost', async () => {
  const { world, service } = stage;
  const id = world.vibe(world.member());
  const fan = world.member();
  const clients = [service.as(fan), (await stage.copy()).as(fan)];
  const answers = await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: 20 }, () => client.post(`/vibes/${id}/reactions`, { emoji: heart })),
    ),
  );
  expect(new Set(answers.map(({ body }) => body.total)).size).toBe(40);
  expect((await service.as(fan).get(`/vibes/${id}/reactions`)).body).toHaveLength(40);
});

test('a tap repeated among others at the same time counts once and is told once', async () => {
  const { world, service, rpc } = stage;
  const id = world.vibe(world.member());
  const fan = service.as(world.member());
  const agent = userActor(world.member().id, { isAgent: true });
  const reaction = { vibeId: id, reactionId: crypto.randomUUID(), emoji: heart };
  const others = Array.from({ length: 10 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle }));
  const repeated = await Promise.all(Array.from({ length: 10 }, () => rpc.react(reaction, { actor: agent })));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
  expect((await fan.get(`/vibes/${id}/reactions/count`)).body.total).toBe(11);
  expect(Math.max(...repeated.map(({ total }) => total))).toBeLessThanOrEqual(11);
  await until(() => stage.taps.filter(({ vibeId }) => vibeId === id).length === 11, 'each is told');
  expect(stage.taps.filter(({ reactionId }) => reactionId === reaction.reactionId)).toHaveLength(1);
});

test('a repeated tap counts once, by its key as by its id', async () => {
  const { world, service, rpc } = stage;
  const id = world.vibe(world.member());
  const fan = service.as(world.member());
  const key = { 'idempotency-key': unique('tap') };
  const taps = Array.from({ length: 10 }, () => fan.post(`/vibes/${id}/reactions`, { emoji: heart }, key));
  expect(new Set((await Promise.all(taps)).map(({ body }) => `${body.event.id} ${body.total}`)).size).toBe(1);
  const agent = userActor(world.member().id, { isAgent: true });
  const reaction = { vibeId: id, reactionId: crypto.randomUUID(), emoji: heart };
  for (let times = 0; times < 3; times++) expect(await rpc.react(reaction, { actor: agent })).toEqual({ total: 2 });
  await expect(rpc.react({ ...reaction, emoji: 'x' }, { actor: agent })).rejects.toMatchObject({
    code: 'emoji_invalid',
  });
});

test('a key of a tap is held to its vibe and emoji, at once, on another copy and after 200 others', async () => {
  const { world, service } = stage;
  const author = world.member();
  const [id, elsewhere] = [world.vibe(author), world.vibe(author)];
  const actor = world.member();
  const clients = [service.as(actor), (await stage.copy()).as(actor)] as const;
  const key = { 'idempotency-key': unique('tap') };
  const tap = (emoji: string, vibe = id, client = clients[0]) =>
    client.post(`/vibes/${vibe}/reactions`, { emoji }, key);
  const atOnce = await Promise.all(
    clients.flatMap((client) => [heart, sparkle].map((emoji) => tap(emoji, id, client))),
  );
  const taken = atOnce.filter(({ status }) => status === 201);
  const refused = atOnce.filter(({ status }) => status !== 201);
  expect(taken.length).toBeGreaterThan(0);
  for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
  expect(new Set(taken.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const first = taken[0]?.body;

  const fans = Array.from({ length: 7 }, () => service.as(world.member()));
  for (let round = 0; round < 30; round += 1) {
    const others = await Promise.all(fans.map((fan) => fan.post(`/vibes/${id}/reactions`, { emoji: sparkle })));
    expect(others.map(({ status }) => status)).toEqual(fans.map(() => 201));
  }
  stage.clock.advance(1_000);
  for (const client of clients) {
    const again = await tap(first.event.emoji, id, client);
    expect([again.status, again.body]).toEqual([201, first]);
    expect((await tap(first.event.emoji === heart ? sparkle : heart, id, client)).status).toBe(409);
    expect((await tap(first.event.emoji, elsewhere, client)).status).toBe(409);
  }
  expect((await fans[0]?.get(`/vibes/${id}/reactions/count`))?.body.total).toBe(211);
  expect((await fans[0]?.get(`/vibes/${elsewhere}/reactions/count`))?.body.total).toBe(0);
});

test('what one may not see is not found, nor is a post that is no vibe', async () => {
  const { world, service } = stage;
  const author = world.member();
  const [secret, text, open] = [
    world.vibe(author),
    world.vibe(author, { kind: 'post' }),
    world.vibe(author, { tribeId: 38 }),
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

test('who tapped from a higher level is not named to those below', async () => {
  const { world, service } = stage;
  const [low, high] = [world.member(), world.member(4)];
  const id = world.vibe(low);
  await service.as(high).post(`/vibes/${id}/reactions`, { emoji: heart });
  const { body } = await service.as(low).get(`/vibes/${id}/reactions`);
  expect(body).toMatchObject([{ userName: 'Miembro de nivel superior' }]);
  expect(JSON.stringify(body)).not.toContain(high.id);
});

test('with a vibe or its tribe the taps are forgotten', async () => {
  const { world, service, rpc } = stage;
  const [author, fan] = [world.member(), world.member()];
  const [one, two] = [world.vibe(author), world.vibe(author)];
  for (const id of [one, two]) await service.as(fan).post(`/vibes/${id}/reactions`, { emoji: heart });
  const total = async (id: string) => (await rpc.getCounts({ vibeIds: [id] })).counts[0]?.total;
  await stage.say(PostDeleted, PostDeleted.fromPartial({ tribeId: 100, postId: one }));
  await until(async () => (await total(one)) === 0, 'the vibe is forgotten');
  expect(await total(two)).toBe(1);
  await stage.say(TribeDeleted, { tribeId: 100, droppedMediaKeys: [] });
  await until(async () => (await total(two)) === 0, 'the tribe is forgotten');
});
