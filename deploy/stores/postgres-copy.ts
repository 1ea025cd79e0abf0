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
 * Returns a folder with the programs of npm's Postgres that `owner` can run: `native` itself when possible, else a copy
 * outside of folders that only we may enter or write.
 */
export function asOwnerCanRun(native: string, owner: Owner | undefined): string {
  const usable = mayEnter(join(native, 'bin'), owner) && linkLibraries(native);
  return join(usable ? native : copyOf(native), 'bin');
}

/** Whether `owner` may enter `folder` and its parents. */
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
 * A package cannot contain links; this one creates those of its libraries in its install script, which npm may skip.
 * Returns false when they are missing and cannot be created.
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

/** Created once per version; complete as soon as it has its name. */
function copyOf(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(tmpdir(), `tribus-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`);
    cpSync(native, join(draft, 'native'), { recursive: true, filter: (file) => !file.endsWith('.a') });
    linkLibraries(join(draft, 'native'));
    openToAll(draft);
    publishCopy(draft, copy);
  }
  // All users may write to the folder for temporary files: an existing copy must be ours.
  const { uid } = lstatSync(copy);
  if (uid !== process.getuid?.()) throw new Error(`${copy} belongs to another user: remove it, or set TMPDIR.`);
  return join(copy, 'native');
}

function openToAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => join(folder, entry));
  for (const file of [folder, ...inside]) if (!lstatSync(file).isSymbolicLink()) chmodSync(file, 0o755);
}

function publishCopy(draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}
