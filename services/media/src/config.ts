import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Setting, variable } from '@tribus/kit/runtime/settings.ts';

/** Where unfinished uploads lie. */
const uploadDir: Setting<string> = {
  variables: [
    variable('UPLOAD_DIR', {
      about:
        "Where unfinished uploads lie, on a disk and not in memory; `uploads` in `BLOBS_DIR` when it is not set, else in the system's temporary folder.",
      type: 'a folder',
    }),
  ],
  read(env) {
    const usualFolder = env.optional('BLOBS_DIR') ?? join(tmpdir(), 'tribus-media');
    return env.textOr('UPLOAD_DIR', join(usualFolder, 'uploads'));
  },
};

export const mediaSettings = { uploadDir };
