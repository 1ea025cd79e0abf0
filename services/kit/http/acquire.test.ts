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

/** A request as the server has it, and how its client leaves. */
async function exchange(): Promise<{ req: IncomingMessage; res: ServerResponse; leave(): Promise<unknown> }> {
  const sent = request({ port, host: '127.0.0.1', agent: false });
  sent.on('error', () => undefined).end();
  const [req, res]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
  const leave = () => {
    const closed = once(res, 'close');
    sent.destroy();
    return closed;
  };
  return { req, res, leave };
}

/** A request whose client has sent a part of the body it announced, answered already. */
async function answeredEarly(): Promise<{ req: IncomingMessage; leave(): void }> {
  const sent = request({ port, host: '127.0.0.1', agent: false, method: 'POST', headers: { 'content-length': 100 } });
  sent.on('error', () => undefined).write('{');
  const [req, res]: [IncomingMessage, ServerResponse] = (await once(server, 'request')) as never;
  req.resume();
  const finished = once(res, 'close');
  res.setHeader('connection', 'keep-alive').end();
  await finished;
  return { req, leave: () => sent.destroy() };
}

/** Counts what is held. */
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

test('what is acquired for an answer is held until that is over, however it ends', async () => {
  const { acquire, held } = counter();
  const [answered, left] = [await exchange(), await exchange()];
  for (const { res } of [answered, left]) expect(acquireFor(res, acquire)).toBeDefined();
  expect(held()).toBe(2);
  const closed = once(answered.res, 'close');
  answered.res.end();
  await closed;
  expect(held()).toBe(1);
  await left.leave();
  expect(held()).toBe(0);
});

test('what a body holds is released when its client leaves, though the request was answered before it was complete', async () => {
  const { acquire, held } = counter();
  const { req, leave } = await answeredEarly();
  acquireFor(req, acquire);
  expect(held()).toBe(1);
  leave();
  await until(() => held() === 0, 'nothing is held');
  expect(acquireFor(req, acquire)).toBeUndefined();
});

test('of many requests of one connection none leaves a listener behind', async () => {
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

test('released before, it is not released again', async () => {
  const { acquire, held } = counter();
  const { res, leave } = await exchange();
  const release = acquireFor(res, acquire);
  release?.();
  release?.();
  await leave();
  expect(held()).toBe(0);
});

test('nothing is acquired for a client who has left, nor for an answer that was destroyed here', async () => {
  const { acquire, held } = counter();
  const [left, destroyed] = [await exchange(), await exchange()];
  await left.leave();
  destroyed.res.destroy();
  for (const { res } of [left, destroyed]) expect(acquireFor(res, acquire)).toBeUndefined();
  expect(acquireFor(left.req, acquire)).toBeUndefined();
  expect(held()).toBe(0);
});

test('what is refused is not held', async () => {
  const { res, leave } = await exchange();
  const refuse = () => {
    throw new Error('full');
  };
  expect(() => acquireFor(res, refuse)).toThrow('full');
  await leave();
});

test('whenOver calls its action once, even if the response is already closed', async () => {
  const { res, leave } = await exchange();
  let times = 0;
  const count = () => {
    times += 1;
  };
  whenOver(res, count);
  await leave();
  expect(times).toBe(1);
  whenOver(res, count);
  expect(times).toBe(2);
});
