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

/** What ends it, and what the sender is told. */
const ends: [what: string, end: (scene: Scene) => unknown, told: [status: number, code: string]][] = [
  [
    'who sends it is removed or banned',
    ({ tribeId, member }) => bench.tribes.removeMembership(tribeId, member),
    [403, 'membership_required'],
  ],
  [
    'who sends it may only read for a while',
    ({ tribeId, member }) => {
      const restrictedUntil = new Date(bench.clock.now().getTime() + 60_000).toISOString();
      bench.tribes.setMembership(tribeId, member, { levelOrder: 2, restrictedUntil });
    },
    [403, 'membership_restricted'],
  ],
  ['the tribe is deleted', ({ tribeId }) => bench.tribes.removeTribe(tribeId), [404, 'not_found']],
  ['the session ends', ({ member }) => bench.identity.endedSessions.add(member.sessionId), [401, 'unauthenticated']],
  [
    'the account is suspended',
    ({ member }) => bench.identity.openSession(member.id, { sessionId: member.sessionId, status: 'suspended' }),
    [401, 'unauthenticated'],
  ],
  [
    'the account is silenced',
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
    `${kind} that is still arriving when %s is refused as a new one, and leaves nothing behind`,
    async (_what, end, told) => {
      const here = scene();
      bench.media.meanwhile = async () => {
        bench.media.meanwhile = undefined;
        await end(here);
      };
      const { status, body } = await send(here);
      expect([status, body.code]).toEqual(told);
      expect(bench.media.left(here.member)).toEqual([]);
      if (status !== 404) expect(await shownIn(here)).toEqual([]);
    },
  );

  test(`${kind} that is still arriving when its tribe is deleted is refused, also while tribes does not know it yet`, async () => {
    const here = scene();
    bench.media.meanwhile = async () => {
      bench.media.meanwhile = undefined;
      await bench.publish(TribeDeleted, { tribeId: here.tribeId });
    };
    const { status, body } = await send(here);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(bench.media.left(here.member)).toEqual([]);
    expect(await shownIn(here)).toEqual([]);
  });
}

test('a post for a level that is lost while it arrives is refused', async () => {
  const here = scene();
  bench.media.meanwhile = async () => bench.tribes.setMembership(here.tribeId, here.member, { levelOrder: 1 });
  const { status, body } = await (sent['a post'] as (scene: Scene) => Promise<TestAnswer>)(here);
  expect([status, body.code]).toEqual([403, 'level_above_own']);
  expect(await shownIn(here)).toEqual([]);
});

test('a file for the landing page is refused when who sends it is no admin any more', async () => {
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
