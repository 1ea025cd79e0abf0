import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const unknownUserId = '00000000-0000-7000-8000-000000000000';
const make = (body: object, headers = {}) => bench.service.as(admin).post('/admin/agents', body, headers);
const list = async () => (await bench.service.as(admin).get('/admin/agents')).body.items;

test('a new agent has the default settings, and its user is marked as an agent', async () => {
  const userId = unique('robot');
  const { status, body } = await make({ userId, role: 'admin', lastRunAt: '2020-01-01T00:00:00.000Z' });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      user: { id: userId, name: `Nombre de ${userId}`, email: `${userId}@tribus.test` },
      active: false,
      lastRunAt: null,
      createdAt: expect.any(String),
      config: {
        tribes: [],
        tags: [],
        frequencySec: 120,
        maxActionsPerCycle: 3,
        strategy: 'rule',
        dailyLimit: 200,
        disableLimits: false,
        enableVibeReactions: false,
      },
    },
  ]);
  expect(bench.identity.agents).toContain(userId);
  expect(await list()).toContainEqual(body);
  expect((await bench.rpc.listAgentIds({})).userIds).toContain(userId);
});

test('only one of twenty concurrent requests for one user creates an agent', async () => {
  const userId = unique('robot');
  const responses = await Promise.all(Array.from({ length: 20 }, () => make({ userId })));
  const made = responses.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(new Set(responses.map(({ body }) => body.code ?? body.id))).toEqual(
    new Set([made[0]?.body.id, 'agent_exists']),
  );
  expect((await list()).filter(({ user }: { user: { id: string } }) => user.id === userId)).toHaveLength(1);
});

test('a repeated request returns the same agent', async () => {
  const key = { 'idempotency-key': unique('agent') };
  const body = { userId: unique('robot') };
  const responses = await Promise.all(Array.from({ length: 5 }, () => make(body, key)));
  expect(new Set(responses.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
});

test.each([
  ['an unknown user', 'user_unknown', { userId: 'gone-1' }],
  ['no user', 'invalid_input', {}],
  ['reactions to vibes', 'vibe_reactions_unavailable', { userId: 'u', config: { enableVibeReactions: true } }],
  ['an unknown strategy', 'invalid_input', { userId: 'u', config: { strategy: 'ollama' } }],
  ['a cycle every 29 seconds', 'invalid_input', { userId: 'u', config: { frequencySec: 29 } }],
  ['21 actions a cycle', 'invalid_input', { userId: 'u', config: { maxActionsPerCycle: 21 } }],
  ['1001 actions a day', 'invalid_input', { userId: 'u', config: { dailyLimit: 1_001 } }],
  ['a tribe by name', 'invalid_input', { userId: 'u', config: { tribes: ['38'] } }],
])('an agent with %s is rejected: %s', async (_what, code, body) => {
  const { status, body: answer } = await make(body);
  expect([status, answer.code]).toEqual([400, code]);
});

test('a change leaves other fields as they are; deleting an agent marks its user as a person again', async () => {
  const userId = unique('robot');
  const made = (await make({ userId, config: { tags: ['fuego'], frequencySec: 300 } })).body;
  const client = bench.service.as(admin);
  const path = `/admin/agents/${made.id}`;
  const changed = (await client.put(path, { config: { dailyLimit: 5 } })).body;
  expect(changed).toEqual({ ...made, config: { ...made.config, dailyLimit: 5 } });
  expect((await client.put(path, { config: { enableVibeReactions: true } })).body.code).toBe(
    'vibe_reactions_unavailable',
  );
  expect((await client.put(path, { active: true, userId: 'otro' })).body).toEqual({ ...changed, active: true });
  expect((await client.delete(path)).body).toEqual({ ok: true });
  await until(() => !bench.identity.agents.has(userId), 'its user is marked as a person');
  for (const missing of [path, `/admin/agents/${unknownUserId}`, '/admin/agents/no-es-un-id']) {
    expect((await client.put(missing, {})).status).toBe(404);
    expect((await client.delete(missing)).status).toBe(404);
    expect((await client.get(`${missing}/actions`)).status).toBe(404);
  }
  expect((await make({ userId })).status).toBe(201);
});

test('only admins manage agents', async () => {
  const { id } = (await make({ userId: unique('robot') })).body;
  for (const [actor, status] of [
    [undefined, 401],
    [userActor('u'), 403],
    [userActor('robot', { isAgent: true }), 403],
  ] as const) {
    const client = bench.service.as(actor);
    const responses = await Promise.all([
      client.get('/admin/agents'),
      client.post('/admin/agents', { userId: 'u' }),
      client.put(`/admin/agents/${id}`, { active: true }),
      client.delete(`/admin/agents/${id}`),
      client.get(`/admin/agents/${id}/actions`),
    ]);
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status));
  }
});

test('an active agent runs on its schedule, and its actions are listed', async () => {
  const userId = unique('robot');
  bench.tribes.addTribe({ id: 100 });
  bench.tribes.setMembership(100, { id: userId });
  bench.content.addPosts(100, 1);
  const { id } = (await make({ userId, active: true, config: { tribes: [100], maxActionsPerCycle: 1 } })).body;
  const actions = async () => (await bench.service.as(admin).get(`/admin/agents/${id}/actions`)).body.items;
  await until(async () => (await actions()).length > 0, 'it has acted');
  expect(await actions()).toMatchObject([
    { type: 'reaction', reaction: 'like', tribeId: 100, result: 'done', reason: null },
  ]);
});
