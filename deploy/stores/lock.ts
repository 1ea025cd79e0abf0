import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@tribus/kit/core/errors.ts';

interface Holder {
  pid: number;
  /** Start time of that process in kernel ticks, because process ids are reused. */
  began: string;
}

/**
 * Locks the data folder for this process, so that two sets of stores never write the same files. Throws a readable
 * message when a running process holds the lock; the lock file of an ended process is replaced. Returns a function that
 * releases the lock.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = join(dataDir, 'lock');
  const ownLock = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(ownLock, JSON.stringify({ pid: process.pid, began: startTimeOf(process.pid) } satisfies Holder), {
      mode: 0o600,
    });
    while (!tryLink(ownLock, lock)) {
      const holder = readHolder(lock);
      if (holder && isRunning(holder)) throw new Error(inUseMessage(dataDir, holder));
      setAside(lock, ownLock);
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error;
    throw new Error(`There is no space left for the data in ${dataDir}. Make some and start again.`, { cause: error });
  } finally {
    rmSync(ownLock, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

const inUseMessage = (dataDir: string, { pid }: Holder): string =>
  `The data in ${dataDir} is in use by another Tribus (process ${pid}). ` +
  'End that one first, or choose another folder: DATA_DIR=.data2 npm start';

/** Linking is atomic: of two processes one succeeds. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Renames the lock before removing it, so that only one of several concurrent processes moves it; when the moved lock
 * turns out to be a new one of a running process, it is restored.
 */
function setAside(lock: string, ownLock: string): void {
  const stalePath = `${ownLock}.dead`;
  try {
    renameSync(lock, stalePath);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(stalePath);
  if (moved && isRunning(moved)) tryLink(stalePath, lock);
  rmSync(stalePath, { force: true });
}

function readHolder(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'));
  } catch {
    // Deleted concurrently, or truncated by a full disk: no holder.
    return undefined;
  }
}

function isRunning({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return startTimeOf(pid) === began;
}

/** Returns an empty text on a system without /proc, where only the process id is compared. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
