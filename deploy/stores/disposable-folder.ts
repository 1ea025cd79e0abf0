import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** For the files of all stores; containers often give their memory folder a few megabytes. */
const neededBytes = 4 * 2 ** 30;

/**
 * Makes a folder for the data of stores that are thrown away soon; in memory where there is room. A database is about
 * 300 files, and making them on a disk takes longer than most tests.
 */
export const makeDisposableFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoom() ? memory : tmpdir(), prefix));

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > neededBytes;
  } catch {
    // Only Linux has it.
    return false;
  }
}
