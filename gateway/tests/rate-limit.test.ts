import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, redisUrl, startGateway } from './gateway-fixture.ts';

/** Runs a test with a gateway of its own. */
async function withGateway(
  env: Record<string, string>,
  work: (fixture: GatewayFixture) => Promise<void>,
): Promise<void> {
  const fixture = await startGateway(env);
  try {
    await work(fixture);
  } finally {
    await fixture.stop();
  }
}

/** The number of accepted requests out of `times` sequential requests. */
async function countAccepted(fixture: GatewayFixture, times: number, token?: string): Promise<number> {
  let count = 0;
  for (let i = 0; i < times; i++) if ((await fixture.ask('/api/tribes', { token })).status === 200) count += 1;
  return count;
}

test('requests per minute are limited per user from all addresses, with Retry-After', async () => {
  await withGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5' }, async (fixture) => {
    const [ana, eva] = [fixture.signIn('ana'), fixture.signIn('eva')];
    expect(await countAccepted(fixture, 8, ana)).toBe(5);
    expect(await countAccepted(fixture, 1, fixture.signIn('ana'))).toBe(0);
    expect(await countAccepted(fixture, 3, eva)).toBe(3);

    const refused = await fixture.ask('/api/tribes', { token: ana, headers: { 'accept-language': 'en' } });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'too_many_requests', error: expect.stringContaining('Too many') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);

    const page = await (await fetch(`${fixture.gateway.opsUrl}/metrics`)).text();
    expect(metric(page, 'rate_limited_total')).toBe(5);
  });
});

test('an address without a session has five times the limit, and invalid tokens count against it', async () => {
  await withGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '2' }, async (fixture) => {
    expect(await countAccepted(fixture, 6)).toBe(6);
    for (let i = 0; i < 4; i++) expect((await fixture.ask('/api/tribes', { token: 'forged' })).status).toBe(401);
    expect((await fixture.ask('/api/tribes', { token: 'forged' })).status).toBe(429);
    expect((await fixture.ask('/api/unknown')).status).toBe(429);
    expect(await countAccepted(fixture, 2, fixture.signIn('ana'))).toBe(2);
  });
});

test('registrations per minute are limited per address', async () => {
  await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '3' }, async (fixture) => {
    const register = async () => (await fixture.ask('/api/auth/register', { method: 'POST', body: '{}' })).status;
    expect([await register(), await register(), await register(), await register()]).toEqual([200, 200, 200, 429]);
    expect(await countAccepted(fixture, 1)).toBe(1);
  });
});

test('only registrations count against the registration limit', async () => {
  await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
      expect((await fixture.ask('/api/auth/register', { method })).status).toBe(200);
    expect((await fixture.ask('/api/auth/register', { method: 'POST', body: '{}' })).status).toBe(200);
  });
});

test('contact messages per hour are limited per address, with or without a session, with Retry-After', async () => {
  await withGateway({ RATE_LIMIT_CONTACT_PER_HOUR: '2' }, async (fixture) => {
    const write = (token?: string) => fixture.ask('/api/contact', { method: 'POST', body: '{}', token });
    expect([(await write()).status, (await write(fixture.signIn('ana'))).status]).toEqual([200, 200]);
    const refused = await write(fixture.signIn('eva'));
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'too_many_messages', error: expect.stringContaining('60 min') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await countAccepted(fixture, 1)).toBe(1);
  });
});

test('a refused registration counts, and a refused contact message does not', async () => {
  const limits = { RATE_LIMIT_CONTACT_PER_HOUR: '2', RATE_LIMIT_REGISTER_PER_MINUTE: '2' };
  await withGateway(limits, async (fixture) => {
    const post = async (path: string) => (await fixture.ask(path, { method: 'POST', body: '{}' })).status;
    const identity = fixture.upstream('identity');
    identity.handle((_req, res) => res.writeHead(400).end());
    for (let i = 0; i < 4; i++) expect(await post('/api/contact')).toBe(400);
    expect([await post('/api/auth/register'), await post('/api/auth/register')]).toEqual([400, 400]);
    identity.handle();
    expect([await post('/api/contact'), await post('/api/contact'), await post('/api/contact')]).toEqual([
      200, 200, 429,
    ]);
    expect(await post('/api/auth/register')).toBe(429);
  });
});

test('X-Forwarded-For counts only behind a trusted proxy', async () => {
  const register = async (fixture: GatewayFixture, from: string) =>
    (await fixture.ask('/api/auth/register', { method: 'POST', body: '{}', headers: { 'x-forwarded-for': from } }))
      .status;
  await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    expect([await register(fixture, '198.51.100.1'), await register(fixture, '198.51.100.2')]).toEqual([200, 429]);
  });
  await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '1', TRUST_PROXY_HOPS: '1' }, async (fixture) => {
    expect([await register(fixture, '198.51.100.1'), await register(fixture, '198.51.100.2')]).toEqual([200, 200]);
    expect(await register(fixture, '9.9.9.9, 198.51.100.2')).toBe(429);
  });
});

test('two gateways share their counts', async () => {
  const shared = { RATE_LIMIT_REQUESTS_PER_MINUTE: '1', REDIS_URL: redisUrl() };
  await withGateway(shared, (one) =>
    withGateway(shared, async (other) => {
      expect((await countAccepted(one, 3)) + (await countAccepted(other, 3))).toBe(5);
    }),
  );
});

test('while Redis is unavailable each gateway counts for itself', async () => {
  await withGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5', REDIS_URL: 'redis://127.0.0.1:1' }, async (fixture) => {
    const token = fixture.signIn('ana');
    expect(await countAccepted(fixture, 8, token)).toBe(5);
  });
});

