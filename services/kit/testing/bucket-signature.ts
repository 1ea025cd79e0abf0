import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { S3Options } from '../storage/blob-store.ts';

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;

/** Returns the S3 error code of a request not signed (version 4) with this key; undefined for a valid signature. */
export function signatureError(
  req: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: Pick<S3Options, 'accessKeyId' | 'secretAccessKey' | 'region'>,
): string | undefined {
  const [, id, day = '', signedRegion, headers = '', signature = ''] = form.exec(req.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const credential = `${day}/${region}/s3/aws4_request`;
  const request = hash('sha256', canonical(req, headers), 'hex');
  const text = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], credential, request].join('\n');
  const expected = [day, region, 's3', 'aws4_request', text].reduce(
    (key: string | Buffer, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const actual = Buffer.from(signature, 'hex');
  const isValid = Buffer.isBuffer(expected) && actual.length === expected.length && timingSafeEqual(actual, expected);
  return isValid ? undefined : 'SignatureDoesNotMatch';
}

/** Returns the canonical request of signature version 4. */
function canonical({ method, url = '/', headers }: IncomingMessage, names: string): string {
  const [path, query = ''] = url.split('?', 2);
  const parts = query.split('&').filter(Boolean);
  const sorted = parts.map((part) => (part.includes('=') ? part : `${part}=`)).toSorted();
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  return [method, path, sorted.join('&'), lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
}
