import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.meanwhile = undefined;
});

const as = (actor: Actor) => bench.service.as(actor);

/** A tribe with a manual challenge and an officer who has a session. */
async function setUpTribe() {
  const levels = await setUpLevels(bench);
  const sender = userActor(unique('oficial'), { sessionId: unique('sesion') });
  bench.identity.openSession(sender.id, { sessionId: sender.sessionId });
  await bench.join(levels.tribeId, sender);
  await as(levels.owner).put(levels.path(`members/${sender.id}/role`), { role: 'officer' });
  const { name } = (await as(levels.owner).get(levels.path(''))).body;
  return { ...levels, sender, name: String(name), challengeId: await levels.addManual() };
}
type Tribe = Awaited<ReturnType<typeof setUpTribe>>;

function formWith(field: string): FormData {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(900)]), 'foto.jpg');
  return body;
}

const uploads: Record<string, (tribe: Tribe) => Promise<TestResponse>> = {
  'a banner': ({ sender, path }) => as(sender).post(path('banner'), formWith('image')),
  'a file for a challenge': ({ sender, path, challengeId }) =>
    as(sender).post(path(`challenges/${challengeId}/submit/file`), formWith('file')),
};

async function done(request: Promise<TestResponse>): Promise<void> {
  const { status, body } = await request;
  expect([status < 300, body]).toEqual([true, body]);
}

type Change = (tribe: Tribe) => unknown;
type Expected = [status: number, code: string];
const changes: [what: string, change: Change, banner: Expected, file: Expected][] = [
  [
    'its sender leaves',
    ({ sender, path }) => done(as(sender).post(path('leave'))),
    [403, 'forbidden'],
    [403, 'membership_required'],
  ],
  [
    'its sender is banned',
    ({ owner, sender, path }) => done(as(owner).post(path('bans'), { userId: sender.id, reason: 'Insultos' })),
    [403, 'forbidden'],
    [403, 'membership_required'],
  ],
  [
    'the tribe is deleted',
    ({ owner, path, name }) => done(as(owner).delete(path('').slice(0, -1), { name })),
    [404, 'not_found'],
    [404, 'not_found'],
  ],
  [
    'its account is suspended',
    ({ sender: { id, sessionId } }) => bench.identity.openSession(id, { sessionId, status: 'suspended' }),
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ],
  [
    'its account is silenced',
    ({ sender: { id, sessionId } }) => bench.identity.openSession(id, { sessionId, isSilenced: true }),
    [403, 'account_silenced'],
    [403, 'account_silenced'],
  ],
];

const cases = changes.flatMap(([what, change, banner, file]) =>
  Object.entries(uploads).map(([kind, send]) => ({
    kind,
    what,
    change,
    send,
    expected: kind === 'a banner' ? banner : file,
  })),
);

test.each(cases)(
  '$kind is refused when $what during the upload, and leaves nothing behind',
  async ({ change, send, expected }) => {
    const tribe = await setUpTribe();
    bench.media.meanwhile = async () => {
      bench.media.meanwhile = undefined;
      await change(tribe);
    };
    const { status, body } = await send(tribe);
    expect([status, body.code]).toEqual(expected);
    expect(bench.media.left(tribe.sender)).toEqual([]);
    if (status === 404) return;
    expect((await as(tribe.owner).get(tribe.path(''))).body.imageUrl).toBeNull();
    expect((await tribe.pending()).items).toEqual([]);
  },
);

test('a banner is refused when its sender is no longer an officer at the end of the upload', async () => {
  const tribe = await setUpTribe();
  bench.media.meanwhile = async () => {
    bench.media.meanwhile = undefined;
    await as(tribe.owner).put(tribe.path(`members/${tribe.sender.id}/role`), { role: 'member' });
  };
  const { status, body } = await (uploads['a banner'] as (tribe: Tribe) => Promise<TestResponse>)(tribe);
  expect([status, body.code]).toEqual([403, 'forbidden']);
  expect(bench.media.left(tribe.sender)).toEqual([]);
});
