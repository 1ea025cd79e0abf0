import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { imageMaxMb } from '@tribus/community/limits.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const submission = { purpose: 'submission', visibility: 'signed' } as const;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const refusal = (bytes: Buffer, more: object = submission) =>
  bench.upload(bytes, more).then(
    () => 'taken',
    (error) => error.code,
  );

test.each([
  ['application/pdf', 'application/pdf', pdf, /^submission\/[0-9a-f]{40}\.pdf$/],
  [
    'text/plain',
    'text/plain; charset=utf-8',
    Buffer.from('Así fue: 火 🔥\r\n\tfin\f'),
    /^submission\/[0-9a-f]{40}\.txt$/,
  ],
  ['text/plain', 'text/plain; charset=utf-8', Buffer.from('<script>alert(1)</script>'), /\.txt$/],
] as const)('a document of %s is stored unchanged and served only as a download', async (type, served, bytes, key) => {
  const object = await bench.upload(bytes, submission);
  expect(object).toMatchObject({
    key: expect.stringMatching(key),
    contentType: type,
    visibility: 'signed',
    sizeBytes: bytes.length,
    width: 0,
    lqip: '',
    variants: [],
  });
  expect((await bench.fetch(bench.urls.publicUrl(object.key))).status).toBe(403);
  const response = await bench.fetch(bench.urls.signedUrl(object.key, bench.clock.now()));
  const headers = ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy'];
  expect([response.status, ...headers.map((name) => response.headers.get(name))]).toEqual([
    200,
    served,
    'attachment',
    'nosniff',
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a document is recognised by its bytes; archives, programs, other encodings and empty files are refused', async () => {
  const named = { ...submission, originalName: 'informe.pdf' };
  const others = {
    zip: Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]),
    program: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    svg: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    latin: Buffer.from([0x61, 0xf1, 0x6f]),
    cut: Buffer.from('火').subarray(0, 2),
    zeros: Buffer.from('hola\u0000'),
    nothing: Buffer.alloc(0),
    late: Buffer.concat([Buffer.from('x'), pdf, Buffer.from([0])]),
  };
  for (const [what, bytes] of Object.entries(others))
    expect([what, await refusal(bytes, named)]).toEqual([what, 'document_type_refused']);
});

test('documents are accepted only for submissions, and up to the size limit', async () => {
  for (const purpose of ['post', 'avatar', 'banner', 'photo'] as const)
    expect(await refusal(pdf, { purpose })).toBe('file_type_refused');
  expect(await refusal(pdf, { purpose: 'landing' })).toBe('media_type_refused');
  const large = Buffer.concat([pdf, Buffer.alloc(imageMaxMb * 1024 * 1024, 'x')]);
  expect(await refusal(large)).toBe('file_too_large');
  expect(await refusal(pdf, { ...submission, maxBytes: pdf.length - 1 })).toBe('file_too_large');
  expect(await refusal(pdf, { ...submission, maxBytes: pdf.length })).toBe('taken');
});

test('a picture submitted to a challenge is encoded again and displayed', async () => {
  const object = await bench.upload(await halves(300, 200).png().toBuffer(), submission);
  expect(object.contentType).toBe('image/webp');
  const response = await bench.fetch(bench.urls.signedUrl(object.key, bench.clock.now()));
  expect([response.status, response.headers.get('content-disposition')]).toEqual([200, null]);
});
