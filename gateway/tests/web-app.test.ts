import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
let root: string;
const page = '<!doctype html><title>Tribus</title>';
const script = 'console.log(1);'.repeat(200);
const article = '---\ntitle: Ñandú\n---\n\nHola';
const feed = '<rss><link>{{env "PUBLIC_URL" | trimSuffix "/"}}/blog</link></rss>';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tribus-web-'));
  await mkdir(join(root, 'assets'));
  await writePacked('index.html', page);
  await writePacked('assets/index-Ab12.js', script);
  await writeFile(join(root, 'assets', 'unpacked-Ab12.js'), script);
  await writeFile(join(root, 'assets', 'fire-Ab12.webp'), 'RIFF');
  await writeFile(join(root, 'icon.svg'), '<svg/>');
  await writeFile(join(root, '.secret'), 'secret');
  await mkdir(join(root, 'blog-content'));
  await writePacked('blog-content/index.json', '{"posts":[],"pictures":{}}');
  await writePacked('blog-content/first.md', article);
  await writeFile(join(root, 'blog-content', 'feed.rss'), feed);
  fixture = await startGateway({ WEB_ROOT: root, PUBLIC_URL: 'https://tribus.test/' });
});
afterAll(async () => {
  await fixture.stop();
  await rm(root, { recursive: true });
});

/** Writes a text with its compressed variants, like the build. */
async function writePacked(name: string, text: string): Promise<void> {
  const file = join(root, name);
  await writeFile(file, text);
  await writeFile(`${file}.br`, brotliCompressSync(text));
  await writeFile(`${file}.gz`, gzipSync(text));
}

