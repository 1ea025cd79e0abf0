import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway();
});
afterAll(() => fixture.stop());

const policy =
  "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;media-src 'self' blob:;" +
  "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://www.tiktok.com " +
  'https://www.instagram.com https://player.twitch.tv https://clips.twitch.tv https://geo.dailymotion.com;' +
  "connect-src 'self';font-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'";

test.each(['/', '/tools/tribes', '/missing.png', '/api/tribes', '/api/unknown', '/api/health', '/api/docs', '//x'])(
  '%s carries every security header',
  async (path) => {
    const { headers } = await fixture.ask(path, { headers: { origin: 'https://evil.test' } });
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
    });
    for (const name of ['access-control-allow-origin', 'x-powered-by', 'server', 'strict-transport-security'])
      expect(headers[name]).toBeUndefined();
  },
);

test('a head of up to 16 KiB is forwarded, and a longer one is 431, also with a body', async () => {
  const reached: number[] = [];
  fixture.upstream('tribes').handle((req, res) => {
    reached.push(req.url?.length ?? 0);
    req.resume().once('end', () => res.end('{}'));
  });
  const body = JSON.stringify({ text: 'a'.repeat(900_000) });
  const ask = (length: number) => fixture.ask(`/api/tribes?q=${'a'.repeat(length)}`, { method: 'POST', body });
  expect((await ask(15_000)).status).toBe(200);
  for (let count = 0; count < 12; count += 1)
    expect(await ask(16_380)).toMatchObject({ status: 431, json: { code: 'head_too_large' } });
  expect((await ask(1)).status).toBe(200);
  expect(reached).toHaveLength(2);
});

test('over TLS the response has an HSTS header', async () => {
  const byTls = await startGateway({ PUBLIC_URL: 'https://tribus.test' });
  const { headers } = await byTls.ask('/api/tribes');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  await byTls.stop();
});

test('files of media carry the policy of media, also downloads, and its other responses carry that of pages', async () => {
  const ofFiles = "default-src 'none'; frame-ancestors 'none'; sandbox";
  fixture.upstream('media').handle((_req, res) => {
    res.writeHead(200, { 'content-security-policy': ofFiles, 'content-type': 'video/mp4' }).end('bytes');
  });
  const policyOf = async (path: string) => (await fixture.ask(path)).headers['content-security-policy'];
  for (const path of ['/api/proxy-media?key=landing/a.mp4', '/api/proxy-media/archive?key=a'])
    expect([path, await policyOf(path)]).toEqual([path, ofFiles]);
  expect(await policyOf('/api/uploads/a')).toBe(policy);
  fixture.upstream('media').handle((_req, res) => {
    res.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  expect(await policyOf('/api/proxy-media?key=landing/a.mp4')).toBe(policy);
  fixture.upstream('media').handle();
});

test('a service can neither override security headers, nor set a cookie, nor reveal its server', async () => {
  fixture.upstream('tribes').handle((_req, res) => {
    res.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src *; script-src 'unsafe-inline'",
      'x-content-type-options': 'sniff',
      'x-frame-options': 'ALLOWALL',
      'access-control-allow-origin': '*',
      'set-cookie': 'session=1',
      server: 'stub/1.0',
      'x-powered-by': 'stub',
      'x-request-id': 'another',
      'x-tribus-internal': 'leak',
      'keep-alive': 'timeout=1',
      'retry-after': '7',
    });
    res.end('hello');
  });
  const { headers, text } = await fixture.ask('/api/tribes');
  fixture.upstream('tribes').handle();
  expect(text).toBe('hello');
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'retry-after': '7',
  });
  expect(headers['x-request-id']).not.toBe('another');
  for (const name of ['access-control-allow-origin', 'set-cookie', 'server', 'x-powered-by', 'x-tribus-internal'])
    expect(headers[name]).toBeUndefined();
});

test('a response without cache headers gets no-store', async () => {
  expect((await fixture.ask('/api/tribes')).headers['cache-control']).toBe('no-store');
});

test('a long text is compressed if the client accepts it, a short one is not', async () => {
  const long = JSON.stringify({ text: 'palabra '.repeat(500) });
  fixture.upstream('tribes').handle((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': long.length }).end(long);
  });
  const plain = await fixture.ask('/api/tribes');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toBe(long);
  const packed = await fixture.ask('/api/tribes', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers.vary).toContain('Accept-Encoding');
  expect(gunzipSync(packed.bytes).toString()).toBe(long);
  fixture.upstream('tribes').handle();
  expect((await fixture.ask('/api/tribes', { headers: { 'accept-encoding': 'gzip' } })).json).toEqual({
    service: 'tribes',
  });
});

test('a range of a text is not compressed, because its header counts the plain bytes', async () => {
  const part = 'palabra '.repeat(500);
  fixture.upstream('tribes').handle((_req, res) => {
    const range = `bytes 0-${part.length - 1}/9000`;
    res
      .writeHead(206, { 'content-type': 'text/plain', 'content-length': part.length, 'content-range': range })
      .end(part);
  });
  const headers = { 'accept-encoding': 'gzip', range: `bytes=0-${part.length - 1}` };
  const { status, headers: received, text } = await fixture.ask('/api/tribes', { headers });
  expect([status, received['content-encoding'], received['content-length']]).toEqual([
    206,
    undefined,
    String(part.length),
  ]);
  expect(text).toBe(part);
  fixture.upstream('tribes').handle();
});
