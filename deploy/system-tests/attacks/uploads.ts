import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { postForm } from '../people.ts';
import { jpeg, png } from '../pictures.ts';
import { testWithOwnSystem } from '../targets.ts';
import { ownOf, type SharedSystem } from '../test-system.ts';

const script = '<script>alert(document.domain)</script>';
const html = Buffer.from(`<!doctype html><html><body>${script}</body></html>`);
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`);

/** Invalid pictures are refused, and a refusal leaves no object behind. */
export function attackUploads(system: () => SharedSystem): void {
  const objects = async () => (await ownOf(system()).sql('media', 'select count(*)::int as n from objects'))[0]?.n;

  testWithOwnSystem('a form with a refused picture stores no object, not even its valid pictures', async () => {
    const ana = await system().newcomer('ana');
    const good = await png(80, 60);
    const noise = Buffer.concat([(await jpeg()).subarray(0, 600), Buffer.alloc(16 * 1_048_576, 7)]);
    const attempts: [string, Uint8Array[], number][] = [
      ['SVG', [good, svg], 415],
      ['a page that is called a picture', [html], 415],
      ['a page behind the first bytes of a GIF', [Buffer.concat([Buffer.from('GIF89a'), html])], 400],
      ['a PNG of 50000×50000', [good, pngOf(50_000, 50_000)], 400],
      ['a PNG cut off', [good.subarray(0, 60)], 400],
      ['more than 15 MB', [noise], 413],
      ['nothing', [Buffer.alloc(0)], 415],
      ['a program', [Buffer.from('\u007fELF\u0002\u0001\u0001'), good], 415],
      ['seven pictures', Array(7).fill(good), 413],
    ];
    // Waits until objects deleted by other attacks are removed.
    await system().settled();
    const before = await objects();
    for (const [what, pictures, status] of attempts) {
      const response = await ana.post('/tribes/38/posts', postForm({ content: what, pictures }));
      expect([what, response.status]).toEqual([what, status]);
      expect(response.body.error).not.toBe('');
    }
    await until(async () => (await objects()) === before, 'there are as many objects as before');
    const { items } = await ana.read('/tribes/38/posts');
    expect(items.filter(({ user }: { user: { id: string } }) => user.id === ana.id)).toEqual([]);
  });

  test('a picture that is also a page is served only as a picture', async () => {
    const ana = await system().newcomer('ana');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
    const plain = await jpeg();
    const polyglot = Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2), html]);
    const post = await ana.publish(38, { pictures: [polyglot] });
    const { url, variants } = post.images[0];
    for (const address of [url, ...Object.values<string>(variants)]) {
      const response = await ana.fetch(address);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await response.arrayBuffer()).includes('<script')).toBe(false);
    }
  });

  test('a file on a route without files, or in a wrong field, is refused', async () => {
    const ana = await system().newcomer('ana');
    const foreign = new FormData();
    foreign.append('avatar', new Blob([Buffer.from(await png())]), '../../etc/passwd');
    expect((await ana.post('/tribes/38/posts', foreign)).status).toBe(400);
    expect((await ana.post('/tribes', postForm({ content: 'x' }))).status).toBe(415);
    const cut = '--x\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\nabc';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await ana.call('POST', '/tribes/38/posts', cut, headers);
    expect(broken.status).toBeGreaterThanOrEqual(400);
    expect(broken.status).toBeLessThan(500);
  });

  test('proxy-media serves only stored objects', async () => {
    const { visitor } = system();
    const addresses = [
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      '//evil.test/a',
      'https://evil.test/a.png',
    ];
    for (const address of addresses)
      expect((await visitor.get(`/proxy-media?url=${encodeURIComponent(address)}`)).status).toBe(400);
    for (const key of ['../../etc/passwd', 'a/../../b', '%2e%2e%2f', '.', 'x'.repeat(500)])
      expect((await visitor.get(`/proxy-media?key=${encodeURIComponent(key)}`)).status).toBe(404);
  });
}

/** A PNG whose header declares that many pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
