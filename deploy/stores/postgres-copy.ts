import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '@tribus/kit/core/errors.ts';
import type { Owner } from './programs.ts';

/**
 * The folder of the programs of npm's Postgres, `native`, made usable for `owner`: as it lies when that is possible,
 * otherwise a copy outside of folders that only we may enter or write.
 */
export function asOwnerCanRun(native: string, owner: Owner | undefined): string {
  const usable = mayEnter(join(native, 'bin'), owner) && linkLibraries(native);
  return join(usable ? native : copyOf(native), 'bin');
}

/** Whether `owner` may enter `folder` and all that it lies in. */
function mayEnter(folder: string, owner: Owner | undefined): boolean {
  if (!owner) return true;
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  const parent = dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || mayEnter(parent, owner));
}

interface Link {
  source: string;
  target: string;
}

/**
 * A package cannot carry links; this one lists those that its libraries need and makes them when npm runs its install
 * script, which it need not. False when they are missing and cannot be made here.
 */
function linkLibraries(native: string): boolean {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  try {
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))) return false;
    throw error;
  }
}

/** Made once a version; complete as soon as it has its name. */
function copyOf(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(tmpdir(), `tribus-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`);
    cpSync(native, join(draft, 'native'), { recursive: true, filter: (file) => !file.endsWith('.a') });
    linkLibraries(join(draft, 'native'));
    openToAll(draft);
    putInPlace(draft, copy);
  }
  // Anybody may write to the folder for temporary files: what lies there under our name must be ours.
  const { uid } = lstatSync(copy);
  if (uid !== process.getuid?.()) throw new Error(`${copy} belongs to somebody else: remove it, or set TMPDIR.`);
  return join(copy, 'native');
}

function openToAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => join(folder, entry));
  for (const file of [folder, ...inside]) if (!lstatSync(file).isSymbolicLink()) chmodSync(file, 0o755);
}

function putInPlace(draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}
