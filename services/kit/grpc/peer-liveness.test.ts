import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PeerLiveness } from './peer-liveness.ts';

/** A liveness call that was sent: how long it may take, and how the peer answers it. */
interface Sent {
  ms: number;
  end(isAnswered: boolean): void;
}

let sent: Sent[];
let liveness: PeerLiveness;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  sent = [];
  const send = (ms: number) => new Promise<boolean>((end) => void sent.push({ ms, end }));
  // However short a silence is, it proves that the peer is away.
  liveness = new PeerLiveness(send, 0);
});
afterEach(() => mock.timers.reset());

const [shortMs, callMs, streamMs] = [20, 2_000, 60_000];

test('a peer that answered the liveness call is late at this call, one that did not is away', async () => {
  for (const [isAnswered, code] of [
    [true, 'timeout'],
    [false, 'unavailable'],
  ] as const) {
    const call = liveness.wait(callMs);
    mock.timers.tick(callMs / 2);
    sent.at(-1)?.end(isAnswered);
    await setImmediate();
    expect(call.overdue()).toMatchObject({ code });
  }
  expect(sent).toHaveLength(2);
});

test('calls made at once share a liveness call, which lasts as long as each of them', () => {
  for (let made = 0; made < 200; made += 1) liveness.wait(callMs);
  mock.timers.tick(callMs / 2);
  expect(sent.map(({ ms }) => ms)).toEqual([callMs]);
});

test('a liveness call that failed at once is sent again for the next call', async () => {
  liveness.wait(callMs);
  liveness.wait(callMs + 2);
  mock.timers.tick(callMs / 2);
  sent[0]?.end(false);
  await setImmediate();
  mock.timers.tick(1);
  expect(sent).toHaveLength(2);
});

test('a call with hardly any time does not make the peer count as away for another one', async () => {
  const call = liveness.wait(callMs);
  mock.timers.tick(callMs / 2 - shortMs);
  liveness.wait(shortMs);
  mock.timers.tick(shortMs / 2);
  expect(sent).toHaveLength(1);
  mock.timers.tick(shortMs / 2);
  sent[1]?.end(true);
  sent[0]?.end(false);
  await setImmediate();
  expect(call.overdue()).toMatchObject({ code: 'timeout' });
});

test('a call does not wait for the liveness call of an earlier stream, whose connection may be dead', async () => {
  liveness.wait(streamMs);
  mock.timers.tick(streamMs / 2);
  const call = liveness.wait(callMs);
  mock.timers.tick(callMs / 2);
  sent[1]?.end(true);
  await setImmediate();
  expect(call.overdue()).toMatchObject({ code: 'timeout' });
});

test.each([shortMs, streamMs])(
  'a probe has its own time, also while one of a call of %d ms is under way',
  async (ms) => {
    liveness.wait(ms);
    mock.timers.tick(ms / 2);
    const isAlive = liveness.probe(1_000);
    expect(sent.map((probe) => probe.ms)).toEqual([ms, 1_000]);
    sent[0]?.end(false);
    sent[1]?.end(true);
    expect(await isAlive).toBe(true);
  },
);

test('a closed client sends none', async () => {
  liveness.wait(callMs);
  liveness.close();
  mock.timers.tick(callMs / 2);
  expect([await liveness.probe(1_000), sent.length]).toEqual([false, 0]);
});
