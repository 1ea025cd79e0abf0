import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@tribus/kit/core/errors.ts';

interface Holder {
  pid: number;
  /** When that process began, in the kernel's ticks: process numbers are used again. */
  began: string;
}

/**
 * Takes the data folder for this process, so that no two sets of stores write the same files. Throws a plain sentence
 * when a living process has it; one that died left only a file behind. Returns how to let go of it.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = join(dataDir, 'lock');
  const mine = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(mine, JSON.stringify({ pid: process.pid, began: beginningOf(process.pid) } satisfies Holder), {
      mode: 0o600,
    });
    while (!tryLink(mine, lock)) {
      const holder = readHolder(lock);
      if (holder && isRunning(holder)) throw new Error(takenSentence(dataDir, holder));
      setAside(lock, mine);
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error;
    throw new Error(`There is no space left for the data in ${dataDir}. Make some and start again.`, { cause: error });
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

const takenSentence = (dataDir: string, { pid }: Holder): string =>
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
 * Renamed before it is removed, so that of several processes that saw the same dead holder one moves it; if another
 * was quicker and what was moved is its living lock, it is put back.
 */
function setAside(lock: string, mine: string): void {
  const aside = `${mine}.dead`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && isRunning(moved)) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function readHolder(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'));
  } catch {
    // Gone meanwhile, or cut short by a full disk: nobody who could be asked.
    return undefined;
  }
}

function isRunning({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return beginningOf(pid) === began;
}

/** Empty where the system has no /proc: there the process number alone must do. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
