import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import { codeOf, fail } from '../core/errors.ts';

/** Default size limit of a body (trust.md 14). */
export const defaultBodyBytes = 64 * 1024;

const maxDepth = 32;
/** Keys and elements in a whole body, far above the needs of any route. */
const maxValues = 2_000;
/** Timeout for the whole body, sufficient because bodies are small. */
const bodyTimeoutMs = 30_000;

const decompressors = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Returns the JSON body of a request; undefined without a body. Checks the size before and after decompression, and
 * depth and number of values before parsing. Throws `unsupported_media_type` for another or no content type (which any
 * web page can make a browser send), charset or encoding; `payload_too_large` above `maxBytes`, immediately by
 * `content-length`; `malformed_body` unless it is an object or array in UTF-8; `invalid_input` for too much depth or
 * too many values; `body_too_slow` when it is incomplete after 30 s.
 */
export async function readJson(req: Request, maxBytes: number): Promise<unknown> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length === 0 && req.headers['transfer-encoding'] === undefined) return undefined;
  assertJson(req);
  const decompress = decompressorFor(req);
  if (length > maxBytes) throw fail('payload_too_large');
  const received = await readBody(req, maxBytes);
  if (received.length === 0) return undefined;
  if (req.headers['content-type'] === undefined) throw fail('unsupported_media_type');
  const bytes = decompress ? await decompress(received, maxBytes) : received;
  if (bytes.length === 0) return undefined;
  assertBounded(bytes);
  return parse(bytes);
}

function assertJson(req: Request): void {
  if (req.headers['content-type'] !== undefined && !req.is(['json', '+json'])) throw fail('unsupported_media_type');
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw fail('unsupported_media_type');
}

type Decompress = (compressed: Buffer, maxBytes: number) => Promise<Buffer>;

function decompressorFor(req: Request): Decompress | undefined {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  if (!isSupported(encoding)) throw fail('unsupported_media_type');
  return async (compressed, maxBytes) => {
    try {
      return await decompressors[encoding](compressed, { maxOutputLength: maxBytes });
    } catch (cause) {
      throw fail(codeOf(cause) === 'ERR_BUFFER_TOO_LARGE' ? 'payload_too_large' : 'malformed_body', undefined, {
        cause,
      });
    }
  };
}

const isSupported = (encoding: string): encoding is keyof typeof decompressors =>
  Object.hasOwn(decompressors, encoding);

/** Reads the raw bytes. After a refusal the rest is discarded. */
function readBody(req: Request, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => refuse(fail('body_too_slow')), bodyTimeoutMs);
    const append = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuse(fail('payload_too_large'));
      else chunks.push(chunk);
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks, size));
    };
    const abort = () => refuse(fail('malformed_body'));
    const stop = () => {
      clearTimeout(timer);
      req.off('data', append).off('end', end).off('close', abort);
    };
    const refuse = (error: Error) => {
      stop();
      req.resume();
      reject(error);
    };
    if (req.destroyed) return refuse(fail('malformed_body'));
    return req.on('data', append).on('end', end).on('close', abort);
  });
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opens = new Set([0x5b, 0x7b]);
const closes = new Set([0x5d, 0x7d]);

/** Scans the text before parsing, so that no deep or huge value is built; does not check the syntax. */
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
