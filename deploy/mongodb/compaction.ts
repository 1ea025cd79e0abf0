import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type EntryKind, frame } from './frames.ts';
import { type FileLog, writeFully } from './log.ts';
import { MAGIC, syncDirectory } from './recovery.ts';

/** An entry that recreates part of the current state. */
export type Statement = { kind: EntryKind; namespace: string; bson: Buffer };

const SLICE = 256 * 1024;

/**
 * Writes the current state into a new file and replaces the log with it. Clients continue to write: their frames are
 * appended at the end. The old file is complete until the rename, the new one after it.
 */
export async function compact(log: FileLog, statements: Iterable<Statement>): Promise<void> {
  const path = `${log.path}.new`;
  const late: Buffer[] = [];
  log.mirrorTo((frames) => late.push(...frames));
  let file: FileHandle | undefined;
  try {
    // The statements include changes that are being written; if those are rolled back, the compaction also fails.
    await log.commit();
    const target = await open(path, 'w+');
    file = target;
    const length = await writeStatements(target, statements);
    await log.replaceFile(() => exchange(target, length, late, path, log.path));
  } catch (error) {
    await file?.close();
    await rm(path, { force: true });
    throw error;
  } finally {
    log.mirrorTo();
  }
}

async function writeStatements(file: FileHandle, statements: Iterable<Statement>): Promise<number> {
  let length = 0;
  let slice: Buffer[] = [MAGIC];
  let size = MAGIC.length;
  for (const { kind, namespace, bson } of statements) {
    const bytes = frame(kind, namespace, bson);
    slice.push(bytes);
    size += bytes.length;
    if (size < SLICE) continue;
    await writeFully(file, Buffer.concat(slice), length);
    length += size;
    slice = [];
    size = 0;
  }
  await writeFully(file, Buffer.concat(slice), length);
  return length + size;
}

async function exchange(
  file: FileHandle,
  length: number,
  late: readonly Buffer[],
  from: string,
  to: string,
): Promise<{ file: FileHandle; length: number }> {
  const rest = Buffer.concat(late);
  await writeFully(file, rest, length);
  await file.sync();
  await rename(from, to);
  await syncDirectory(dirname(to));
  return { file, length: length + rest.length };
}
