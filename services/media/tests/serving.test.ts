import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';

let bench: Bench;
let open: StoredObject;
let secret: StoredObject;
beforeAll(async () => {
  bench = await openBench();
  const jpeg = await halves().jpeg().toBuffer();
  open = await bench.upload(jpeg);
  secret = await bench.upload(jpeg, { visibility: 'signed' });
});
afterAll(() => bench.close());

const signed = ({ key } = secret) => bench.urls.signedUrl(key, bench.clock.now());
const inside = (address: string) => `/api/proxy-media?url=${encodeURIComponent(address)}`;
const codeOf = async (path: string) => {
  const response = await bench.fetch(path);
  return [response.status, response.status === 200 ? '' : JSON.parse(await response.text()).code];
};

test('a public picture is served to everybody, revalidated after half a minute, and always served as a picture', async () => {
  const response = await bench.fetch(bench.urls.publicUrl(open.key));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(open.sizeBytes),
    'cache-control': 'public, max-age=30, must-revalidate',
    etag: `"${open.key}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([bytes.length, bytes.subarray(8, 12).toString()]).toEqual([open.sizeBytes, 'WEBP']);
});

test('a signed picture and each of its variants can be fetched with its own signature until it expires', async () => {
  const address = signed();
  const response = await bench.fetch(address);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'private, max-age=30, must-revalidate',
  ]);
  for (const variant of secret.variants) {
    expect(await codeOf(bench.urls.publicUrl(variant.key))).toEqual([403, 'signature_invalid']);
    expect(await codeOf(signed({ ...secret, key: variant.key }))).toEqual([200, '']);
  }
  bench.clock.advance(5 * 60_000);
  expect(await codeOf(address)).toEqual([200, '']);
  bench.clock.advance(5 * 60_000 + 1);
  expect(await codeOf(address)).toEqual([403, 'signature_invalid']);
  expect(await codeOf(signed())).toEqual([200, '']);
});

test('a forged or extended signature, or one for another key or secret, is invalid', async () => {
  const address = new URL(signed(), 'http://x');
  const changed = (name: string, value: string) => {
    const copy = new URL(address);
    copy.searchParams.set(name, value);
    return copy.pathname + copy.search;
  };
  const sig = address.searchParams.get('sig') ?? '';
  const tries = [
    changed('sig', `${sig.slice(0, -2)}xx`),
    changed('sig', ''),
    changed('sig', sig.slice(0, 10)),
    changed('exp', String(Number(address.searchParams.get('exp')) + 3_600)),
    changed('exp', '9'.repeat(15)),
    changed('key', secret.variants.find(({ name }) => name === 'medium')?.key ?? ''),
    new MediaUrls('another-secret').signedUrl(secret.key, bench.clock.now()),
    bench.urls.publicUrl(secret.key),
  ];
  for (const path of tries) expect([path, ...(await codeOf(path))]).toEqual([path, 403, 'signature_invalid']);
  expect((await codeOf(changed('exp', 'mañana')))[0]).toBe(400);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/SIZE', 10],
  ['bytes=-7', 206, 'bytes FROM7-LAST/SIZE', 7],
  ['bytes=10-', 206, 'bytes 10-LAST/SIZE', -10],
  ['bytes=0-999999999', 206, 'bytes 0-LAST/SIZE', 0],
  ['bytes=999999999-', 416, 'bytes */SIZE', null],
  ['bytes=-0', 416, 'bytes */SIZE', null],
  ['bytes=0-1,5-6', 200, null, 0],
  ['nada', 200, null, 0],
])('a request for the range %s gets status %i', async (range, status, contentRange, length) => {
  const size = open.sizeBytes;
  const response = await bench.fetch(bench.urls.publicUrl(open.key), { headers: { range } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const expected = contentRange
    ?.replace('SIZE', String(size))
    .replace('LAST', String(size - 1))
    .replace('FROM7', String(size - 7));
  expect([response.status, response.headers.get('content-range')]).toEqual([status, expected ?? null]);
  if (length === null) expect([bytes.length, response.headers.get('cache-control')]).toEqual([0, 'no-store']);
  else expect(bytes.length).toBe(length > 0 ? length : size + length);
});

test('the ranges of an object add up to the whole', async () => {
  const part = async (range: string) =>
    Buffer.from(await (await bench.fetch(bench.urls.publicUrl(open.key), { headers: { range } })).arrayBuffer());
  const whole = Buffer.from(await (await bench.fetch(bench.urls.publicUrl(open.key))).arrayBuffer());
  expect(Buffer.concat([await part('bytes=0-99'), await part('bytes=100-')]).equals(whole)).toBe(true);
});

test('HEAD responds like GET without the body, and a cached picture is not sent again', async () => {
  const path = bench.urls.publicUrl(open.key);
  const head = await bench.fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(open.sizeBytes),
    '',
  ]);
  const again = await bench.fetch(path, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'public, max-age=30, must-revalidate',
  ]);
  expect((await bench.fetch(path, { headers: { 'if-none-match': '"otra"' } })).status).toBe(200);
  const forbidden = await bench.fetch(bench.urls.publicUrl(secret.key), {
    headers: { 'if-none-match': `"${secret.key}"` },
  });
  expect(forbidden.status).toBe(403);
  expect((await bench.fetch(path, { method: 'POST' })).status).toBe(404);
});

test('an address of our own storage is mapped to its object', async () => {
  expect(await codeOf(inside(bench.urls.publicUrl(open.key)))).toEqual([200, '']);
  expect(await codeOf(inside(signed()))).toEqual([200, '']);
  expect(await codeOf(inside(bench.urls.publicUrl(secret.key)))).toEqual([403, 'signature_invalid']);
});

test.each([
  'http://evil.test/a.png',
  '//evil.test/api/proxy-media?key=a',
  'http://127.0.0.1/api/proxy-media?key=a',
  'file:///etc/passwd',
  'data:image/svg+xml,<svg/>',
  '/api/proxy-media/../../etc/passwd',
  '/api/auth/me',
  '/api/proxy-media?url=http://evil.test',
  '/api/proxy-media?key=',
  '\\\\evil.test\\a',
])('the address %s is refused and never fetched', async (address) => {
  expect(await codeOf(inside(address))).toEqual([400, 'media_address']);
});

test('an unknown key of any form is not found', async () => {
  for (const key of ['../../../etc/passwd', '/etc/passwd', 'post/%2e%2e/x', 'post/nichts.webp', "' or true--"]) {
    expect(await codeOf(bench.urls.publicUrl(key))).toEqual([404, 'not_found']);
    expect(await codeOf(inside(bench.urls.publicUrl(key)))).toEqual([404, 'not_found']);
  }
  const both = `/api/proxy-media?key=${open.key}&url=x`;
  for (const path of ['/api/proxy-media', both, `/api/proxy-media?key=${open.key}&key=x`, '/api/proxy-media?key=%00'])
    expect((await codeOf(path))[0]).toBe(400);
});

test('no signature is written to the log, not even inside another address', async () => {
  const sig = new URL(signed(), 'http://x').searchParams.get('sig') ?? '';
  const requests = [
    ['signed', signed()],
    ['inside', inside(signed())],
  ] as const;
  for (const [id, path] of requests) {
    const response = await bench.fetch(path, { headers: { 'x-request-id': id } });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, secret.sizeBytes]);
  }
  const lines = () => bench.service.logged.filter((line) => line.includes('/api/proxy-media'));
  // A request is logged when its response is sent, which may be after the client has received it.
  const isLogged = (id: string) => lines().some((line) => line.includes(`"requestId":"${id}"`));
  await until(() => requests.every(([id]) => isLogged(id)), 'both are in the log');
  expect(lines().some((line) => line.includes(sig))).toBe(false);
});
