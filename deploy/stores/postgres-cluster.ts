import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { PostgresPrograms } from './postgres-programs.ts';
import type { Owner } from './programs.ts';

/** The folder of Postgres's files. */
export interface Cluster {
  folder: string;
  /** Owner of the folder when it is another user. */
  owner: Owner | undefined;
  /** As in `StoreOptions`. */
  disposable: boolean;
}

/** Postgres refuses to run as root, so root starts it as the user `nobody`. */
const unprivilegedUser: Owner = { uid: 65534, gid: 65534 };

/**
 * Returns the cluster in `folder`, which may not exist yet. Root's cluster belongs to its current owner, never to root.
 */
export function clusterIn(path: string, { disposable }: { disposable: boolean }): Cluster {
  const folder = resolve(path);
  return { folder, owner: ownerOf(folder), disposable };
}

function ownerOf(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (!existsSync(folder)) return unprivilegedUser;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? unprivilegedUser : { uid, gid };
}

export const isMade = ({ folder }: Cluster): boolean => existsSync(join(folder, 'PG_VERSION'));

/**
 * Returns the path that a program started in the cluster's folder uses for it. Another user may not enter the parent
 * folders (a clone in /root), but keeps the working folder set before the user change.
 */
export const pathFromInside = ({ folder, owner }: Cluster): string => (owner ? '/proc/self/cwd' : folder);

/** Returns the installation that can read an existing cluster; throws when there is none. */
export function programsFor({ folder }: Cluster, found: readonly PostgresPrograms[]): PostgresPrograms {
  const version = Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'));
  const programs = found.find((candidate) => candidate.version === version);
  if (programs) return programs;
  const others = found.map((candidate) => candidate.version).join(', ') || 'none';
  throw new Error(
    `The data in ${folder} was written by Postgres ${version}, which is not on this machine (found: ${others}). ` +
      'Install it, or choose another folder with DATA_DIR.',
  );
}

/**
 * Creates a cluster with the first installation that can. It is renamed to its final name when complete, so that a
 * partial one is never used.
 */
export async function makeCluster(
  cluster: Cluster,
  password: string,
  found: readonly PostgresPrograms[],
): Promise<PostgresPrograms> {
  const draft = { ...cluster, folder: `${cluster.folder}.new` };
  const problems: string[] = [];
  for (const programs of found) {
    makeFolder(draft);
    const problem = await initdb(programs, draft, password);
    if (problem === undefined) {
      renameSync(draft.folder, cluster.folder);
      return programs;
    }
    problems.push(`${programs.folder}: ${problem}`);
  }
  rmSync(draft.folder, { recursive: true, force: true });
  if (problems.length > 0) throw new Error(`The database could not be created:\n${problems.join('\n')}`);
  const platform = `${process.platform} on ${process.arch}`;
  throw new Error(`Postgres is not installed, and npm ships none for ${platform}: install it, or set POSTGRES_URL.`);
}

function makeFolder({ folder, owner }: Cluster): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Returns undefined on success, else the error output. */
async function initdb(programs: PostgresPrograms, cluster: Cluster, password: string): Promise<string | undefined> {
  const secret = passwordHandle(cluster, password);
  try {
    const child = spawn(join(programs.folder, 'initdb'), initdbArguments(programs, cluster), {
      cwd: cluster.folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe', secret],
      ...cluster.owner,
    });
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        complaint = error.message;
        resolve(null);
      });
      child.once('close', resolve);
    });
    return code === 0 ? undefined : complaint.trim();
  } finally {
    closeSync(secret);
  }
}

function initdbArguments({ version }: PostgresPrograms, cluster: Cluster): string[] {
  // The same collation on every machine, whatever languages are installed.
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [
    ...['-D', pathFromInside(cluster), '--username=postgres', '--pwfile=/dev/fd/3', '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--no-instructions', ...(version >= 17 ? builtin : ['--locale=C.UTF-8'])],
    ...(cluster.disposable ? ['--no-sync'] : []),
  ];
}

/** Opens the password as an unlinked file that the cluster's owner may read. */
function passwordHandle({ folder, owner }: Cluster, password: string): number {
  const file = `${folder}.password`;
  rmSync(file, { force: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  const handle = openSync(file, 'r');
  rmSync(file);
  if (owner) fchownSync(handle, owner.uid, owner.gid);
  return handle;
}
