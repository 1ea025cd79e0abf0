import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { ConnectingAgent } from './connecting-agent.ts';

const deafAddress = '127.0.0.2';
const liveAddress = '127.0.0.1';

const received: string[] = [];
const live = createServer((req, res) => {
  void text(req).then((body) => {
    received.push(`${req.method} ${body}`);
    res.end('here');
  });
});
let port: number;
let deaf: Worker;
const queued: Socket[] = [];

const backlog = 1;
/** Linux queues one connection more than it is told. */
const queueLength = backlog + 1;

/** Listens and never accepts; once its queue is full, the system drops what comes. */
const neverAccepting = `
  const { workerData, parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen(workerData, () => {
    parentPort.postMessage('listening');
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

beforeAll(async () => {
  live.listen(0, liveAddress);
  await once(live, 'listening');
  port = (live.address() as AddressInfo).port;
  deaf = new Worker(neverAccepting, { eval: true, workerData: { host: deafAddress, port, backlog } });
  await once(deaf, 'message');
  const asking = Array.from({ length: 4 * queueLength }, () => connect(port, deafAddress).on('error', () => undefined));
  queued.push(...asking);
  await until(() => asking.filter(({ connecting }) => !connecting).length === queueLength, 'the queue is full');
});

afterAll(async () => {
  for (const socket of queued) socket.destroy();
  await deaf.terminate();
  live.closeAllConnections();
  live.close();
});

/** A name that leads to these addresses, one after another. */
function leadingTo(...addresses: string[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (_name, options, found) => {
    const address = addresses[asked.length] ?? '';
    asked.push(address);
    if (options.all) found(null, [{ address, family: 4 }]);
    else found(null, address, 4);
  };
  return { asked, lookup };
}

test('a connection that is not made is tried once more, and leads where the name leads then', async () => {
  const agent = new ConnectingAgent({ keepAlive: true });
  const { asked, lookup } = leadingTo(deafAddress, liveAddress);
  const [answer]: [IncomingMessage] = (await once(get({ host: 'service.test', port, agent, lookup }), 'response')) as [
    IncomingMessage,
  ];
  expect([await text(answer), asked]).toEqual(['here', [deafAddress, liveAddress]]);
  agent.destroy();
});

test('a write arrives once and whole after an attempt that failed', async () => {
  received.splice(0);
  const agent = new ConnectingAgent({ keepAlive: true });
  const { lookup } = leadingTo(deafAddress, liveAddress);
  const sent = request({ host: 'service.test', port, agent, lookup, method: 'POST' });
  sent.end('all of it');
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  await text(answer);
  expect(received).toEqual(['POST all of it']);
  agent.destroy();
});

test('it is given up after the second attempt, with what was wrong', async () => {
  const agent = new ConnectingAgent({ keepAlive: true });
  const { asked, lookup } = leadingTo(deafAddress, deafAddress, liveAddress);
  const sent = get({ host: 'service.test', port, agent, lookup });
  await expect(once(sent, 'response')).rejects.toThrow('no connection to service.test within');
  expect(asked).toHaveLength(2);
  agent.destroy();
});
