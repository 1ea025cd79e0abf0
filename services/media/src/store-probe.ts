import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { OutboundError } from '@tribus/kit/outbound/fetch.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { StorageFailure, StorageTestOutcome } from '../api/storage-settings.ts';
import type { ObjectStore } from './object-stores.ts';

/** Shorter than the timeout of the route, so that a slow test still returns its outcome. */
const probeMs = 20_000;

type Probed = Pick<ObjectStore, 'blobs' | 'prefix'>;

/** Writes, reads, lists and deletes a small object, and returns the reason when that fails. */
export async function probeStore(open: () => Promise<Probed>): Promise<StorageTestOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProbeFailure('timed_out')), probeMs);
  });
  const probing = open().then(({ blobs, prefix }) =>
    useOnce(blobs, `${prefix}probe/${randomBytes(16).toString('hex')}`),
  );
  try {
    await Promise.race([probing, late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  } finally {
    clearTimeout(timer);
    // A late probe still ends; its outcome is ignored.
    probing.catch(() => undefined);
  }
}

async function useOnce(blobs: Blobs, key: string): Promise<void> {
  const bytes = randomBytes(64);
  await blobs.put(key, bytes, { contentType: 'application/octet-stream', size: bytes.length });
  try {
    await requireBytes(blobs, key, bytes);
    await requireBytes(blobs, key, bytes.subarray(8, 24), { start: 8, end: 23 });
    const listed: string[] = [];
    for await (const each of blobs.list(key)) listed.push(each.key);
    if (!listed.includes(key)) throw new ProbeFailure('bytes_differ');
  } finally {
    await blobs.delete([key]);
  }
  if (await blobs.head(key)) throw new ProbeFailure('access_denied');
}

async function requireBytes(
  blobs: Blobs,
  key: string,
  expected: Buffer,
  range?: { start: number; end: number },
): Promise<void> {
  const found = await blobs.get(key, range);
  if (!found || !(await buffer(found.stream)).equals(expected)) throw new ProbeFailure('bytes_differ');
}

/** A failure found by the probe itself. */
class ProbeFailure extends Error {
  override readonly name = 'ProbeFailure';
  readonly reason: StorageFailure;

  constructor(reason: StorageFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Reasons by the codes of S3, Node and file systems. */
const reasons: Readonly<Partial<Record<string, StorageFailure>>> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'timed_out',
  TimeoutError: 'timed_out',
  AbortError: 'timed_out',
  EPROTO: 'tls_failed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_failed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_failed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_failed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_failed',
  InvalidAccessKeyId: 'credentials_refused',
  SignatureDoesNotMatch: 'credentials_refused',
  AuthorizationHeaderMalformed: 'credentials_refused',
  InvalidToken: 'credentials_refused',
  NoSuchBucket: 'bucket_missing',
  InvalidBucketName: 'bucket_missing',
  PermanentRedirect: 'bucket_missing',
  AccessDenied: 'access_denied',
  AllAccessDisabled: 'access_denied',
  EACCES: 'access_denied',
  EROFS: 'access_denied',
  ENOSPC: 'full',
  QuotaExceeded: 'full',
  EntityTooLarge: 'full',
};
const byStatus: Readonly<Partial<Record<number, StorageFailure>>> = {
  401: 'credentials_refused',
  403: 'access_denied',
  404: 'bucket_missing',
  507: 'full',
};

/** Returns only the status of a store's reply: its text may repeat the secret. */
function failureOf(error: unknown): Pick<StorageTestOutcome, 'reason' | 'replyCode'> {
  const chain = causesOf(error);
  const status = chain.map(statusOf).find((each) => each !== undefined);
  const known = chain.map(reasonOf).find((each) => each !== undefined);
  const reason = known ?? byStatus[status ?? 0] ?? 'failed';
  return { reason, ...(status !== undefined && { replyCode: status }) };
}

/** An error with its causes and, for an AggregateError, its inner errors: one for each address of a host. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(causesOf), ...causesOf(error.cause)];
}

function reasonOf(error: unknown): StorageFailure | undefined {
  if (error instanceof ProbeFailure) return error.reason;
  if (error instanceof OutboundError) return 'host_not_allowed';
  if (!(error instanceof Error)) return undefined;
  // A client may wrap an error of Node; its code is still in the message, as in "connect ECONNREFUSED".
  const inMessage = /\b(?:connect|getaddrinfo|read|write) (E[A-Z_]+)/.exec(error.message)?.[1];
  const code = String(codeOf(error) ?? inMessage ?? '');
  if (/^(CERT|ERR_TLS|ERR_SSL)_/.test(code)) return 'tls_failed';
  return reasons[code] ?? reasons[error.name];
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
