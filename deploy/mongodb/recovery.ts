import { copyFile, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Entry, frameLength, HEADER, readFrame } from './frames.ts';
import type { Logger } from './logger.ts';

/** First bytes of every log; the last character is the version of the format. */
export const MAGIC = Buffer.from('TRIBMDB1', 'latin1');

const CHUNK = 1024 * 1024;

/**
 * Reads a log from its beginning and passes its entries to `apply`; creates a missing file. Returns the length of its
 * valid part. An incomplete tail after a crash is normal: the caller cuts it off, and it is saved in a file next to the
 * log.
 */
export async function recover(path: string, apply: (entry: Entry) => void, log: Logger): Promise<number> {
  await rm(`${path}.new`, { force: true });
  await create(path);
  const length = await readEntries(path, apply);
  const { size } = await stat(path);
  if (size > length) {
    log.warn({ path, cut: size - length }, 'incomplete log entries removed; recovery continues');
    await copyFile(path, `${path}.cut`);
  }
  return length;
}

async function create(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size >= MAGIC.length) return;
  const file = await open(path, 'w');
  try {
    await file.write(MAGIC);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncDirectory(dirname(path));
}

/** Syncs a directory, so that a new name in it survives a power loss. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function readEntries(path: string, apply: (entry: Entry) => void): Promise<number> {
  const file = await open(path, 'r');
  try {
    let good = 0;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: CHUNK })) {
      rest = Buffer.concat([rest, chunk]);
      if (good === 0) {
        assertMagic(rest, path);
        good = MAGIC.length;
        rest = rest.subarray(good);
      }
      const read = applyFrames(rest, apply);
      good += read.length;
      rest = rest.subarray(read.length);
      if (read.damaged) break;
    }
    return good;
  } finally {
    await file.close();
  }
}

function assertMagic(bytes: Buffer, path: string): void {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error(`${path} is not a log of this server`);
}

/** Applies every complete frame. */
function applyFrames(bytes: Buffer, apply: (entry: Entry) => void): { length: number; damaged: boolean } {
  let at = 0;
  while (bytes.length - at >= HEADER) {
    const length = frameLength(bytes.subarray(at, at + HEADER));
    if (length === undefined) return { length: at, damaged: true };
    if (bytes.length - at < length) break;
    const entry = readFrame(bytes.subarray(at, at + length));
    if (!entry) return { length: at, damaged: true };
    apply(entry);
    at += length;
  }
  return { length: at, damaged: false };
}
