import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from './errors.ts';

/** Holder of a directory: process id, start time (process ids are reused), and token of the server. */
type Holder = { pid: number; began: string; token: string };

/**
 * Locks a directory for this server; returns a function that releases it. A lock of a process that has ended is
 * replaced. Throws when another server holds it.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'lock');
  const holder: Holder = { pid: process.pid, began: (await startTimeOf(process.pid)) ?? '', token: randomUUID() };
  const ownLock = join(dir, `lock.${holder.token}`);
  await writeFile(ownLock, JSON.stringify(holder));
  try {
    if (!(await tryLink(ownLock, path))) {
      await clearStale(path, `${ownLock}.stale`, dir);
      if (!(await tryLink(ownLock, path))) throw inUse(dir);
    }
  } finally {
    await rm(ownLock, { force: true });
  }
  return async () => {
    const current = await readHolder(path);
    if (current?.token === holder.token) await rm(path, { force: true });
  };
}

function inUse(dir: string, pid?: number): Error {
  return new Error(`${dir} is in use by another server${pid === undefined ? '' : ` (process ${pid})`}`);
}

/** A hard link is atomic: of two servers one succeeds. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(path: string, stalePath: string, dir: string): Promise<void> {
  const found = await readHolder(path);
  if (found && (await isRunning(found))) throw inUse(dir, found.pid);
  try {
    await rename(path, stalePath);
  } catch {
    return; // Another server was faster; the next link fails or succeeds.
  }
  const moved = await readHolder(stalePath);
  if (moved?.token !== found?.token) {
    // Another server replaced the stale lock concurrently, and its lock was moved: restore it.
    await tryLink(stalePath, path);
    await unlink(stalePath);
    throw inUse(dir, moved?.pid);
  }
  await unlink(stalePath);
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined; // Deleted or unreadable: no holder.
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  return 'pid' in value && typeof value.pid === 'number' && 'began' in value && 'token' in value;
}

async function isRunning({ pid, began }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
  const now = await startTimeOf(pid);
  return now === undefined || now === began;
}

/** Returns the start time of a process on Linux; undefined elsewhere, where only the id is compared. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
}
