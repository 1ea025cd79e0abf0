import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, type GatewayFixture, type GatewayResponse, startGateway } from '@tribus/gateway/tests/gateway-fixture.ts';
import { StubUpstream } from '@tribus/gateway/tests/stub-upstream.ts';
import { general } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { needing } from './programs.ts';
import { caddy, caddyfile, startWebServer, type WebServer } from './web-server.ts';

const dist = join(import.meta.dirname, '../../frontend/dist');
const assets = readdirSync(join(dist, 'assets'));
const asset = (name: RegExp): string => `/assets/${assets.find((file) => name.test(file)) ?? `nothing like ${name}`}`;
const script = asset(/^index-.*\.js$/);
const short = `/assets/${assets.find((file) => /\.js$/.test(file) && statSync(join(dist, 'assets', file)).size < 1024)}`;

const publicUrl = 'http://tribus.test';

const page = (path: string) => ['GET', path, {}] as const;

const { describe: withCaddy } = needing(caddy);

test('the web server sends the same security headers and size errors as the gateway', async () => {
  const fixture = await startGateway({ PUBLIC_URL: 'https://tribus.test' });
  const { headers } = await fixture.ask('/api/tribes');
  await fixture.stop();
  const text = readFileSync(caddyfile, 'utf8');
  for (const name of ['content-security-policy', 'permissions-policy', 'strict-transport-security'])
    expect(text).toContain(String(headers[name]));
  const { unavailable, payload_too_large } = general.catalogue;
  for (const { es, en, zh } of [unavailable, payload_too_large])
    for (const sentence of [es, en, zh]) expect(text).toContain(`"${sentence}"`);
});

