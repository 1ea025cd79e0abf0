import type { Context } from '../core/context.ts';
import type { Blobs, S3Options } from './blob-store.ts';
import { openDirectory } from './directory.ts';

/** Opens an S3 bucket or a directory. */
export async function openBlobs(ctx: Context, location: { s3: S3Options } | { dir: string }): Promise<Blobs> {
  if ('dir' in location) return openDirectory(ctx, location.dir);
  // Loaded on demand, because the client is large.
  const { openBucket } = await import('./s3.ts');
  return openBucket(ctx, location.s3);
}
