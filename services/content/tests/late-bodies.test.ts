import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { form, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MemberLeft, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.meanwhile = undefined;
});

interface Scene {
  tribeId: number;
  owner: Actor;
  member: Actor;
}

const picture = new Blob([new Uint8Array(10)]);
const sent: Record<string, (scene: Scene) => Promise<TestResponse>> = {
  'a post': ({ member, tribeId }) =>
    bench.service.as(member).post(`/tribes/${tribeId}/posts`, form({ content: 'tarde', minLevelOrder: '2' }, 2)),
  'a picture': ({ member, tribeId }) => {
    const body = new FormData();
    body.append('file', picture);
    return bench.service.as(member).post(`/tribes/${tribeId}/media`, body);
  },
};

/** Changes during an upload, and the expected errors. */
const ends: [what: string, end: (scene: Scene, on: Bench) => unknown, expected: [status: number, code: string]][] = [
  [
    'its sender is removed or banned',
    ({ tribeId, member }, on) => on.tribes.removeMembership(tribeId, member),
    [403, 'membership_required'],
  ],
  [
    'its sender is restricted',
    ({ tribeId, member }, on) => {
      const restrictedUntil = new Date(on.clock.now().getTime() + 60_000).toISOString();
      on.tribes.setMembership(tribeId, member, { levelOrder: 2, restrictedUntil });
    },
    [403, 'membership_restricted'],
  ],
  ['its tribe is deleted', ({ tribeId }, on) => on.tribes.removeTribe(tribeId), [404, 'not_found']],
  ['its session ends', ({ member }, on) => on.identity.endedSessions.add(member.sessionId), [401, 'unauthenticated']],
  [
    'its account is suspended',
    ({ member }, on) => on.identity.openSession(member.id, { sessionId: member.sessionId, status: 'suspended' }),
    [401, 'unauthenticated'],
  ],
  [
    'its account is silenced',
    ({ member }, on) => on.identity.openSession(member.id, { sessionId: member.sessionId, isSilenced: true }),
    [403, 'account_silenced'],
  ],
];

function scene(on = bench): Scene {
  const owner = person();
  const tribeId = on.tribes.createTribe(owner);
  return { owner, tribeId, member: on.tribes.addMember(tribeId, { levelOrder: 2 }) };
}

const shownIn = async ({ owner, tribeId }: Scene, on = bench) => [
  ...(await on.service.as(owner).get(`/tribes/${tribeId}/posts`)).body.items,
  ...(await on.service.as(owner).get(`/tribes/${tribeId}/media`)).body.items,
];

for (const [kind, send] of Object.entries(sent)) {
  test.each(ends)(
    `${kind} is refused when %s during the upload, and nothing is stored`,
    async (_what, end, expected) => {
      const target = scene();
      bench.media.meanwhile = async () => {
        bench.media.meanwhile = undefined;
        await end(target, bench);
      };
      const { status, body } = await send(target);
      expect([status, body.code]).toEqual(expected);
      expect(bench.media.left(target.member)).toEqual([]);
      if (status !== 404) expect(await shownIn(target)).toEqual([]);
    },
  );

  test(`${kind} is refused when its tribe is deleted during the upload, also while tribes still returns the tribe`, async () => {
    const target = scene();
    bench.media.meanwhile = async () => {
      bench.media.meanwhile = undefined;
      await bench.publish(TribeDeleted, { tribeId: target.tribeId });
    };
    const { status, body } = await send(target);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(bench.media.left(target.member)).toEqual([]);
    expect(await shownIn(target)).toEqual([]);
  });
}

describe('a post without pictures', () => {
  let late: Bench;
  let prompt: Bench;
  beforeAll(async () => {
    // Every form counts as late, and none does.
    late = await openBench({ timeLimits: { promptBodyMs: 0 } });
    prompt = await openBench({ timeLimits: { promptBodyMs: Number.POSITIVE_INFINITY }, cacheTtlMs: hourMs });
  });
  afterAll(() => Promise.all([late.close(), prompt.close()]));

  const publish = (on: Bench, { member, tribeId }: Scene) =>
    on.service.as(member).post(`/tribes/${tribeId}/posts`, form({ content: 'sin fotos' }));

  test.each(ends)('is refused when %s before a late end of its form', async (_what, end, expected) => {
    const target = scene(late);
    // Caches the membership in content.
    expect((await late.service.as(target.member).get(`/tribes/${target.tribeId}/posts`)).status).toBe(200);
    await end(target, late);
    const { status, body } = await publish(late, target);
    expect([status, body.code]).toEqual(expected);
    if (status !== 404) expect(await shownIn(target, late)).toEqual([]);
  });

  test('costs no call for its session or a cached membership when its form arrives at once', async () => {
    const target = scene(prompt);
    expect((await publish(prompt, target)).status).toBe(201);
    const calls = () => [prompt.identity.sessionCalls.length, prompt.tribes.callsAbout(target.member)];
    const before = calls();
    expect((await publish(prompt, target)).status).toBe(201);
    expect(calls()).toEqual(before);
  });

  test('is refused when its sender is removed before a prompt end of its form', async () => {
    const target = scene(prompt);
    const { member, tribeId } = target;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const request = new Request('http://form.test', { method: 'POST', body: form({ content: 'sin fotos' }) });
    const bytes = await request.bytes();
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const answer = prompt.service.as(member).post(`/tribes/${tribeId}/posts`, readable, headers);
    await writer.write(bytes.subarray(0, -6));
    await until(() => prompt.tribes.callsAbout(member) > 0, 'its membership has been checked');
    prompt.tribes.removeMembership(tribeId, member);
    await prompt.publishOnly(MemberLeft, { tribeId, userId: member.id, reason: 'removed' });
    const isCached = async () => (await prompt.service.as(member).get(`/tribes/${tribeId}/posts`)).status === 200;
    await until(async () => !(await isCached()), 'content has processed the removal');
    await writer.write(bytes.subarray(-6));
    await writer.close();
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([403, 'membership_required']);
    expect(await shownIn(target, prompt)).toEqual([]);
  });
});

test('a post is refused when its author loses its level during the upload', async () => {
  const target = scene();
  bench.media.meanwhile = async () => bench.tribes.setMembership(target.tribeId, target.member, { levelOrder: 1 });
  const { status, body } = await (sent['a post'] as (scene: Scene) => Promise<TestResponse>)(target);
  expect([status, body.code]).toEqual([403, 'level_above_own']);
  expect(await shownIn(target)).toEqual([]);
});

test('a file for the landing page is refused when its sender is no longer an admin', async () => {
  const boss = userActor(unique('jefa'), { role: 'admin', sessionId: unique('sesion') });
  bench.identity.openSession(boss.id, { sessionId: boss.sessionId, role: 'admin' });
  const upload = () => {
    const body = new FormData();
    body.append('file', picture);
    return bench.service.as(boss).post('/admin/landing-content/upload', body);
  };
  expect((await upload()).status).toBeLessThan(300);
  bench.media.meanwhile = async () =>
    void bench.identity.openSession(boss.id, { sessionId: boss.sessionId, role: 'user' });
  const { status, body } = await upload();
  expect([status, body.code]).toEqual([403, 'forbidden']);
  expect(bench.media.left(boss)).toHaveLength(1);
});
