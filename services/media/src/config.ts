import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { settingsKey } from '@tribus/community/settings-key.ts';
import { type Setting, variable } from '@tribus/kit/core/settings.ts';
import { outboundHosts } from '@tribus/kit/outbound/allowed-hosts.ts';
import { blobsAddress } from '@tribus/kit/service/store-addresses.ts';
import type { S3Options } from '@tribus/kit/storage/blob-store.ts';
import { programs } from './programs.ts';

/** The folder of unfinished uploads. */
const uploadDir: Setting<string> = {
  variables: [
    variable('UPLOAD_DIR', {
      about:
        "The folder of unfinished uploads, on a disk, not in memory; by default `uploads` in `BLOBS_DIR`, or else in the system's temporary folder.",
      type: 'a folder',
    }),
  ],
  read(env) {
    const usualFolder = env.optional('BLOBS_DIR') ?? join(tmpdir(), 'tribus-media');
    return env.textOr('UPLOAD_DIR', join(usualFolder, 'uploads'));
  },
};

/** The store of objects until an admin chooses another one. */
export type EnvironmentStore = { s3: S3Options } | { dir: string };

export const mediaSettings = { uploadDir, environment: blobsAddress, settingsKey, outboundHosts, programs };
