import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import { codeOf, fail } from '../core/errors.ts';

/** Of a body whose route says nothing else (trust.md 14). */
export const defaultBodyBytes = 64 * 1024;

const maxDepth = 32;
/** Keys and elements in a whole body, far above what any route asks for. */
const maxValues = 2_000;
/** For all of a body: it is small. */
const bodyTimeoutMs = 30_000;

const decompressors = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * The JSON body of a request; undefined when it has none. Its size is bounded before it is unpacked and after, its
 * depth and number of values before anything is built of it. Throws `unsupported_media_type` for another type or
 * none (a page of any site can have a browser send that), another charset or packing, `payload_too_large` above `maxBytes` (at once when the request says so itself), `malformed_body` for what
 * is no object or list in UTF-8, `invalid_input` for one too deep or with too many values, `body_too_slow` when not all
 * of it came in 30 seconds.
 */
export async function readJson(req: Request, maxBytes: number): Promise<unknown> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length === 0 && req.headers['transfer-encoding'] === undefined) return undefined;
  assertJson(req);
  const unpack = decompressorFor(req);
  if (length > maxBytes) throw fail('payload_too_large');
  const packed = await readBody(req, maxBytes);
  if (packed.length === 0) return undefined;
  if (req.headers['content-type'] === undefined) throw fail('unsupported_media_type');
  const bytes = unpack ? await unpack(packed, maxBytes) : packed;
  if (bytes.length === 0) return undefined;
  assertBounded(bytes);
  return parse(bytes);
}

function assertJson(req: Request): void {
  if (req.headers['content-type'] !== undefined && !req.is(['json', '+json'])) throw fail('unsupported_media_type');
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw fail('unsupported_media_type');
}

type Unpack = (packed: Buffer, maxBytes: number) => Promise<Buffer>;

function decompressorFor(req: Request): Unpack | undefined {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  if (!isKnown(encoding)) throw fail('unsupported_media_type');
  return async (packed, maxBytes) => {
    try {
      return await decompressors[encoding](packed, { maxOutputLength: maxBytes });
    } catch (cause) {
      throw fail(codeOf(cause) === 'ERR_BUFFER_TOO_LARGE' ? 'payload_too_large' : 'malformed_body', undefined, {
        cause,
      });
    }
  };
}

const isKnown = (encoding: string): encoding is keyof typeof decompressors => Object.hasOwn(decompressors, encoding);

/** The bytes as they were sent. What comes after a refusal is read by nobody and kept by nobody. */
function readBody(req: Request, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => refuse(fail('body_too_slow')), bodyTimeoutMs);
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuse(fail('payload_too_large'));
      else chunks.push(chunk);
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks, size));
    };
    const breakOff = () => refuse(fail('malformed_body'));
    const stop = () => {
      clearTimeout(timer);
      req.off('data', take).off('end', end).off('close', breakOff);
    };
    const refuse = (error: Error) => {
      stop();
      req.resume();
      reject(error);
    };
    if (req.destroyed) return refuse(fail('malformed_body'));
    return req.on('data', take).on('end', end).on('close', breakOff);
  });
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/** Looks through the text once, so that nothing deep or huge is ever built; whether it is JSON is the parser's matter. */
function assertBounded(bytes: Buffer): void {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma) values += 1;
    else if (opens.has(byte)) {
      depth += 1;
      values += 1;
    } else if (closes.has(byte)) depth -= 1;
    if (depth > maxDepth || values > maxValues) throw fail('invalid_input');
  }
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw fail('malformed_body', undefined, { cause });
  }
  throw fail('malformed_body');
}