test.each(['/', '/tools/tribes', '/(modal)/inbox', '/auth/callback?token=x', '/reset-password'])(
  '%s is the page of the app, and revalidated on every request',
  async (path) => {
    const response = await fixture.ask(path);
    expect(response.status).toBe(200);
    expect(response.text).toContain('<title>Tribus');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

describe('pages by language', () => {
  const pages = {
    'front-page.es': `${page}<h1>Hola</h1>`,
    'front-page.en': `${page}<h1>Good</h1>`,
    'front-page.zh': `${page}<h1>你好</h1>`,
    'login.en': `${page}<h1>Sign in</h1>`,
    'index.es': `${page}<p>es</p>`,
    'index.en': `${page}<p>en</p>`,
  };
  beforeAll(async () => {
    await mkdir(join(root, 'pages'));
    for (const [name, text] of Object.entries(pages)) await writePacked(`pages/${name}.html`, text);
  });
  afterAll(() => rm(join(root, 'pages'), { recursive: true }));

  test.each([
    ['/', undefined, 'front-page.es'],
    ['/', 'es-ES', 'front-page.es'],
    ['/', 'en-GB,en;q=0.9', 'front-page.en'],
    ['/', 'zh-CN', 'front-page.zh'],
    ['/', 'fr-FR, de;q=0.9', 'front-page.es'],
    ['/', 'fr-FR, zh;q=0.5, en;q=0.8', 'front-page.en'],
    ['/?from=x', 'en', 'front-page.en'],
    ['/login', 'en', 'login.en'],
    ['/login', 'es', 'index.es'],
    ['/login/', 'en', 'login.en'],
    ['/front-page', 'en', 'index.en'],
    ['/tools/login', 'en', 'index.en'],
    ['/tools/tribes', 'es', 'index.es'],
  ] as const)('%s in "%s" is the page %s, in every form', async (path, language, name) => {
    for (const encoding of ['', 'br', 'gzip']) {
      const response = await fixture.ask(path, { headers: inLanguage(language, encoding) });
      expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
      expect(unpacked(response.bytes, response.headers['content-encoding'])).toBe(pages[name]);
    }
  });

  test("the plain page is sent when there is none in the visitor's language", async () => {
    expect((await fixture.ask('/login', { headers: { 'accept-language': 'zh' } })).text).toBe(page);
  });

  test('caches distinguish the languages of an address', async () => {
    const tags = new Set<string | undefined>();
    for (const language of ['es', 'en'])
      for (const encoding of ['', 'br', 'gzip']) {
        const { headers } = await fixture.ask('/', { headers: inLanguage(language, encoding) });
        expect(headers.vary).toMatch(/^accept-encoding, accept-language$/i);
        tags.add(headers.etag);
      }
    expect(tags.size).toBe(6);
  });

  test('a cached page is sent again only in another language', async () => {
    // Same size and time, as files of an image may have.
    const time = new Date('2026-01-01T00:00:00Z');
    for (const language of ['es', 'en']) await utimes(join(root, `pages/front-page.${language}.html`), time, time);
    const { headers } = await fixture.ask('/', { headers: inLanguage('es', '') });
    const again = (language: string) =>
      fixture.ask('/', { headers: { ...inLanguage(language, ''), 'if-none-match': headers.etag ?? '' } });
    expect(await again('es')).toMatchObject({ status: 304, headers: { vary: headers.vary } });
    expect(await again('en')).toMatchObject({ status: 200, text: pages['front-page.en'] });
  });

  test.each(['if-modified-since', 'if-unmodified-since'])(
    'a page has no date, and %s is ignored',
    async (condition) => {
      for (const language of ['es', 'en'] as const)
        for (const date of ['Thu, 01 Jan 2026 00:00:00 GMT', 'Sat, 01 Jan 2050 00:00:00 GMT']) {
          const answer = await fixture.ask('/', { headers: { ...inLanguage(language, ''), [condition]: date } });
          expect(answer).toMatchObject({ status: 200, text: pages[`front-page.${language}`] });
          expect(answer.headers['last-modified']).toBeUndefined();
        }
    },
  );
});

const inLanguage = (language: string | undefined, encoding: string) => ({
  'accept-encoding': encoding,
  ...(language !== undefined && { 'accept-language': language }),
});

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

test('a content-hashed file is cached forever, another is revalidated', async () => {
  const hashed = await fixture.ask('/assets/index-Ab12.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toContain('javascript');
  const icon = await fixture.ask('/icon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  expect((await fixture.ask('/icon.svg', { headers: { 'if-none-match': icon.headers.etag ?? '' } })).status).toBe(304);
});

test.each([
  '/assets/missing.js',
  '/assets/index-Cd34.js?retry',
  '/assets/index-Ab12',
  '/favicon.ico',
  '/.secret',
  '/assets/../.secret',
  '/assets/%2e%2e/.secret',
  '/..%2f..%2fetc%2fpasswd',
])('%s is 404', async (path) => {
  const response = await fixture.ask(path);
  expect(response.status).toBe(404);
  expect(response.json.code).toBe('not_found');
  expect(response.headers['cache-control']).toBe('no-store');
});

test.each(['/post/%E0%A4%A', '/u/%zz', '/assets/%2e%2e/.secret'])(
  'a browser that opens the malformed address %s gets the page of the app, as not found',
  async (path) => {
    const visit = { headers: { accept: 'text/html,application/xhtml+xml', 'if-none-match': '*' } };
    const response = await fixture.ask(path, visit);
    expect([response.status, response.text]).toEqual([404, expect.stringContaining('<title>Tribus')]);
    const withoutPage = await fixture.ask(path);
    expect([withoutPage.status, withoutPage.json.code]).toEqual([404, 'not_found']);
    const api = await fixture.ask(`/api${path}`, visit);
    expect([api.status, api.json.code]).toEqual([404, 'not_found']);
  },
);

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['*', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
])('a browser that accepts "%s" receives the precompressed %s file', async (accepted, encoding, unpack) => {
  for (const [path, text, type] of [
    ['/assets/index-Ab12.js', script, 'text/javascript; charset=utf-8'],
    ['/tools/tribes?sort=new', page, 'text/html; charset=utf-8'],
  ] as const) {
    const response = await fixture.ask(path, { headers: { 'accept-encoding': accepted } });
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': type,
      'content-length': String(response.bytes.length),
      vary: expect.stringMatching(/^accept-encoding$/i),
    });
    expect(unpack(response.bytes).toString()).toBe(text);
  }
});

test.each(['', 'identity', 'br;q=0, gzip;q=0'])(
  'a browser that accepts "%s" receives the plain text',
  async (accepted) => {
    const response = await fixture.ask('/assets/index-Ab12.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers.vary).toMatch(/accept-encoding/i);
    expect(response.text).toBe(script);
  },
);

test('each encoding has its own ETag and is not sent again', async () => {
  const packed = { 'accept-encoding': 'br' };
  const [text, br] = await Promise.all([
    fixture.ask('/assets/index-Ab12.js'),
    fixture.ask('/assets/index-Ab12.js', { headers: packed }),
  ]);
  expect(text.headers.etag).not.toBe(br.headers.etag);
  const again = await fixture.ask('/assets/index-Ab12.js', {
    headers: { ...packed, 'if-none-match': br.headers.etag ?? '' },
  });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect(again.headers['content-encoding']).toBeUndefined();
  expect(again.headers.vary).toMatch(/accept-encoding/i);
});

describe('the blog', () => {
  test.each([
    ['index.json', 'application/json; charset=utf-8', '{"posts":[],"pictures":{}}'],
    ['first.md', 'text/markdown; charset=utf-8', article],
    ['feed.rss', 'application/rss+xml; charset=utf-8', '<rss><link>https://tribus.test/blog</link></rss>'],
  ])('%s is sent with its content type, and revalidated on every request', async (name, type, text) => {
    const response = await fixture.ask(`/blog-content/${name}`, { headers: { 'accept-encoding': 'br' } });
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' } });
    expect(unpacked(response.bytes, response.headers['content-encoding'])).toBe(text);
    expect(await fixture.ask(`/blog-content/${name}`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('an article that does not exist is not the page of the app', async () => {
    for (const name of ['missing.md', 'pictures/missing.svg', 'missing.rss'])
      expect(await fixture.ask(`/blog-content/${name}`)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});

test('ranges and HEAD of a file follow HTTP', async () => {
  const part = await fixture.ask('/assets/index-Ab12.js', { headers: { range: 'bytes=0-10' } });
  expect(part).toMatchObject({ status: 206, text: script.slice(0, 11) });
  expect(part.headers['content-range']).toBe(`bytes 0-10/${script.length}`);
  const beyond = await fixture.ask('/assets/index-Ab12.js', { headers: { range: 'bytes=9999-' } });
  expect(beyond.status).toBe(416);
  expect(beyond.headers['content-range']).toBe(`bytes */${script.length}`);
  const head = await fixture.ask('/assets/index-Ab12.js', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers['content-encoding']).toBe('br');
});

test('a text without a compressed file is compressed on the fly, a picture never', async () => {
  const packed = await fixture.ask('/assets/unpacked-Ab12.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.bytes).toString()).toBe(script);
  const picture = await fixture.ask('/assets/fire-Ab12.webp', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(picture.headers['content-encoding']).toBeUndefined();
  expect(picture.headers.vary).toBeUndefined();
  expect(picture.text).toBe('RIFF');
});

test('the page is a plain sentence before the app is built', async () => {
  for (const webRoot of ['', join(root, 'nowhere')]) {
    const bare = await startGateway({ WEB_ROOT: webRoot });
    const response = await bare.ask('/', { headers: { 'accept-language': 'en' } });
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toContain('text/plain');
    expect(response.text).toBe('The web app has not been built here.');
    await bare.stop();
  }
});
