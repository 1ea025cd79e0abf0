import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, redisUrl, startGateway } from './gateway-fixture.ts';

/** A fixture for one test, with its limits. */
async function inHouse(env: Record<string, string>, work: (fixture: GatewayFixture) => Promise<void>): Promise<void> {
  const fixture = await startGateway(env);
  try {
    await work(fixture);
  } finally {
    await fixture.stop();
  }
}

/** How many of so many requests in a row were let in. */
async function letIn(fixture: GatewayFixture, times: number, token?: string): Promise<number> {
  let count = 0;
  for (let i = 0; i < times; i++) if ((await fixture.ask('/api/tribes', { token })).status === 200) count += 1;
  return count;
}

test('a user has so many requests a minute, whatever the address, and is told when to come back', async () => {
  await inHouse({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5' }, async (fixture) => {
    const [ana, eva] = [fixture.signIn('ana'), fixture.signIn('eva')];
    expect(await letIn(fixture, 8, ana)).toBe(5);
    expect(await letIn(fixture, 1, fixture.signIn('ana'))).toBe(0);
    expect(await letIn(fixture, 3, eva)).toBe(3);

    const refused = await fixture.ask('/api/tribes', { token: ana, headers: { 'accept-language': 'en' } });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'too_many_requests', error: expect.stringContaining('Too many') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);

    const page = await (await fetch(`${fixture.gateway.opsUrl}/metrics`)).text();
    expect(metric(page, 'rate_limited_total')).toBe(5);
  });
});

test('an address without a session has five times as many, and bad tokens are counted against it', async () => {
  await inHouse({ RATE_LIMIT_REQUESTS_PER_MINUTE: '2' }, async (fixture) => {
    expect(await letIn(fixture, 6)).toBe(6);
    for (let i = 0; i < 4; i++) expect((await fixture.ask('/api/tribes', { token: 'forged' })).status).toBe(401);
    expect((await fixture.ask('/api/tribes', { token: 'forged' })).status).toBe(429);
    expect((await fixture.ask('/api/unknown')).status).toBe(429);
    expect(await letIn(fixture, 2, fixture.signIn('ana'))).toBe(2);
  });
});

test('accounts are opened at a measured pace from one address', async () => {
  await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '3' }, async (fixture) => {
    const register = async () => (await fixture.ask('/api/auth/register', { method: 'POST', body: '{}' })).status;
    expect([await register(), await register(), await register(), await register()]).toEqual([200, 200, 200, 429]);
    expect(await letIn(fixture, 1)).toBe(1);
  });
});

test('only opening an account counts against the accounts of an address', async () => {
  await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
      expect((await fixture.ask('/api/auth/register', { method })).status).toBe(200);
    expect((await fixture.ask('/api/auth/register', { method: 'POST', body: '{}' })).status).toBe(200);
  });
});

test('messages to the team are few an hour from one address, with a session or without, and a refusal says when to come back', async () => {
  await inHouse({ RATE_LIMIT_CONTACT_PER_HOUR: '2' }, async (fixture) => {
    const write = (token?: string) => fixture.ask('/api/contact', { method: 'POST', body: '{}', token });
    expect([(await write()).status, (await write(fixture.signIn('ana'))).status]).toEqual([200, 200]);
    const refused = await write(fixture.signIn('eva'));
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: 'too_many_messages', error: expect.stringContaining('60 min') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await letIn(fixture, 1)).toBe(1);
  });
});

test('a message to the team that was refused does not count, and may be mended; an account that was refused counts', async () => {
  const limits = { RATE_LIMIT_CONTACT_PER_HOUR: '2', RATE_LIMIT_REGISTER_PER_MINUTE: '2' };
  await inHouse(limits, async (fixture) => {
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

test('what a caller says of the address counts only behind a proxy of ours', async () => {
  const register = async (fixture: GatewayFixture, from: string) =>
    (await fixture.ask('/api/auth/register', { method: 'POST', body: '{}', headers: { 'x-forwarded-for': from } }))
      .status;
  await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    expect([await register(fixture, '198.51.100.1'), await register(fixture, '198.51.100.2')]).toEqual([200, 429]);
  });
  await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '1', TRUST_PROXY_HOPS: '1' }, async (fixture) => {
    expect([await register(fixture, '198.51.100.1'), await register(fixture, '198.51.100.2')]).toEqual([200, 200]);
    expect(await register(fixture, '9.9.9.9, 198.51.100.2')).toBe(429);
  });
});

test('two gateways count together', async () => {
  const shared = { RATE_LIMIT_REQUESTS_PER_MINUTE: '1', REDIS_URL: redisUrl() };
  await inHouse(shared, (one) =>
    inHouse(shared, async (other) => {
      expect((await letIn(one, 3)) + (await letIn(other, 3))).toBe(5);
    }),
  );
});