withCaddy('the web server compared with the gateway alone', () => {
  let direct: GatewayFixture;
  let behind: GatewayFixture;
  let web: WebServer;
  beforeAll(async () => {
    direct = await startGateway({ WEB_ROOT: dist, PUBLIC_URL: publicUrl });
    behind = await startGateway({ TRUST_PROXY_HOPS: '1' });
    web = await startWebServer({ WEB_ROOT: dist, GATEWAY_URL: behind.gateway.httpUrl, PUBLIC_URL: publicUrl });
  });
  afterAll(async () => {
    await web.stop();
    await Promise.all([direct.stop(), behind.stop()]);
  });

  test.each([
    ...['/', '/login', '/tools/tribes/38?from=x', '/(modal)/inbox', '/assets', '/a.b/c', '/index.html', '/metrics'].map(
      page,
    ),
    ...['', 'gzip', 'br', 'gzip, deflate, br, zstd', 'identity', 'gzip;q=1, br;q=0'].flatMap((accepted) => [
      ['GET', '/', { 'accept-encoding': accepted }] as const,
      ['GET', script, { 'accept-encoding': accepted }] as const,
    ]),
    ['GET', short, { 'accept-encoding': 'br' }],
    ['GET', asset(/\.css$/), { 'accept-encoding': 'gzip' }],
    ['GET', asset(/\.woff2$/), { 'accept-encoding': 'br, gzip' }],
    ...['en-GB,en;q=0.9', 'zh-CN', 'fr-FR, de;q=0.8', 'fr-FR,fr;q=0.9,en;q=0.8,zh;q=0.7', ' en', 'english'].flatMap(
      (language) =>
        ['/', '/login', '/register', '/hominini', '/front-page', '/home', '/tools/tribes', '/login/'].map(
          (path) => ['GET', path, { 'accept-language': language, 'accept-encoding': 'br' }] as const,
        ),
    ),
    ['GET', '/pages/login.en.html', {}],
    ['GET', '/theme.js', {}],
    ['GET', '/start.js', {}],
    ['GET', '/favicon.svg', {}],
    ['GET', '/manifest.webmanifest', {}],
    ['GET', '/blog-content/index.json', { 'accept-encoding': 'br' }],
    ['GET', '/blog-content/que-es-una-tribu.md', {}],
    ['GET', '/blog-content/que-es-una-tribu.md', { 'accept-encoding': 'gzip' }],
    ['GET', '/blog-content/pictures/llave.svg', {}],
    ['GET', '/blog-content/feed.rss', {}],
    ['HEAD', '/blog-content/feed.rss', {}],
    ['GET', '/blog-content/missing.md', {}],
    ['GET', '/blog/que-es-una-tribu', { 'accept-language': 'en' }],
    ['GET', script, { range: 'bytes=0-99' }],
    ['HEAD', '/', { 'accept-encoding': 'br' }],
    ['HEAD', script, {}],
    ['HEAD', '/missing.png', {}],
    ['GET', '/missing.png', { 'accept-language': 'zh' }],
    ['GET', '/assets/missing.js', {}],
    ['GET', '/assets/missing', {}],
    ['GET', '/build.json', {}],
    ['GET', '/.stamp', {}],
    ['GET', '/.git/config', {}],
    ['POST', '/', {}],
    ['PUT', '/login', { 'accept-language': 'en' }],
    ['DELETE', script, {}],
    ['OPTIONS', '/theme.js', {}],
    ['GET', '/api', {}],
    ['GET', '/api/', {}],
    ['GET', '/api/tribes?cursor=x', { 'accept-encoding': 'gzip' }],
    ['HEAD', '/api/tribes', {}],
    ['POST', '/api/tribes/38/posts', {}],
    ['PATCH', '/api/tribes', {}],
    ['GET', '/api/docs', { 'accept-encoding': 'br' }],
    ['GET', '/api/unknown.png', {}],
    ['GET', '//api/tribes', {}],
  ] as const)('%s %s %j is answered alike', async (method, path, headers) => {
    const expected = await direct.ask(path, { method, headers });
    const received = await ask(web.url, path, { method, headers });
    expect(facts(received)).toEqual(facts(expected));
  });

  test('an unchanged file is not sent again', async () => {
    for (const path of ['/', script]) {
      const first = await ask(web.url, path, { headers: { 'accept-encoding': 'br' } });
      const headers = { 'accept-encoding': 'br', 'if-none-match': first.headers.etag ?? '' };
      const again = await ask(web.url, path, { headers });
      expect(again).toMatchObject({ status: 304, text: '' });
      const plain = await ask(web.url, path, { headers: { 'if-none-match': first.headers.etag ?? '' } });
      expect(plain.status).toBe(200);
    }
  });

  test('a range beyond the end is refused', async () => {
    const headers = { range: 'bytes=999999999-' };
    const [expected, received] = [await direct.ask(script, { headers }), await ask(web.url, script, { headers })];
    expect(received.status).toBe(416);
    expect(expected.status).toBe(416);
    expect(received.headers['content-range']).toBe(expected.headers['content-range']);
  });

  test("health and metrics are served only on the operators' port", async () => {
    expect(await ask(web.opsUrl, '/healthz')).toMatchObject({ status: 200, text: 'ok' });
    expect((await ask(web.opsUrl, '/metrics')).text).toContain('caddy_http_requests_total');
    expect((await ask(web.opsUrl, '/')).status).toBe(404);
    for (const path of ['/metrics', '/healthz']) expect((await ask(web.url, path)).text).toContain('<!doctype html>');
  });

  test('the web server sends HSTS when the public address uses TLS', async () => {
    const secure = await startWebServer({ WEB_ROOT: dist, PUBLIC_URL: 'https://tribus.test', GATEWAY_URL: web.url });
    for (const path of ['/', script])
      expect((await ask(secure.url, path)).headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.stop();
  });
});

withCaddy('the web server as a proxy of the gateway', () => {
  let gateway: StubUpstream;
  let web: WebServer;
  beforeAll(async () => {
    gateway = await StubUpstream.start('tribes');
    web = await startWebServer({ WEB_ROOT: dist, GATEWAY_URL: gateway.url, UPLOAD_MAX_MB: '1' });
  });
  afterAll(async () => {
    await web.stop();
    await gateway.stop();
  });

  test('a forwarded client address is accepted only from a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    await ask(web.url, '/api/tribes', { headers });
    expect(gateway.last.headers['x-forwarded-for']).toBe('127.0.0.1');

    const inner = await startWebServer({ GATEWAY_URL: gateway.url, TRUSTED_PROXIES: '10.0.0.0/8 127.0.0.1/32' });
    await ask(inner.url, '/api/tribes', { headers });
    expect(gateway.last.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
    await inner.stop();
  });

  test('events pass at once, and a client that disconnects closes the upstream request', async () => {
    const upstream = new Promise<{ write(event: string): void; closed: Promise<unknown> }>((resolve) => {
      gateway.handle((_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
        resolve({ write: (event) => res.write(event), closed: once(res, 'close') });
      });
    });
    const sent = open('/api/stream', { headers: { 'accept-encoding': 'gzip, br' } });
    sent.on('error', () => undefined).end();
    const response = await responseTo(sent);
    response.on('error', () => undefined);
    const stream = await upstream;
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      stream.write(event);
      expect(String(await once(response, 'data'))).toBe(event);
    }
    sent.destroy();
    await stream.closed;
    gateway.handle();
  });

  test('a body is streamed, and one that grows too large is cut off', async () => {
    const first = new Promise<string>((resolve) => {
      gateway.handle((req, res) => {
        req.once('data', (chunk) => resolve(String(chunk)));
        req.on('error', () => undefined).on('end', () => res.end());
      });
    });
    const sent = open('/api/tribes/38/posts', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
    sent.on('error', () => undefined).write('the first part');
    expect(await first).toBe('the first part');
    sent.end(Buffer.alloc(2_000_000));
    const response = await responseTo(sent);
    expect(response.statusCode).toBe(413);
    sent.destroy();
    gateway.handle();
  });

  test.each(['es', 'en', 'zh'] as const)(
    'while the gateway is unavailable the app is served, with the error in %s',
    async (language) => {
      await gateway.stop();
      const response = await ask(web.url, '/api/tribes', { headers: { 'accept-language': `${language}-XX` } });
      expect(response.status).toBe(503);
      expect(response.json).toEqual({
        error: general.catalogue.unavailable[language],
        code: 'unavailable',
        requestId: response.headers['x-request-id'],
      });
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(response.headers.server).toBeUndefined();
      expect((await ask(web.url, '/login')).status).toBe(200);
      await gateway.restart();
    },
  );

  test('the log contains no queries, no tokens and no full addresses', async () => {
    await ask(web.url, '/api/oauth?code=secret1', { headers: { referer: 'http://x/?t=secret2' }, token: 'secret3' });
    await gateway.stop();
    await ask(web.url, '/api/oauth/away?ticket=secret4');
    await gateway.restart();
    let log = '';
    await until(async () => {
      log = await web.log();
      return log.includes('"/api/oauth"') && log.includes('"/api/oauth/away"');
    }, 'both requests are logged');
    expect(log).not.toMatch(/secret\d/);
    expect(log).not.toMatch(/"remote_ip":"127\.0\.0\.1"/);
  });

  function open(path: string, options: { method?: string; headers?: Record<string, string> }): ClientRequest {
    const { hostname, port } = new URL(web.url);
    return request({ hostname, port, path, agent: false, ...options });
  }
});

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error('no answer');
  return answer;
}

/** Compared are all headers except volatile ones and the framing of the bytes. */
const volatile = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'last-modified'];

function facts({ status, headers, bytes, json }: GatewayResponse) {
  const same = Object.entries(headers).filter(([name]) => !volatile.includes(name));
  return {
    status,
    ...Object.fromEntries(same.map(([name, value]) => [name, String(value).toLowerCase()])),
    vary: headers.vary?.toLowerCase(),
    etag: headers.etag !== undefined,
    'x-request-id': headers['x-request-id'] !== undefined,
    body: json?.requestId ? { ...json, requestId: 'some' } : digest(unpacked(bytes, headers['content-encoding'])),
  };
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || !encoding) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
