import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** For the files of all stores; the memory folder of containers is often only a few megabytes. */
const neededBytes = 4 * 2 ** 30;

/**
 * Creates a folder for the data of disposable stores; in memory when there is space. A database is about 300 files, and
 * creating them on disk takes longer than most tests.
 */
export const makeDisposableFolder = (prefix: string): string =>
  mkdtempSync(join(hasSpace() ? memory : tmpdir(), prefix));

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > neededBytes;
  } catch {
    // Only Linux has this folder.
    return false;
  }
}
