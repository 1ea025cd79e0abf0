import type { Families } from '../core/retention.ts';
import type { Blobs } from '../storage/blob-store.ts';
import { openBlobs } from '../storage/blobs.ts';
import { directoryFiles } from '../storage/directory.ts';
import type { Store } from './store.ts';
import { blobsAddress } from './store-addresses.ts';

/** Declares the object store, an S3 bucket or a folder, and all families of objects in it. */
export const blobStore = (objects: Families): Store<Blobs> => ({
  kind: 's3',
  data: { object: objects, file: directoryFiles },
  variables: blobsAddress.variables,
  read(env) {
    const where = blobsAddress.read(env);
    return { open: async (ctx) => ({ value: await openBlobs(ctx, where) }) };
  },
});
