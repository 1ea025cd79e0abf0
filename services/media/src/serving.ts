import { fail } from '@tribus/kit/core/errors.ts';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import { sendStream } from '@tribus/kit/http/send-stream.ts';
import type { SignedAddress } from '@tribus/kit/storage/signed-url.ts';
import type { ProxyMediaQuery } from '../api.ts';
import { documentTypes } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { openObject, type ReadDeps } from './object-reads.ts';
import { readRange } from './ranges.ts';
import type { ObjectLocation } from './store/object-locations.ts';
import type { ServedObject } from './store/objects.ts';
import { isPublic } from './visibility.ts';

/**
 * Sends the bytes of an object, whole or a range. Throws 403 `signature_invalid` when it is not public and the
 * address has no valid signature, 404 when the key is unknown.
 */
export async function serveMedia(deps: Deps, query: ProxyMediaQuery, req: Request, res: Response): Promise<void> {
  const address = await addressOf(deps, query);
  const object = await deps.servedObjects.get(address.key);
  // An archive is served by its own route to its owner only, and a part never, whatever the signature.
  if (!object || object.purpose === 'archive' || object.purpose === 'part') throw fail('not_found');
  if (!isPublic(object) && !isValidAddress(deps, address, object)) throw errors.fail('signature_invalid');

  if (req.headers['if-none-match'] === etagOf(object)) {
    res.set(headersOf(object)).status(304).end();
    return;
  }
  const { sizeBytes } = object;
  await sendBytes(deps, { location: object, sizeBytes, headers: headersOf(object) }, req, res);
}

/**
 * Whether the address has a valid signature that is not expired and was created for the object's current visibility.
 */
const isValidAddress = ({ urls, ctx }: Deps, address: SignedAddress, { visibilityVersion }: ServedObject): boolean =>
  (address.version ?? visibilityVersion) >= visibilityVersion && urls.verify(address, ctx.clock.now());

/**
 * Returns the key and signature of a request, given directly or as an address of our own storage: the proxy's, or one
 * below the public address of the chosen store; else 400 `media_address`.
 */
async function addressOf(
  { objectStores }: Deps,
  { key, url, exp = Number.NaN, sig = '', v: version }: ProxyMediaQuery,
): Promise<SignedAddress> {
  if (key !== undefined) return { key, exp, sig, version };
  const own = '/api/proxy-media?';
  if (!url?.startsWith(own)) {
    const base = /^https?:/.test(url ?? '') ? await objectStores.publicBaseUrl() : '';
    if (!base || !url?.startsWith(`${base}/`)) throw errors.fail('media_address');
    return { key: url.slice(base.length + 1), exp, sig, version };
  }
  const inner = new URLSearchParams(url.slice(own.length));
  const innerKey = inner.get('key');
  if (!innerKey) throw errors.fail('media_address');
  const numberIn = (name: string) => Number(inner.get(name) ?? Number.NaN);
  const bound = inner.has('v') ? numberIn('v') : undefined;
  return { key: innerKey, exp: numberIn('exp'), sig: inner.get('sig') ?? '', version: bound };
}

/** A video of an earlier version is stored again once, without its metadata: then it has another validator. */
const etagOf = ({ key, metadata }: ServedObject): string => `"${key}${metadata === 'removed' ? ';stripped' : ''}"`;

/**
 * An object never changes under its key, but its visibility may, and it may be deleted: the cached copies of browsers
 * and proxies expire within a minute, including the time for which other replicas cache its row (service.ts).
 * Revalidation sends no bytes again.
 */
const cachedSeconds = 30;

/** Headers of every stored file: opened by its address it is never taken for a page, and loads and runs nothing. */
export const fileHeaders = {
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

const headersOf = (object: ServedObject) => ({
  'content-type': object.contentType === 'text/plain' ? 'text/plain; charset=utf-8' : object.contentType,
  // A document is downloaded: no uploaded file is opened as a page of our origin.
  ...(Object.hasOwn(documentTypes, object.contentType) && { 'content-disposition': 'attachment' }),
  'cache-control': `${isPublic(object) ? 'public' : 'private'}, max-age=${cachedSeconds}, must-revalidate`,
  etag: etagOf(object),
  'last-modified': object.createdAt.toUTCString(),
  ...fileHeaders,
});

/** Whether a range continues the bytes that the client has. */
const isCurrent = ({ headers: { 'if-range': validator } }: Request, { etag }: Record<string, string>): boolean =>
  validator === undefined || validator === etag;

/** An object with its response headers. */
interface ObjectResponse {
  location: ObjectLocation;
  sizeBytes: number;
  headers: Record<string, string>;
}

/** Sends the bytes of an object, whole or a range; 404 when its bytes are missing. */
export async function sendBytes(
  deps: ReadDeps,
  { location, sizeBytes: size, headers }: ObjectResponse,
  req: Request,
  res: Response,
): Promise<void> {
  const range = isCurrent(req, headers) ? readRange(req.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    res
      .set({ ...headers, 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .status(416)
      .end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const answer = {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
  };
  if (req.method === 'HEAD') {
    res.status(answer.status).set(answer.headers).end();
    return;
  }
  const blob = await openObject(deps, location, range && { start, end });
  if (!blob) throw fail('not_found');
  if (blob.size !== size) {
    // The bytes are those of another size than the cached row names.
    blob.stream.destroy();
    deps.servedObjects.delete(location.key);
    throw fail('unavailable', undefined, { retryAfter: 1 });
  }
  await sendStream(res, blob.stream, answer);
}
