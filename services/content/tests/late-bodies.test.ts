import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { form, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import type { TestAnswer } from '@tribus/kit/testing/service.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
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
const sent: Record<string, (scene: Scene) => Promise<TestAnswer>> = {
  'a post': ({ member, tribeId }) =>
    bench.service.as(member).post(`/tribes/${tribeId}/posts`, form({ content: 'tarde', minLevelOrder: '2' }, 2)),
  'a picture': ({ member, tribeId }) => {
    const body = new FormData();
    body.append('file', picture);
    return bench.service.as(member).post(`/tribes/${tribeId}/media`, body);
  },
};

/** Changes during an upload, and the expected errors. */
const ends: [what: string, end: (scene: Scene) => unknown, expected: [status: number, code: string]][] = [
  [
    'its sender is removed or banned',
    ({ tribeId, member }) => bench.tribes.removeMembership(tribeId, member),
    [403, 'membership_required'],
  ],
  [
    'its sender is restricted',
    ({ tribeId, member }) => {
      const restrictedUntil = new Date(bench.clock.now().getTime() + 60_000).toISOString();
      bench.tribes.setMembership(tribeId, member, { levelOrder: 2, restrictedUntil });
    },
    [403, 'membership_restricted'],
  ],
  ['its tribe is deleted', ({ tribeId }) => bench.tribes.removeTribe(tribeId), [404, 'not_found']],
  ['its session ends', ({ member }) => bench.identity.endedSessions.add(member.sessionId), [401, 'unauthenticated']],
  [
    'its account is suspended',
    ({ member }) => bench.identity.openSession(member.id, { sessionId: member.sessionId, status: 'suspended' }),
    [401, 'unauthenticated'],
  ],
  [
    'its account is silenced',
    ({ member }) => bench.identity.openSession(member.id, { sessionId: member.sessionId, isSilenced: true }),
    [403, 'account_silenced'],
  ],
];

function scene(): Scene {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  return { owner, tribeId, member: bench.tribes.addMember(tribeId, { levelOrder: 2 }) };
}

const shownIn = async ({ owner, tribeId }: Scene) => [
  ...(await bench.service.as(owner).get(`/tribes/${tribeId}/posts`)).body.items,
  ...(await bench.service.as(owner).get(`/tribes/${tribeId}/media`)).body.items,
];

for (const [kind, send] of Object.entries(sent)) {
  test.each(ends)(
    `${kind} is refused when %s during the upload, and leaves nothing behind`,
    async (_what, end, expected) => {
      const target = scene();
      bench.media.meanwhile = async () => {
        bench.media.meanwhile = undefined;
        await end(target);
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

test('a post is refused when its author loses its level during the upload', async () => {
  const target = scene();
  bench.media.meanwhile = async () => bench.tribes.setMembership(target.tribeId, target.member, { levelOrder: 1 });
  const { status, body } = await (sent['a post'] as (scene: Scene) => Promise<TestAnswer>)(target);
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
