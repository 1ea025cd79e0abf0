import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' });
});
afterAll(() => fixture.stop());

const requestOf = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

interface Connection {
  socket: Socket;
  text: () => string;
  closed: () => boolean;
}

/** Pipelines these requests on one connection from `address`. */
async function send(paths: string[], address = '127.0.0.1'): Promise<Connection> {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  let text = '';
  let closed = false;
  socket
    .on('data', (chunk) => {
      text += chunk;
    })
    .on('error', () => undefined)
    .on('close', () => {
      closed = true;
    });
  await once(socket, 'connect');
  socket.write(paths.map(requestOf).join(''));
  return { socket, text: () => text, closed: () => closed };
}

/** Keeps event streams open in the service and returns them; other paths are 404. */
function keepStreamsOpen(): ServerResponse[] {
  const streams: ServerResponse[] = [];
  fixture.upstream('vibes-realtime').handle((req, res) => {
    if (!req.url?.startsWith('/api/stream')) return void res.writeHead(404).end();
    res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.push(res);
  });
  return streams;
}

const logged = (path: string): number =>
  fixture.gateway.logged.filter((line) => line.includes(`"path":"${path}"`)).length;
const statuses = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test('requests pipelined behind an open stream reach no service and do not block others', async () => {
  keepStreamsOpen();
  const before = fixture.upstream('tribes').received.length;
  const many = ['/api/stream', ...Array<string>(270).fill('/api/tribes')];
  const attackers = await Promise.all(['127.0.0.41', '127.0.0.42'].map((address) => send(many, address)));
  await until(() => attackers.every(({ closed }) => closed()), 'their connections end');
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  expect(fixture.upstream('tribes').received.length - before).toBe(1);
});

test('requests to the gateway itself do not pile up behind an open stream', async () => {
  keepStreamsOpen();
  const attacker = await send(['/api/stream', ...Array<string>(1_200).fill('/api/openapi.json')]);
  await until(attacker.closed, 'the connection ends');
  const response = await fixture.ask('/api/openapi.json');
  expect(response.status).toBe(200);
  await fixture.logged(response);
  expect(logged('/api/openapi.json')).toBe(1);
});

test('one pipelined request waits for the response before it', async () => {
  const streams = keepStreamsOpen();
  const before = fixture.upstream('content').received.length;
  const client = await send(['/api/stream', '/api/public/hominini/info']);
  await until(() => streams.length === 1 && statuses(client.text()).length === 1, 'the stream is open');
  expect((await fixture.ask('/api/public/hominini/info')).status).toBe(200);
  expect(fixture.upstream('content').received.length - before).toBe(1);
  streams[0]?.end();
  await until(() => statuses(client.text()).length === 2, 'the second has a response');
  client.socket.write(requestOf('/api/public/hominini/info'));
  await until(() => statuses(client.text()).length === 3, 'the connection continues');
  expect(statuses(client.text())).toEqual(Array(3).fill('HTTP/1.1 200'));
  client.socket.destroy();
});

/** Sends `count` requests from `address`, ten at a time, and waits for the beginning of each response. */
async function sendMany(count: number, address: string): Promise<Connection[]> {
  const sent: Connection[] = [];
  while (sent.length < count) {
    const some = Array.from({ length: Math.min(10, count - sent.length) }, () => send(['/api/tribes'], address));
    sent.push(...(await Promise.all(some)));
    await until(() => sent.every(({ text }) => text() !== ''), 'each has a response');
  }
  return sent;
}

test('three addresses with unfinished requests leave capacity in a service for others', async () => {
  const tribes = fixture.upstream('tribes');
  tribes.handle((_req, res) => void res.write('begun'));
  const opened = await Promise.all(['127.0.0.43', '127.0.0.44', '127.0.0.45'].map((one) => sendMany(170, one)));
  tribes.handle();
  const counts = { taken: 0, refused: 0 };
  for (const { text } of opened.flat()) {
    if (text().startsWith('HTTP/1.1 200')) counts.taken += 1;
    if (text().startsWith('HTTP/1.1 429')) counts.refused += 1;
  }
  expect(counts).toEqual({ taken: 3 * 100, refused: 3 * 70 });
  expect((await fixture.ask('/api/tribes')).status).toBe(200);
  for (const { socket } of opened.flat()) socket.destroy();
});