test('with Redis away each gateway counts for itself', async () => {
  await inHouse({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5', REDIS_URL: 'redis://127.0.0.1:1' }, async (fixture) => {
    const token = fixture.signIn('ana');
    expect(await letIn(fixture, 8, token)).toBe(5);
  });
});

test('with a Redis that hangs each gateway counts for itself', async () => {
  // It listens and says nothing, and hears when a client has gone.
  const silent = createServer((client) => client.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await inHouse({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5', REDIS_URL: `redis://127.0.0.1:${port}` }, async (fixture) => {
    const token = fixture.signIn('ana');
    expect(await letIn(fixture, 8, token)).toBe(5);
  });
  silent.close();
  await once(silent, 'close');
});

test('a limit that is taken from Redis in shares is not exceeded by requests at the same time', async () => {
  await inHouse({ RATE_LIMIT_REQUESTS_PER_MINUTE: '200' }, async (fixture) => {
    const token = fixture.signIn('ana');
    const answers = await Promise.all(Array.from({ length: 260 }, () => fixture.ask('/api/tribes', { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });
});

const post = (fixture: GatewayFixture, path: string) => fixture.ask(path, { method: 'POST', body: '{}' });
const statusOf = async (fixture: GatewayFixture, path: string) => (await post(fixture, path)).status;

test('what one gateway counted and gave back another lets in, also where it has refused before', async () => {
  const shared = { RATE_LIMIT_CONTACT_PER_HOUR: '2', REDIS_URL: redisUrl() };
  await inHouse(shared, (one) =>
    inHouse(shared, async (other) => {
      const release = Promise.withResolvers<void>();
      let asked = 0;
      one.upstream('identity').handle(async (_req, res) => {
        asked += 1;
        await release.promise;
        res.writeHead(400).end();
      });
      const refused = [statusOf(one, '/api/contact'), statusOf(one, '/api/contact')];
      await until(() => asked === 2, 'both are with the service');
      for (let i = 0; i < 3; i++) expect(await statusOf(other, '/api/contact')).toBe(429);
      release.resolve();
      expect(await Promise.all(refused)).toEqual([400, 400]);
      const isLetIn = async () => (await statusOf(other, '/api/contact')) === 200;
      await until(isLetIn, 'the other gateway lets in the first');
      await until(isLetIn, 'and the second');
      one.upstream('identity').handle();
      expect([await statusOf(one, '/api/contact'), await statusOf(other, '/api/contact')]).toEqual([429, 429]);
    }),
  );
});

/** Sends all but `missing` bytes of a form and hangs up once `reached` resolves. */
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
  '%s counts for a client who leaves once the service has it, and does not for one who leaves before',
  async (path) => {
    await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '2', RATE_LIMIT_CONTACT_PER_HOUR: '2' }, async (fixture) => {
      const identity = fixture.upstream('identity');
      let [asked, left] = [0, 0];
      identity.handle((req, res) => {
        asked += 1;
        req.resume();
        res.once('close', () => {
          left += 1;
        });
      });
      for (let i = 1; i <= 3; i++) {
        await hangUpOn(fixture, path, 1, () => until(() => asked === i, 'its head is there'));
        await until(() => left === i, 'the service knows');
      }
      identity.handle();
      expect(await statusOf(fixture, path)).toBe(200);

      identity.handle(async (req, res) => {
        await text(req);
        asked += 1;
        res.once('close', () => {
          left += 1;
        });
      });
      await hangUpOn(fixture, path, 0, () => until(() => asked === 4, 'it is with the service'));
      await until(() => left === 4, 'the service knows');
      identity.handle();
      expect(await statusOf(fixture, path)).toBe(429);
    });
  },
);

test('what no service was asked does not count against the accounts of an address', async () => {
  await inHouse({ RATE_LIMIT_REGISTER_PER_MINUTE: '1' }, async (fixture) => {
    await fixture.upstream('identity').stop();
    for (let i = 0; i < 3; i++) expect(await statusOf(fixture, '/api/auth/register')).toBe(503);
    await fixture.upstream('identity').restart();
    const isLetIn = async () => (await statusOf(fixture, '/api/auth/register')) === 200;
    await until(isLetIn, 'the service is back');
    expect(await statusOf(fixture, '/api/auth/register')).toBe(429);
  });
});

test.each([
  ['away when they are counted', 'away', [200, 200, 429]],
  // What was given back is left, and then the gateway counts for itself, anew.
  ['gone when they are given back', 'gone', [200, 200, 200, 429]],
])('refused messages to the team do not count either with Redis %s', async (_when, when, expected) => {
  const redis = await LateServer.open(redisUrl());
  if (when === 'away') await redis.close();
  await inHouse({ RATE_LIMIT_CONTACT_PER_HOUR: '2', REDIS_URL: redis.url }, async (fixture) => {
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
