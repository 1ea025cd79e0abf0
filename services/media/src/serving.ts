import { pipeline } from 'node:stream/promises';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { ProxyMediaQuery } from '../api.ts';
import { errors } from './errors.ts';
import { readRange } from './ranges.ts';
import type { ServedObject } from './store.ts';

interface Served {
  blobs: Blobs;
  urls: MediaUrls;
  now: Date;
  /** A row, or undefined when there is none of that key. */
  find: (key: string) => Promise<ServedObject | undefined>;
}

/** Answers with the bytes of an object, whole or a range, to whoever may have them. */
export async function serveMedia(served: Served, query: ProxyMediaQuery, req: Request, res: Response): Promise<void> {
  const { key, exp, sig } = addressOf(query);
  const object = await served.find(key);
  if (!object) throw fail('not_found');
  if (!object.isPublic && !served.urls.verify(key, exp ?? Number.NaN, sig ?? '', served.now))
    throw errors.fail('signature_invalid');

  if (req.headers['if-none-match'] === etagOf(object)) {
    res.set(headersOf(object)).status(304).end();
    return;
  }
  await send(served.blobs, object, req, res);
}

/** What is asked for: a key with its signature, or an address of our own storage, which holds both. */
function addressOf({ key, url, exp, sig }: ProxyMediaQuery): { key: string; exp?: number; sig?: string } {
  if (key !== undefined) return { key, exp, sig };
  const own = '/api/proxy-media?';
  if (!url?.startsWith(own)) throw errors.fail('media_address');
  const inner = new URLSearchParams(url.slice(own.length));
  const innerKey = inner.get('key');
  if (!innerKey) throw errors.fail('media_address');
  return { key: innerKey, exp: Number(inner.get('exp') ?? Number.NaN), sig: inner.get('sig') ?? undefined };
}

const etagOf = (object: ServedObject): string => `"${object.key}"`;

/**
 * An object never changes under its key, but who may see it does, and it may be deleted: what caches hold of a public
 * one dies within a minute, the time that other copies of media remember its row (service.ts) included. Asked again,
 * its bytes are not sent again.
 */
const publicSeconds = 30;

const headersOf = (object: ServedObject) => ({
  'content-type': object.contentType,
  'cache-control': object.isPublic ? `public, max-age=${publicSeconds}, must-revalidate` : 'private, max-age=300',
  etag: etagOf(object),
  'last-modified': object.createdAt.toUTCString(),
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
});

async function send(blobs: Blobs, object: ServedObject, req: Request, res: Response): Promise<void> {
  const size = object.sizeBytes;
  const range = readRange(req.headers.range, size);
  if (range === 'unsatisfiable') {
    res
      .set({ ...headersOf(object), 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .status(416)
      .end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const blob = req.method === 'HEAD' ? undefined : await blobs.get(object.key, range && { start, end });
  // The headers of the picture come after what can fail: an error is no picture.
  if (blob === null) throw fail('not_found');
  res.set({ ...headersOf(object), 'content-length': String(end - start + 1) }).status(range ? 206 : 200);
  if (range) res.set('content-range', `bytes ${start}-${end}/${size}`);
  if (!blob) {
    res.end();
    return;
  }
  // A reader who goes away ends the stream; that is no fault.
  await pipeline(blob.stream, res).catch((error) => {
    if (!res.destroyed) throw error;
  });
}
