import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readPostgresUrl, readS3Endpoint } from '@tribus/kit/runtime/store-addresses.ts';
import type { S3Options } from '@tribus/kit/storage/blob-store.ts';

export interface MediaConfig {
  postgresUrl: string;
  internalTokenSecret: string;
  blobs: { s3: S3Options } | { dir: string };
  /** Where unfinished uploads lie. On a disk, not in memory. */
  uploadDir: string;
}

export function readMediaConfig(read: EnvReader): MediaConfig {
  const usualFolder = read.optional('BLOBS_DIR') ?? join(tmpdir(), 'tribus-media');
  return {
    postgresUrl: readPostgresUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    blobs: read.optional('S3_ENDPOINT') ? { s3: readS3(read) } : { dir: read.text('BLOBS_DIR') },
    uploadDir: read.textOr('UPLOAD_DIR', join(usualFolder, 'uploads')),
  };
}

function readS3(read: EnvReader): S3Options {
  return {
    endpoint: readS3Endpoint(read),
    region: read.textOr('S3_REGION', 'us-east-1'),
    bucket: read.text('S3_BUCKET'),
    accessKeyId: read.text('S3_ACCESS_KEY_ID'),
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY'),
  };
}
