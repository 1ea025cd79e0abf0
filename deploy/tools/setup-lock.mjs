import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from './setup.mjs';

const lookAgainMs = 200;

/** Runs `work` when no other command of this clone does the same: two that install at once leave a broken folder. */
export async function inTurn(root, work) {
  const lock = join(root, '.node', 'setup.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; !takeLock(lock); told = true) {
    if (!told) say('Waiting for another command that prepares this folder…');
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock is ours now. One whose process has ended is removed, for the next attempt. */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // On a full disk it is there without a holder, and would be waited for without end.
      rmSync(lock, { force: true });
      throw error;
    }
  }
  const holder = Number(holderOf(lock) ?? 0);
  if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
  return false;
}

/** Nobody when it has been given up meanwhile. */
function holderOf(lock) {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