test('while Redis hangs each gateway counts for itself', async () => {
  // Accepts connections and never responds.
  const silent = createServer((client) => client.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await withGateway(
    { RATE_LIMIT_REQUESTS_PER_MINUTE: '5', REDIS_URL: `redis://127.0.0.1:${port}` },
    async (fixture) => {
      const token = fixture.signIn('ana');
      expect(await countAccepted(fixture, 8, token)).toBe(5);
    },
  );
  silent.close();
  await once(silent, 'close');
});

test('concurrent requests do not exceed a limit that is taken from Redis in shares', async () => {
  await withGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '200' }, async (fixture) => {
    const token = fixture.signIn('ana');
    const responses = await Promise.all(Array.from({ length: 260 }, () => fixture.ask('/api/tribes', { token })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(60);
  });
});

const post = (fixture: GatewayFixture, path: string) => fixture.ask(path, { method: 'POST', body: '{}' });
const statusOf = async (fixture: GatewayFixture, path: string) => (await post(fixture, path)).status;

test('requests refunded by one gateway are accepted by another, also after earlier refusals', async () => {
  const shared = { RATE_LIMIT_CONTACT_PER_HOUR: '2', REDIS_URL: redisUrl() };
  await withGateway(shared, (one) =>
    withGateway(shared, async (other) => {
      const release = Promise.withResolvers<void>();
      let requests = 0;
      one.upstream('identity').handle(async (_req, res) => {
        requests += 1;
        await release.promise;
        res.writeHead(400).end();
      });
      const refused = [statusOf(one, '/api/contact'), statusOf(one, '/api/contact')];
      await until(() => requests === 2, 'both have reached the service');
      for (let i = 0; i < 3; i++) expect(await statusOf(other, '/api/contact')).toBe(429);
      release.resolve();
      expect(await Promise.all(refused)).toEqual([400, 400]);
      const isAccepted = async () => (await statusOf(other, '/api/contact')) === 200;
      await until(isAccepted, 'the other gateway accepts the first');
      await until(isAccepted, 'and the second');
      one.upstream('identity').handle();
      expect([await statusOf(one, '/api/contact'), await statusOf(other, '/api/contact')]).toEqual([429, 429]);
    }),
  );
});

/** Sends all but `missing` bytes of a form and disconnects once `reached` resolves. */
async function hangUpOn(fixture: GatewayFixture, path: string, missing: number, reached: () => Promise<void>) {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const body = '{}';
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`${head}\r\n\r\n${body.slice(missing)}`);
  await reached();
  socket.resetAndDestroy();
  await once(socket, 'close');
}

test.each(['/api/auth/register', '/api/contact'])(
  '%s counts a client that disconnects after the service has the whole request, but not before',
  async (path) => {
    await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '2', RATE_LIMIT_CONTACT_PER_HOUR: '2' }, async (fixture) => {
      const identity = fixture.upstream('identity');
      let [requests, disconnects] = [0, 0];
      identity.handle((req, res) => {
        requests += 1;
        req.resume();
        res.once('close', () => {
          disconnects += 1;
        });
      });
      for (let i = 1; i <= 3; i++) {
        await hangUpOn(fixture, path, 1, () => until(() => requests === i, 'its head has arrived'));
        await until(() => disconnects === i, 'the service sees the disconnect');
      }
      identity.handle();
      expect(await statusOf(fixture, path)).toBe(200);

      identity.handle(async (req, res) => {
        await text(req);
        requests += 1;
        res.once('close', () => {
          disconnects += 1;
        });
      });
      await hangUpOn(fixture, path, 0, () => until(() => requests === 4, 'the service has it'));
      await until(() => disconnects === 4, 'the service sees the disconnect');
      identity.handle();
      expect(await statusOf(fixture, path)).toBe(429);
    });
  },
);

test('requests that reach no service do not count against the registration limit', async () => {
  await withGateway({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    await fixture.upstream('identity').stop();
    for (let i = 0; i < 3; i++) expect(await statusOf(fixture, '/api/auth/register')).toBe(503);
    await fixture.upstream('identity').restart();
    const isAccepted = async () => (await statusOf(fixture, '/api/auth/register')) === 200;
    await until(isAccepted, 'the service is back');
    expect(await statusOf(fixture, '/api/auth/register')).toBe(429);
  });
});

test.each([
  ['unavailable when they are counted', 'counting', [200, 200, 429]],
  // The refunded request is left, and then the gateway starts its own count.
  ['unavailable when they are refunded', 'refunding', [200, 200, 200, 429]],
])('refused contact messages do not count with Redis %s', async (_when, when, expected) => {
  const redis = await LateServer.open(redisUrl());
  if (when === 'counting') await redis.close();
  await withGateway({ RATE_LIMIT_CONTACT_PER_HOUR: '2', REDIS_URL: redis.url }, async (fixture) => {
    const identity = fixture.upstream('identity');
    identity.handle(async (_req, res) => {
      await redis.close();
      res.writeHead(400).end();
    });
    for (let i = 0; i < 4; i++) expect(await statusOf(fixture, '/api/contact')).toBe(400);
    identity.handle();
    const answers: number[] = [];
    for (const _ of expected) answers.push(await statusOf(fixture, '/api/contact'));
    expect(answers).toEqual(expected);
  });
  await redis.close();
});

test('lookups of invitations by GET and HEAD count against one limit', async () => {
  await withGateway({}, async (fixture) => {
    const ask = async (method: string) => (await fixture.ask('/api/invites?code=abcdef', { method })).status;
    for (let i = 0; i < 30; i++) expect([await ask('GET'), await ask('HEAD')]).toEqual([200, 200]);
    expect([await ask('HEAD'), await ask('GET')]).toEqual([429, 429]);
  });
});
