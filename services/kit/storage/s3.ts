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
import { CircuitBreaker } from '../core/circuit-breaker.ts';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { fail, isOutage } from '../core/errors.ts';
import { timeLeftForCallsMs } from '../core/request-context.ts';
import type { TimeLimits } from '../core/time-limits.ts';
import type { OutboundAgents } from '../outbound/agents.ts';
import { assertBlobKey, assertBlobPrefix } from './blob-key.ts';
import type { Blob, BlobMetadata, Blobs, ListedBlob, NewBlob, S3Options } from './blob-store.ts';

/** Maximum number of keys in one delete request. */
const deleteBatchSize = 1_000;
/** Time limits of a request, with its repetition, until its response begins: a single object; a list or a stream. */
const [objectMs, manyMs] = [2_000, 20_000];
/** Minimum upload rate: the time limit of an upload grows by its size at 0.5 MB/s. */
const minBytesPerMs = 500;

/** A connected bucket. */
export interface Bucket extends Blobs {
  /** Throws while the bucket is unavailable. */
  assertAvailable(): Promise<void>;
  /** Closes the connections; operations in progress fail. */
  close(): void;
}

/** Opens a bucket of S3 or of a compatible store; readiness depends on it. */
export async function openBucket(ctx: Context, options: S3Options): Promise<Blobs> {
  const bucket = connectBucket(options, ctx.timeLimits);
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

type Limits = Pick<TimeLimits, 'factor' | 'probeEveryMs'>;

/** Connects to a bucket without a readiness check; `agents` restrict the addresses of connections. */
export function connectBucket(options: S3Options, limits: Limits, agents: Partial<OutboundAgents> = {}): Bucket {
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
    requestHandler: { connectionTimeout: objectMs * limits.factor, ...agents },
  });
  return new BucketBlobs(client, options.bucket, limits);
}

class BucketBlobs implements Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #factor: number;
  readonly #breaker: CircuitBreaker;

  constructor(client: S3Client, bucket: string, { factor, probeEveryMs }: Limits) {
    this.#client = client;
    this.#bucket = bucket;
    this.#factor = factor;
    this.#breaker = new CircuitBreaker({ probe: () => this.#isAnswering(), probeEveryMs });
  }

  async assertAvailable(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#bucket });
    await this.#limited(objectMs, (abortSignal) => this.#client.send(command, { abortSignal }));
  }

  close(): void {
    this.#breaker.stop();
    this.#client.destroy();
  }

  async put(key: string, body: Buffer | Readable, { contentType, size }: NewBlob): Promise<void> {
    assertBlobKey(key);
    const about = { Bucket: this.#bucket, Key: key, ContentLength: size, ContentType: contentType };
    const transferMs = size / minBytesPerMs;
    if (Buffer.isBuffer(body)) {
      await this.#request(objectMs + transferMs, (abortSignal) =>
        this.#client.send(new PutObjectCommand({ ...about, Body: body }), { abortSignal }),
      );
      return;
    }
    try {
      await this.#request(manyMs + transferMs, (isLate) =>
        sendSized(body, size, (content, failed) =>
          this.#client.send(new PutObjectCommand({ ...about, Body: content }), {
            abortSignal: AbortSignal.any([isLate, failed]),
          }),
        ),
      );
    } finally {
      body.destroy();
    }
  }

  async get(key: string, range: { start?: number; end?: number } = {}): Promise<Blob | null> {
    assertBlobKey(key);
    const { start = 0, end } = range;
    const rangeHeader = start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` };
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...rangeHeader });
    const found = await nullIfMissing(() =>
      this.#request(objectMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error('the object has no body');
    const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
    return { ...metadataOf(found), size, stream: found.Body };
  }

  async head(key: string): Promise<BlobMetadata | null> {
    assertBlobKey(key);
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key });
    const found = await nullIfMissing(() =>
      this.#request(objectMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
    return found && metadataOf(found);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertBlobKey(key);
    for (let at = 0; at < keys.length; at += deleteBatchSize) {
      const Objects = keys.slice(at, at + deleteBatchSize).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await this.#request(manyMs, (abortSignal) => this.#client.send(command, { abortSignal }));
      if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
    }
  }

  /** An interrupted write leaves nothing in a bucket. */
  async removeIncomplete(): Promise<void> {}

  async *list(prefix: string): AsyncIterable<ListedBlob> {
    assertBlobPrefix(prefix);
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token });
      const page = await this.#request(manyMs, (abortSignal) => this.#client.send(command, { abortSignal }));
      for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        if (Key) yield { key: Key, size: Size, lastModified: LastModified };
      token = page.NextContinuationToken;
    }
  }

  /** Sends a request unless the store has stopped responding; converts outages to 503 `unavailable`. */
  async #request<T>(ms: number, send: (isLate: AbortSignal) => Promise<T>): Promise<T> {
    const admission = await this.#breaker.admitSoon();
    if (!admission) throw fail('unavailable', undefined, { retryAfter: 5 });
    try {
      const result = await this.#limited(ms, send);
      admission.succeeded();
      return result;
    } catch (cause) {
      if (cause instanceof S3ServiceException) admission.succeeded();
      else if (isUnanswered(cause)) admission.failed();
      throw outageOf(cause);
    }
  }

  /**
   * Runs `send` with a signal that is aborted after `ms`, or before the request's deadline, so that the client receives
   * the outage of the store. A response that has begun is not limited.
   */
  async #limited<T>(ms: number, send: (isLate: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const error = Object.assign(new Error('the object store did not respond in time'), { name: 'TimeoutError' });
    const timer = setTimeout(() => late.abort(error), Math.min(ms * this.#factor, timeLeftForCallsMs()));
    try {
      return await send(late.signal);
    } catch (cause) {
      throw late.signal.aborted ? error : cause;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the store responds, be it with an error. */
  #isAnswering(): Promise<boolean> {
    return this.assertAvailable().then(
      () => true,
      (error: unknown) => error instanceof S3ServiceException,
    );
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

/** Sends a stream. If it fails or has another size, the request is aborted and nothing is stored. */
async function sendSized(
  body: Readable,
  size: number,
  send: (content: Readable, failed: AbortSignal) => Promise<unknown>,
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
  const sending = send(counted, aborted.signal).catch((error) => {
    cause ??= error;
    counted.destroy();
  });
  await Promise.all([receiving, sending]);
  if (cause) throw cause;
}

async function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}

const isUnanswered = (error: unknown): boolean =>
  (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) || isOutage(error);

/** Converts outages, timeouts and 5xx errors of the store to 503 `unavailable`. */
function outageOf(cause: unknown): unknown {
  const status = cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? 0) : 0;
  return status >= 500 || isUnanswered(cause) ? fail('unavailable', undefined, { cause, retryAfter: 5 }) : cause;
}
