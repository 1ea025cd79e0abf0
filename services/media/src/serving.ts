import { pipeline } from 'node:stream/promises';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { ProxyMediaQuery } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { readRange } from './ranges.ts';
import type { ServedObject } from './store/objects.ts';
import { isPublic } from './visibility.ts';

/**
 * Answers with the bytes of an object, whole or a range. Throws 403 `signature_invalid` when it is not public and the
 * address has no valid signature, 404 when there is none of that key.
 */
export async function serveMedia(deps: Deps, query: ProxyMediaQuery, req: Request, res: Response): Promise<void> {
  const { key, exp, sig } = addressOf(query);
  const object = await deps.servedObjects.get(key);
  if (!object) throw fail('not_found');
  if (!isPublic(object) && !deps.urls.verify(key, exp ?? Number.NaN, sig ?? '', deps.ctx.clock.now()))
    throw errors.fail('signature_invalid');

  if (req.headers['if-none-match'] === etagOf(object)) {
    res.set(headersOf(object)).status(304).end();
    return;
  }
  await send(deps.blobs, object, req, res);
}

/** The key and signature of a request, given or as an address of our own storage; else 400 `media_address`. */
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
 * An object never changes under its key, but its visibility may, and it may be deleted: caches of a public one expire
 * within a minute, including the time that other replicas of media cache its row (service.ts). Revalidation sends no
 * bytes again.
 */
const publicSeconds = 30;

const headersOf = (object: ServedObject) => ({
  'content-type': object.contentType,
  'cache-control': isPublic(object) ? `public, max-age=${publicSeconds}, must-revalidate` : 'private, max-age=300',
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
  // The picture's headers are set after what can fail: an error must not carry them.
  if (blob === null) throw fail('not_found');
  res.set({ ...headersOf(object), 'content-length': String(end - start + 1) }).status(range ? 206 : 200);
  if (range) res.set('content-range', `bytes ${start}-${end}/${size}`);
  if (!blob) {
    res.end();
    return;
  }
  // A client that disconnects ends the stream, which is no fault.
  await pipeline(blob.stream, res).catch((error) => {
    if (!res.destroyed) throw error;
  });
}
