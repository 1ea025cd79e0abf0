import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { respondEarly } from '@tribus/kit/http/listen.ts';
import { sendRefused } from '@tribus/kit/testing/refused-body.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000', BODY_IDLE_MS: '400' });
  fixture.upstream('tribes').handle((req, res) => {
    // As every service does.
    respondEarly(req, res);
    res.writeHead(422, { 'content-type': 'application/json' }).end('{}');
  });
});
afterAll(() => fixture.stop());

/** More clients than an address may have bodies arriving, in groups. */
const [clients, atOnce] = [80, 40];

/** Sends the head and the beginning of the body of a request; returns the status of the response. */
async function begin(lines: readonly string[], body = '{'): Promise<{ status: string; socket: Socket }> {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write([...lines, 'host: x', '', body].join('\r\n'));
  const [answer] = await once(socket, 'data');
  return { status: String(answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 000'.length), socket };
}

const json = ['content-type: application/json', 'content-length: 100000'];

async function arrivingBodies(): Promise<number> {
  const gauge = await fixture.gateway.metrics.registry.getSingleMetric('slots_in_use')?.get();
  return (gauge?.values ?? []).reduce((sum, { value, labels }) => sum + (labels.kind === 'body' ? value : 0), 0);
}

test.each([
  ['401', 'whose session is over', ['PUT /api/auth/me HTTP/1.1', 'authorization: Bearer nonsense', ...json]],
  ['404', 'to an unknown path', ['POST /api/nowhere HTTP/1.1', ...json]],
  ['408', 'whose sender pauses', ['POST /api/auth/login HTTP/1.1', ...json]],
  ['413', 'with an oversized content length', ['POST /api/tribes HTTP/1.1', json[0] ?? '', 'content-length: 9000000']],
  ['422', 'that the service refuses at once', ['POST /api/tribes HTTP/1.1', ...json]],
])(
  'clients that disconnect after a %s before their body is complete leave no slots in use: %s',
  async (status, _why, lines) => {
    for (let count = 0; count < clients; count += atOnce) {
      const begun = await Promise.all(Array.from({ length: atOnce }, () => begin(lines)));
      expect(begun.map((each) => each.status)).toEqual(Array(atOnce).fill(status));
      for (const { socket } of begun) socket.resetAndDestroy();
    }
    await until(async () => (await arrivingBodies()) === 0, 'no body is arriving');
    const { status: after, socket } = await begin(lines);
    expect(after).toBe(status);
    socket.destroy();
  },
);

const refused: [status: number, why: string, head: string[]][] = [
  [401, 'whose session is over', ['PUT /api/auth/me HTTP/1.1', 'authorization: Bearer nonsense']],
  [422, 'that the service refuses at once', ['POST /api/tribes HTTP/1.1']],
];

function sendBody(bytes: number, head: readonly string[]) {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.2' });
  return sendRefused(socket, { head: [...head, 'host: x', 'content-type: application/json'], start: '{', bytes });
}

test.each(refused)('a small body gets its %i and its connection remains usable: %s', async (status, _why, head) => {
  expect(await sendBody(1_000_000, head)).toMatchObject({ status, isOpen: true });
});

test.each(refused)('a huge body gets its %i and is not read to its end: %s', async (status, _why, head) => {
  const { accepted, ...outcome } = await sendBody(500_000_000, head);
  expect(outcome).toEqual({ status, isOpen: false });
  expect(accepted).toBeLessThan(50_000_000);
});
