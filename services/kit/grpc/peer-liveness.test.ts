import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PeerLiveness } from './peer-liveness.ts';

/** A sent probe: its timeout and a function that ends it. */
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
  // Any silence makes the peer count as unavailable.
  liveness = new PeerLiveness(send, 0);
});
afterEach(() => mock.timers.reset());

const [shortMs, callMs, streamMs] = [20, 2_000, 60_000];

test('a timed-out call is a timeout if the peer answered the probe, else the peer is unavailable', async () => {
  for (const [isAnswered, code] of [
    [true, 'timeout'],
    [false, 'unavailable'],
  ] as const) {
    const call = liveness.wait(callMs);
    mock.timers.tick(callMs / 2);
    sent.at(-1)?.end(isAnswered);
    await setImmediate();
    expect(call.timeoutError()).toMatchObject({ code });
  }
  expect(sent).toHaveLength(2);
});

test('concurrent calls share a probe with the same timeout', () => {
  for (let made = 0; made < 200; made += 1) liveness.wait(callMs);
  mock.timers.tick(callMs / 2);
  expect(sent.map(({ ms }) => ms)).toEqual([callMs]);
});

test('a probe that failed immediately is sent again for the next call', async () => {
  liveness.wait(callMs);
  liveness.wait(callMs + 2);
  mock.timers.tick(callMs / 2);
  sent[0]?.end(false);
  await setImmediate();
  mock.timers.tick(1);
  expect(sent).toHaveLength(2);
});

test('a call with a very short timeout does not make the peer unavailable for other calls', async () => {
  const call = liveness.wait(callMs);
  mock.timers.tick(callMs / 2 - shortMs);
  liveness.wait(shortMs);
  mock.timers.tick(shortMs / 2);
  expect(sent).toHaveLength(1);
  mock.timers.tick(shortMs / 2);
  sent[1]?.end(true);
  sent[0]?.end(false);
  await setImmediate();
  expect(call.timeoutError()).toMatchObject({ code: 'timeout' });
});

test('a call does not share the probe of an earlier stream, whose connection may be dead', async () => {
  liveness.wait(streamMs);
  mock.timers.tick(streamMs / 2);
  const call = liveness.wait(callMs);
  mock.timers.tick(callMs / 2);
  sent[1]?.end(true);
  await setImmediate();
  expect(call.timeoutError()).toMatchObject({ code: 'timeout' });
});

test.each([shortMs, streamMs])(
  'an explicit probe has its own timeout, also while the probe of a %d ms call is pending',
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

test('a closed client sends no probes', async () => {
  liveness.wait(callMs);
  liveness.close();
  mock.timers.tick(callMs / 2);
  expect([await liveness.probe(1_000), sent.length]).toEqual([false, 0]);
});
