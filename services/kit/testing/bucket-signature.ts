import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { S3Options } from '../storage/blob-store.ts';

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;

/** The code by which S3 refuses a request whose signature (version 4) is not by this key; undefined when it is. */
export function signatureProblem(
  req: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: Pick<S3Options, 'accessKeyId' | 'secretAccessKey' | 'region'>,
): string | undefined {
  const [, id, day = '', signedRegion, headers = '', signature = ''] = form.exec(req.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const scope = `${day}/${region}/s3/aws4_request`;
  const request = hash('sha256', canonical(req, headers), 'hex');
  const text = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], scope, request].join('\n');
  const expected = [day, region, 's3', 'aws4_request', text].reduce(
    (key: string | Buffer, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const given = Buffer.from(signature, 'hex');
  const isRight = Buffer.isBuffer(expected) && given.length === expected.length && timingSafeEqual(given, expected);
  return isRight ? undefined : 'SignatureDoesNotMatch';
}

/** The request as both sides write it down before they sign it. */
function canonical({ method, url = '/', headers }: IncomingMessage, names: string): string {
  const [path, query = ''] = url.split('?', 2);
  const parts = query.split('&').filter(Boolean);
  const sorted = parts.map((part) => (part.includes('=') ? part : `${part}=`)).toSorted();
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  return [method, path, sorted.join('&'), lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
}
