import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { createHttpApp, internalHeader } from '@tribus/kit/http/app.ts';
import { anyone, type Response, Routes } from '@tribus/kit/http/routes.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { EventStream } from '../api.ts';
import { errors } from './errors.ts';
import type { StreamLimits } from './stream-bounds.ts';
import { Streams } from './streams.ts';

let end: () => Promise<void>;
afterEach(() => end());

/** A process with these stream limits; streams are opened over HTTP by a visitor (`v:` and an address) or a user. */
async function process(limits: StreamLimits, before: (res: Response) => Promise<void> = async () => undefined) {
  const ctx = testContext('vibes-realtime');
  const streams = new Streams(ctx, limits);
  const routes = new Routes();
  const spec = {
    guards: [anyone],
    operationId: 'openStream',
    summary: 'A stream',
    answer: EventStream,
    streams: 'text/event-stream',
  } as const;
  routes.get('/stream', spec, async ({ actor, res }) => {
    await before(res);
    streams.open(res, actor, null);
  });
  const app = createHttpApp(ctx, routes, { catalogue: errors.catalogue });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reads: Promise<void>[] = [];
  end = async () => {
    await ctx.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    // Pending work of fetch connections must finish before another file of this worker replaces the timers.
    await Promise.allSettled(reads);
  };
  const { port } = server.address() as AddressInfo;
  const open = async (userId: string) => {
    const actor = userId.startsWith('v:') ? visitorActor('es', userId) : userActor(userId);
    const headers = { [internalHeader]: ctx.tokens.sign(actor, ctx.name) };
    const response = await fetch(`http://127.0.0.1:${port}/api/stream`, { headers });
    const retryAfter = response.headers.get('retry-after');
    const listener = { status: response.status, retryAfter, text: '', ended: false };
    const read = async () => {
      for await (const chunk of response.body ?? []) listener.text += Buffer.from(chunk).toString();
      listener.ended = true;
    };
    reads.push(read());
    reads.at(-1)?.catch(() => undefined);
    await until(() => listener.text !== '', 'the response has arrived');
    return listener;
  };
  /** Requests a stream; returns a function that disconnects. */
  const openSocket = (userId: string) => {
    const socket = connect({ host: '127.0.0.1', port });
    const token = ctx.tokens.sign(userActor(userId), ctx.name);
    socket.write(`GET /api/stream HTTP/1.1\r\nhost: x\r\n${internalHeader}: ${token}\r\n\r\n`);
    return () => void socket.resetAndDestroy();
  };
  return { streams, open, openSocket, metrics: ctx.metrics, stop: () => ctx.close() };
}

const limits: StreamLimits = { perUser: 12, perAddress: 2, total: 4, idleMs: 0 };
const busyEvent = 'retry: 30000\nevent: busy\ndata: {"retryAfterSec":30}\n\n';

test("a new stream at an address's limit ends its longest idle one, with a retry time", async () => {
  const { streams, open, metrics } = await process(limits);
  const [first, second, other] = [await open('v:a'), await open('v:a'), await open('v:b')];
  streams.filter(() => true)[0]?.send('reaction', {});
  expect((await open('v:a')).status).toBe(200);
  await until(() => second.ended, 'the idle one ends');
  expect(second.text).toContain(busyEvent);
  expect([first.ended, other.ended, streams.filter(() => true).length]).toEqual([false, false, 3]);
  expect(await metrics.registry.metrics()).toMatch(/sse_displaced_total\{[^}]*limit="address"[^}]*\} 1/);
});

test("a visitor's stream is closed for a new one at the process limit, and a user's stream is never closed", async () => {
  const { open } = await process(limits);
  const [visitor, ana] = [await open('v:a'), await open('ana')];
  await open('eva');
  await open('ivo');
  expect((await open('ida')).status).toBe(200);
  await until(() => visitor.ended, 'the visitor makes room');
  const refused = await open('v:b');
  expect([refused.status, refused.retryAfter, JSON.parse(refused.text).code]).toEqual([503, '30', 'unavailable']);
  expect((await open('ora')).status).toBe(503);
  expect(ana.ended).toBe(false);
});

test('a stream with a recent event is not closed for another', async () => {
  const { open } = await process({ ...limits, idleMs: 600_000 });
  await open('v:a');
  await open('v:a');
  const refused = await open('v:a');
  expect([refused.status, refused.retryAfter, JSON.parse(refused.text).code]).toEqual([429, '30', 'too_many_streams']);
});

test('a closed stream frees its slot at once, also when its client no longer reads', async () => {
  const { streams, open } = await process(limits);
  const listener = await open('ana');
  streams.filter(() => true)[0]?.close();
  expect(streams.filter(() => true)).toEqual([]);
  await until(() => listener.ended, 'its client is notified');
});

test('a client that disconnects before its stream is open leaves none, and can open one later', async () => {
  const suspended: { res: Response; resume: () => void }[] = [];
  const suspend = (res: Response) => new Promise<void>((resume) => void suspended.push({ res, resume }));
  const { streams, open, openSocket } = await process(limits, (res) =>
    suspended.length < 20 ? suspend(res) : Promise.resolve(),
  );
  const disconnects = Array.from({ length: 20 }, () => openSocket('ana'));
  await until(() => suspended.length === 20, 'all have arrived');
  for (const disconnect of disconnects) disconnect();
  await until(() => suspended.every(({ res }) => res.closed), 'all have disconnected');
  for (const { resume } of suspended) resume();
  expect((await open('ana')).status).toBe(200);
  expect(streams.filter(() => true).map(({ actor }) => actor.id)).toEqual(['ana']);
});

test('a stream that opens while the process stops ends at once, and the stop waits for no client', async () => {
  const suspended = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const { streams, open, stop } = await process(limits, () => {
    suspended.resolve();
    return resumed.promise;
  });
  const opening = open('ana');
  await suspended.promise;
  await stop();
  resumed.resolve();
  const listener = await opening;
  await until(() => listener.ended, 'its client is notified');
  expect(streams.filter(() => true)).toEqual([]);
});
