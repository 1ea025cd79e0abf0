import type { Store } from '../runtime/store.ts';
import { blobsAddress } from '../runtime/store-addresses.ts';
import type { Blobs } from './blob-store.ts';
import { openBlobs } from './blobs.ts';

/** A bucket, or a folder. */
export const blobStore: Store<Blobs> = {
  kind: 's3',
  variables: blobsAddress.variables,
  read(env) {
    const where = blobsAddress.read(env);
    return { open: async (ctx) => ({ value: await openBlobs(ctx, where) }) };
  },
};
