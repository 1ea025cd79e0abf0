import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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
import { ConnectionReport } from '../runtime/connection-report.ts';
import type { Context } from '../runtime/context.ts';
import { fail, isOutage } from '../runtime/errors.ts';
import { timeLeftToAskMs } from '../runtime/request-context.ts';
import { assertBlobKey, assertBlobPrefix } from './blob-key.ts';
import type { Blob, BlobFacts, Blobs, ListedBlob, S3Options } from './blob-store.ts';

/** How many keys one request may delete. */
const deleteBatchSize = 1_000;

/** A bucket of S3 or of a store that speaks like it. */
export async function openBucket(ctx: Context, options: S3Options): Promise<Blobs> {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    // Stores that are like S3 know no checksums beside the request's own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  });
  ctx.onStop('objects', () => client.destroy());
  const report = new ConnectionReport(ctx.log, 's3');
  const answers = async () => {
    try {
      await client.send(new HeadBucketCommand({ Bucket: options.bucket }), { requestTimeout: 2_000 });
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
  return new BucketBlobs(client, options.bucket);
}

class BucketBlobs implements Blobs {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(key: string, body: Buffer | Readable, { contentType }: { contentType: string }): Promise<void> {
    assertBlobKey(key);
    const send = (content: Buffer | Readable, length: number) =>
      this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          Body: content,
          ContentLength: length,
          ContentType: contentType,
        }),
      );
    await orOutage(() => (Buffer.isBuffer(body) ? send(body, body.length) : withLength(body, send)));
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
