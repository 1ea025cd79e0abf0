import type { Context } from '../core/context.ts';
import type { Blobs, S3Options } from './blob-store.ts';
import { openDirectory } from './directory.ts';

/** An S3 bucket, or a directory when there is none. */
export async function openBlobs(ctx: Context, where: { s3: S3Options } | { dir: string }): Promise<Blobs> {
  if ('dir' in where) return openDirectory(ctx, where.dir);
  // Loaded only where it is used: the client is large.
  const { openBucket } = await import('./s3.ts');
  return openBucket(ctx, where.s3);
}
