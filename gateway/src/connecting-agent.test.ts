import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { ConnectingAgent } from './connecting-agent.ts';

const blockedAddress = '127.0.0.2';
const liveAddress = '127.0.0.1';

const received: string[] = [];
const live = createServer((req, res) => {
  void text(req).then((body) => {
    received.push(`${req.method} ${body}`);
    res.end('here');
  });
});
let port: number;
let blocked: Worker;
const queued: Socket[] = [];

const backlog = 1;
/** Linux queues one connection more than the backlog. */
const queueLength = backlog + 1;

/** Listens without accepting; once its backlog is full, the system drops new connections. */
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
  blocked = new Worker(neverAccepting, { eval: true, workerData: { host: blockedAddress, port, backlog } });
  await once(blocked, 'message');
  const clients = Array.from({ length: 4 * queueLength }, () =>
    connect(port, blockedAddress).on('error', () => undefined),
  );
  queued.push(...clients);
  await until(() => clients.filter(({ connecting }) => !connecting).length === queueLength, 'the queue is full');
});

afterAll(async () => {
  for (const socket of queued) socket.destroy();
  await blocked.terminate();
  live.closeAllConnections();
  live.close();
});

/** A lookup that returns these addresses in turn. */
function lookupOf(...addresses: string[]) {
  const lookups: string[] = [];
  const lookup: LookupFunction = (_name, options, found) => {
    const address = addresses[lookups.length] ?? '';
    lookups.push(address);
    if (options.all) found(null, [{ address, family: 4 }]);
    else found(null, address, 4);
  };
  return { lookups, lookup };
}

test('a failed connection is retried once, with a new lookup of the name', async () => {
  const agent = new ConnectingAgent({ keepAlive: true });
  const { lookups, lookup } = lookupOf(blockedAddress, liveAddress);
  const [response]: [IncomingMessage] = (await once(
    get({ host: 'service.test', port, agent, lookup }),
    'response',
  )) as [IncomingMessage];
  expect([await text(response), lookups]).toEqual(['here', [blockedAddress, liveAddress]]);
  agent.destroy();
});

test('a write arrives once and complete after a failed attempt', async () => {
  received.splice(0);
  const agent = new ConnectingAgent({ keepAlive: true });
  const { lookup } = lookupOf(blockedAddress, liveAddress);
  const sent = request({ host: 'service.test', port, agent, lookup, method: 'POST' });
  sent.end('all of it');
  const [response]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
  expect(received).toEqual(['POST all of it']);
  agent.destroy();
});

test('the second failed attempt rejects with its error', async () => {
  const agent = new ConnectingAgent({ keepAlive: true });
  const { lookups, lookup } = lookupOf(blockedAddress, blockedAddress, liveAddress);
  const sent = get({ host: 'service.test', port, agent, lookup });
  await expect(once(sent, 'response')).rejects.toThrow('no connection to service.test within');
  expect(lookups).toHaveLength(2);
  agent.destroy();
});
