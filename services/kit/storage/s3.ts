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
import { timeLeftToAskMs } from '../core/request-context.ts';
import type { OutboundAgents } from '../outbound/agents.ts';
import { assertBlobKey, assertBlobPrefix } from './blob-key.ts';
import type { Blob, BlobFacts, Blobs, ListedBlob, NewBlob, S3Options } from './blob-store.ts';

/** How many keys one request may delete. */
const deleteBatchSize = 1_000;
const requestMs = 20_000;
/** The time of an upload grows with its length: 5 MB a second are enough. */
const slowestBytesAMs = 5_000;

/** A bucket, open. */
export interface Bucket extends Blobs {
  /** Throws while the bucket does not answer. */
  assertAnswers(): Promise<void>;
  /** Ends the connections; whoever uses them fails. */
  close(): void;
}

/** A bucket of S3 or of a store that speaks like it, on which the readiness of the process depends. */
export async function openBucket(ctx: Context, options: S3Options): Promise<Blobs> {
  const bucket = connectBucket(options);
  ctx.onStop('objects', () => bucket.close());
  const report = new ConnectionReport(ctx.log, 's3');
  const answers = async () => {
    try {
      await bucket.assertAnswers();
    } catch (error) {
      report.failed(error);
      return false;
    }
    report.connected();
    return true;
  };
  ctx.readyWhen('objects', answers);
  // There is no connection to keep, but the log says at the start when the bucket cannot be reached.
  await answers();
  return bucket;
}

const silence = () => undefined;
const silent = { trace: silence, debug: silence, info: silence, warn: silence, error: silence };

/** The same by itself; `agents` say which addresses may be connected to. */
export function connectBucket(options: S3Options, agents: Partial<OutboundAgents> = {}): Bucket {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    // Stores that are like S3 know no checksums beside the request's own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // What it would write to the console it throws as well.
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

  async assertAnswers(): Promise<void> {
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
        { requestTimeout: requestMs + Math.ceil(length / slowestBytesAMs), ...(abortSignal && { abortSignal }) },
      );
    await orOutage(async () => {
      if (Buffer.isBuffer(body)) await send(body, body.length);
      else if (size !== undefined) await ofLength(body, size, send);
      else await withLength(body, send);
    });
  }

  async get(key: string, range: { start?: number; end?: number } = {}): Promise<Blob | null> {
    assertBlobKey(key);
    const { start = 0, end } = range;
    const part = start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` };
    const found = await orNull(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...part })),
    );
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error('an object without a body');
    const whole = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
    return { ...factsOf(found), size: whole, stream: found.Body };
  }

  async head(key: string): Promise<BlobFacts | null> {
    assertBlobKey(key);
    const found = await orNull(() => this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })));
    return found && factsOf(found);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertBlobKey(key);
    for (let at = 0; at < keys.length; at += deleteBatchSize) {
      const Objects = keys.slice(at, at + deleteBatchSize).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await orOutage(() => this.#client.send(command, untilDeadline()));
      if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
    }
  }

  async *list(prefix: string): AsyncIterable<ListedBlob> {
    assertBlobPrefix(prefix);
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token });
      const page = await orOutage(() => this.#client.send(command));
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

const factsOf = ({ ContentLength, ContentType, ETag, LastModified }: FoundObject): BlobFacts => ({
  size: ContentLength ?? 0,
  contentType: ContentType ?? 'application/octet-stream',
  etag: ETag ?? '',
  lastModified: LastModified ?? new Date(0),
});

/** Sends a stream as it comes. When it breaks off, or has another length, so does the request: nothing is stored. */
async function ofLength(
  body: Readable,
  size: number,
  send: (content: Readable, length: number, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const broken = new AbortController();
  let left = size;
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Error('an object is longer than was said') : null, chunk);
    },
    flush: (done) => done(left > 0 ? new Error('an object is shorter than was said') : null),
  });
  // What failed first says why; the other one is ended by it.
  let cause: unknown;
  const reading = pipeline(body, counted).catch((error) => {
    cause ??= error;
    broken.abort();
  });
  const sending = send(counted, size, broken.signal).catch((error) => {
    cause ??= error;
    counted.destroy();
  });
  await Promise.all([reading, sending]);
  if (cause) throw cause;
}

/** A stream goes through a file: the store wants to know its length first, and a second attempt reads it again. */
async function withLength<T>(body: Readable, send: (content: Readable, length: number) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `object-${randomUUID()}`);
  try {
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    return await send(createReadStream(path), (await stat(path)).size);
  } finally {
    await rm(path, { force: true });
  }
}

/** Ends before the caller has given up, so that it learns that the store is away. */
function untilDeadline(): { abortSignal?: AbortSignal } {
  const ms = timeLeftToAskMs();
  return Number.isFinite(ms) ? { abortSignal: AbortSignal.timeout(ms) } : {};
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await orOutage(work);
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}

/** A store that is away, late or failing is answered as 503. */
async function orOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const status = cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? 0) : 0;
    const isLate = cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError');
    if (status >= 500 || isLate || isOutage(cause)) throw fail('unavailable', undefined, { cause, retryAfter: 5 });
    throw cause;
  }
}
