import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { log } from './setup.mjs';

const pollMs = 200;

/**
 * Runs `work` exclusively among the commands of this clone, because two concurrent installations corrupt the folder.
 */
export async function inTurn(root, work) {
  const lock = join(root, '.node', 'setup.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (let isLogged = false; !acquireLock(lock); isLogged = true) {
    if (!isLogged) log('Waiting for another command that prepares this folder…');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Returns whether the lock was acquired. One whose process has ended is removed, for the next attempt. */
function acquireLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // On a full disk the lock has no holder, and would block forever.
      rmSync(lock, { force: true });
      throw error;
    }
  }
  const holder = Number(holderOf(lock) ?? 0);
  if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
  return false;
}

/** Returns undefined when the lock was released before the read. */
function holderOf(lock) {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
