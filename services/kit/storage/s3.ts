import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { fail, isOutage } from '../core/errors.ts';
import { timeLeftForCallsMs } from '../core/request-context.ts';
import type { OutboundAgents } from '../outbound/agents.ts';
import { assertBlobKey, assertBlobPrefix } from './blob-key.ts';
import type { Blob, BlobMetadata, Blobs, ListedBlob, NewBlob, S3Options } from './blob-store.ts';

/** Maximum number of keys in one delete request. */
const deleteBatchSize = 1_000;
const requestMs = 20_000;
/** Minimum upload rate: the timeout of an upload grows by its size at 5 MB/s. */
const minBytesPerMs = 5_000;

/** A connected bucket. */
export interface Bucket extends Blobs {
  /** Throws while the bucket is unavailable. */
  assertAvailable(): Promise<void>;
  /** Closes the connections; operations in progress fail. */
  close(): void;
}

/** Opens a bucket of S3 or of a compatible store; readiness depends on it. */
export async function openBucket(ctx: Context, options: S3Options): Promise<Blobs> {
  const bucket = connectBucket(options);
  ctx.onStop('objects', () => bucket.close());
  const report = new ConnectionReport(ctx.log, 's3');
  const isAvailable = async () => {
    try {
      await bucket.assertAvailable();
    } catch (error) {
      report.failed(error);
      return false;
    }
    report.connected();
    return true;
  };
  ctx.readyWhen('objects', isAvailable);
  // There is no connection to open; this logs at the start when the bucket is unavailable.
  await isAvailable();
  return bucket;
}

const silence = () => undefined;
const silent = { trace: silence, debug: silence, info: silence, warn: silence, error: silence };

/** Connects to a bucket without a readiness check; `agents` restrict the addresses of connections. */
export function connectBucket(options: S3Options, agents: Partial<OutboundAgents> = {}): Bucket {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    // Compatible stores do not support additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // Errors are thrown as well; do not write them to the console.
    logger: silent,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: requestMs, throwOnRequestTimeout: true, ...agents },
  });
  return new BucketBlobs(client, options.bucket);
}

class BucketBlobs implements Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async assertAvailable(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { requestTimeout: 2_000 });
  }

  close(): void {
    this.#client.destroy();
  }

  async put(key: string, body: Buffer | Readable, { contentType, size }: NewBlob): Promise<void> {
    assertBlobKey(key);
    const send = (content: Buffer | Readable, length: number, abortSignal?: AbortSignal) =>
      this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          Body: content,
          ContentLength: length,
          ContentType: contentType,
        }),
        { requestTimeout: requestMs + Math.ceil(length / minBytesPerMs), ...(abortSignal && { abortSignal }) },
      );
    await withOutageErrors(async () => {
      if (Buffer.isBuffer(body)) await send(body, body.length);
      else if (size !== undefined) await sendSized(body, size, send);
      else await sendBuffered(body, send);
    });
  }

  async get(key: string, range: { start?: number; end?: number } = {}): Promise<Blob | null> {
    assertBlobKey(key);
    const { start = 0, end } = range;
    const rangeHeader = start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` };
    const found = await nullIfMissing(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...rangeHeader })),
    );
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error('the object has no body');
    const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
    return { ...metadataOf(found), size, stream: found.Body };
  }

  async head(key: string): Promise<BlobMetadata | null> {
    assertBlobKey(key);
    const found = await nullIfMissing(() =>
      this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
    );
    return found && metadataOf(found);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertBlobKey(key);
    for (let at = 0; at < keys.length; at += deleteBatchSize) {
      const Objects = keys.slice(at, at + deleteBatchSize).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await withOutageErrors(() => this.#client.send(command, untilDeadline()));
      if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
    }
  }

  async *list(prefix: string): AsyncIterable<ListedBlob> {
    assertBlobPrefix(prefix);
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token });
      const page = await withOutageErrors(() => this.#client.send(command));
      for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        if (Key) yield { key: Key, size: Size, lastModified: LastModified };
      token = page.NextContinuationToken;
    }
  }
}

interface FoundObject {
  ContentLength?: number;
  ContentType?: string;
  ETag?: string;
  LastModified?: Date;
}

const metadataOf = ({ ContentLength, ContentType, ETag, LastModified }: FoundObject): BlobMetadata => ({
  size: ContentLength ?? 0,
  contentType: ContentType ?? 'application/octet-stream',
  etag: ETag ?? '',
  lastModified: LastModified ?? new Date(0),
});

/** Sends a stream of known size. If it fails or has another size, the request is aborted and nothing is stored. */
async function sendSized(
  body: Readable,
  size: number,
  send: (content: Readable, length: number, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const aborted = new AbortController();
  let left = size;
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Error('the object is longer than its declared size') : null, chunk);
    },
    flush: (done) => done(left > 0 ? new Error('the object is shorter than its declared size') : null),
  });
  // The first failure is the cause; it aborts the other side.
  let cause: unknown;
  const receiving = pipeline(body, counted).catch((error) => {
    cause ??= error;
    aborted.abort();
  });
  const sending = send(counted, size, aborted.signal).catch((error) => {
    cause ??= error;
    counted.destroy();
  });
  await Promise.all([receiving, sending]);
  if (cause) throw cause;
}

/** Sends a stream through a file, because the store needs its size first and a retry must read it again. */
async function sendBuffered<T>(body: Readable, send: (content: Readable, length: number) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `object-${randomUUID()}`);
  try {
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    return await send(createReadStream(path), (await stat(path)).size);
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns an abort signal before the request's deadline, so that the client receives the outage of the store. */
function untilDeadline(): { abortSignal?: AbortSignal } {
  const ms = timeLeftForCallsMs();
  return Number.isFinite(ms) ? { abortSignal: AbortSignal.timeout(ms) } : {};
}

async function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await withOutageErrors(work);
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}

/** Converts outages, timeouts and 5xx errors of the store to 503 `unavailable`. */
async function withOutageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const status = cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? 0) : 0;
    const isLate = cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError');
    if (status >= 500 || isLate || isOutage(cause)) throw fail('unavailable', undefined, { cause, retryAfter: 5 });
    throw cause;
  }
}
