import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../testing/until.ts';
import { acquireFor, whenOver } from './acquire.ts';

const server = createServer();
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends a request; returns its server side and a function that disconnects the client. */
async function exchange(): Promise<{ req: IncomingMessage; res: ServerResponse; disconnect(): Promise<unknown> }> {
  const sent = request({ port, host: '127.0.0.1', agent: false });
  sent.on('error', () => undefined).end();
  const [req, res]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
  const disconnect = () => {
    const closed = once(res, 'close');
    sent.destroy();
    return closed;
  };
  return { req, res, disconnect };
}

/** Sends a request whose response is complete before its body is. */
async function respondedEarly(): Promise<{ req: IncomingMessage; disconnect(): void }> {
  const sent = request({ port, host: '127.0.0.1', agent: false, method: 'POST', headers: { 'content-length': 100 } });
  sent.on('error', () => undefined).write('{');
  const [req, res]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
  req.resume();
  const finished = once(res, 'close');
  res.setHeader('connection', 'keep-alive').end();
  await finished;
  return { req, disconnect: () => sent.destroy() };
}

/** Counts acquisitions that are not released. */
function counter() {
  let held = 0;
  const acquire = () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  return { acquire, held: () => held };
}

test('a resource acquired for a response is released at its end, whether completed or aborted', async () => {
  const { acquire, held } = counter();
  const [answered, left] = [await exchange(), await exchange()];
  for (const { res } of [answered, left]) expect(acquireFor(res, acquire)).toBeDefined();
  expect(held()).toBe(2);
  const closed = once(answered.res, 'close');
  answered.res.end();
  await closed;
  expect(held()).toBe(1);
  await left.disconnect();
  expect(held()).toBe(0);
});

test('a resource acquired for a body is released when the client disconnects after an early response', async () => {
  const { acquire, held } = counter();
  const { req, disconnect } = await respondedEarly();
  acquireFor(req, acquire);
  expect(held()).toBe(1);
  disconnect();
  await until(() => held() === 0, 'nothing is held');
  expect(acquireFor(req, acquire)).toBeUndefined();
});

test('requests of one connection do not accumulate listeners', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const counts: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const sent = request({ port, host: '127.0.0.1', agent });
    const answered = once(sent, 'response');
    sent.end();
    const [req, res]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
    whenOver(req, () => undefined);
    counts.push(req.socket.listenerCount('close'));
    req.resume();
    res.end();
    const [answer]: [IncomingMessage] = (await answered) as never;
    await once(answer.resume(), 'close');
  }
  expect(new Set(counts.slice(1)).size).toBe(1);
  agent.destroy();
});

test('a resource released early is not released again', async () => {
  const { acquire, held } = counter();
  const { res, disconnect } = await exchange();
  const release = acquireFor(res, acquire);
  release?.();
  release?.();
  await disconnect();
  expect(held()).toBe(0);
});

test('nothing is acquired for a disconnected client or a destroyed response', async () => {
  const { acquire, held } = counter();
  const [left, destroyed] = [await exchange(), await exchange()];
  await left.disconnect();
  destroyed.res.destroy();
  for (const { res } of [left, destroyed]) expect(acquireFor(res, acquire)).toBeUndefined();
  expect(acquireFor(left.req, acquire)).toBeUndefined();
  expect(held()).toBe(0);
});

test('a refused acquisition throws and is not released', async () => {
  const { res, disconnect } = await exchange();
  const refuse = () => {
    throw new Error('full');
  };
  expect(() => acquireFor(res, refuse)).toThrow('full');
  await disconnect();
});

test('whenOver calls its action once, even if the response is already closed', async () => {
  const { res, disconnect } = await exchange();
  let times = 0;
  const count = () => {
    times += 1;
  };
  whenOver(res, count);
  await disconnect();
  expect(times).toBe(1);
  whenOver(res, count);
  expect(times).toBe(2);
});
