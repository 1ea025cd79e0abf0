import type { Blobs } from '../storage/blob-store.ts';
import { openBlobs } from '../storage/blobs.ts';
import type { Store } from './store.ts';
import { blobsAddress } from './store-addresses.ts';

/** Declares the object store: an S3 bucket or a folder. */
export const blobStore: Store<Blobs> = {
  kind: 's3',
  variables: blobsAddress.variables,
  read(env) {
    const where = blobsAddress.read(env);
    return { open: async (ctx) => ({ value: await openBlobs(ctx, where) }) };
  },
};
