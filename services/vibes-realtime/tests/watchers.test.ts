import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, visitorActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostEdited } from '@tribus/proto/content/v1/events.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import { heart } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { type Listener, openStream } from './listener.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const react = (actor: Actor, id: string) => bench.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart });
const watch = (actor: Actor, id: string) => bench.listen(actor, `/vibes/${id}/stream`);
const edit = async (postId: string, minLevelOrder: number) => {
  bench.content.changeLevel(postId, minLevelOrder);
  await bench.publishOnly(PostEdited, PostEdited.fromPartial({ tribeId: 100, postId, minLevelOrder }));
};
/** Resolves when each listener has received this many reactions, or has ended. */
const settled = (listeners: readonly Listener[], count: number) =>
  until(() => listeners.every(({ events, ended }) => ended || events.length === count), `${count} reactions came`);

test('newly allowed viewers can watch a vibe after its level is lowered', async () => {
  const [high, low] = [bench.addMember(3), bench.addMember()];
  const id = bench.content.addVibe(bench.addMember(3), { minLevelOrder: 3 });
  const before = await watch(high, id);
  await edit(id, 1);
  const after = await watch(low, id);
  for (let count = 1; count <= 2; count++) {
    await react(high, id);
    await settled([before, after], count);
  }
  expect([before.ended, after.ended]).toEqual([false, false]);
});

test("every replica closes only the streams of viewers below a vibe's raised level", async () => {
  const [high, low] = [bench.addMember(3), bench.addMember()];
  const id = bench.content.addVibe(bench.addMember(3));
  const another = await bench.startReplica();
  const remoteStreams = await Promise.all(
    [high, low].map((actor) => openStream(another, actor, `/vibes/${id}/stream`)),
  );
  const localStreams = await Promise.all([high, low].map((actor) => watch(actor, id)));
  await edit(id, 3);
  await until(
    () => [localStreams, remoteStreams].every((listeners) => listeners[1]?.ended),
    'the stream below the level is closed',
  );
  await react(high, id);
  const staying = [localStreams, remoteStreams].flatMap((listeners) => listeners[0] ?? []);
  await settled(staying, 1);
  expect(staying.map(({ ended }) => ended)).toEqual([false, false]);
  for (const listener of remoteStreams) listener.close();
});

test('no stream is closed while content is unavailable, and those without access are closed afterwards', async () => {
  const [high, low] = [bench.addMember(3), bench.addMember()];
  const id = bench.content.addVibe(bench.addMember(3));
  const [stays, cut] = [await watch(high, id), await watch(low, id)];
  const calls = () => bench.content.callsBy(visitorActor());
  const before = calls();
  bench.content.isUnavailable = true;
  await edit(id, 3);
  // Each check makes at most two calls, so a second check has begun.
  await until(() => calls() > before + 2, 'the check was repeated');
  expect([stays.ended, cut.ended]).toEqual([false, false]);
  bench.content.isUnavailable = false;
  await until(() => cut.ended, 'the stream below the level is closed');
  await react(high, id);
  await settled([stays], 1);
  expect(stays.ended).toBe(false);
});

test('a change of the tribe closes none of 650 streams of allowed viewers', async () => {
  const [author, leaver] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(author);
  const watching: Listener[] = [];
  // More than one process may request from a peer at once.
  while (watching.length < 650)
    watching.push(...(await Promise.all(Array.from({ length: 50 }, () => watch(bench.addMember(), id)))));
  const cut = await watch(leaver, id);
  bench.tribes.removeMembership(100, leaver);
  await bench.publishOnly(TribeUpdated, TribeUpdated.fromPartial({ tribeId: 100 }));
  await until(() => cut.ended, 'the stream without access is closed');
  await react(author, id);
  await settled(watching, 1);
  expect(watching.filter(({ ended }) => ended).length).toBe(0);
});
