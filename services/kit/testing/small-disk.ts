import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../core/errors.ts';

const mebibyte = 1024 * 1024;
const smallest = 512;

/** A separate disk that can be filled completely. */
export interface SmallDisk {
  folder: string;
  /** Uses up all space. */
  fill(): void;
  /** Deletes the files that fill the disk. */
  clear(): void;
  remove(): void;
}

/** Mounts a disk of that size in memory; undefined when this user may not mount. */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tribus-disk-'));
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  let files = 0;
  return {
    folder,
    fill() {
      mkdirSync(filler, { recursive: true });
      writeUntilFull(join(filler, String(files++)));
    },
    clear: () => rmSync(filler, { recursive: true, force: true }),
    remove() {
      // Lazily: a process with an open file there does not block the test.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = mebibyte; size >= smallest; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if (codeOf(error) !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}
