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
  /** Whom it belongs to when not to us. */
  owner: Owner | undefined;
  /** As in `StoreOptions`. */
  disposable: boolean;
}

/** Postgres refuses to run as root: there it runs as the user who owns nothing. */
const unprivilegedUser: Owner = { uid: 65534, gid: 65534 };

/** The cluster in `folder`, made or yet to be made. Root's belongs to whoever owns it already, never to root. */
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
 * How a program that was started in the cluster's folder calls it. Another user may not be allowed into the folders
 * above it (a clone in /root), but has been put there before becoming that user, and may stay.
 */
export const pathFromInside = ({ folder, owner }: Cluster): string => (owner ? '/proc/self/cwd' : folder);

/** The installation that can read an existing cluster. */
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
 * Makes a cluster with the first installation that can. It gets its name when it is whole, so that one that was begun
 * and not finished is never taken for one.
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
  if (problems.length > 0) throw new Error(`The database could not be made:\n${problems.join('\n')}`);
  const where = `${process.platform} on ${process.arch}`;
  throw new Error(`There is no Postgres here, and npm ships none for ${where}: install it, or set POSTGRES_URL.`);
}

function makeFolder({ folder, owner }: Cluster): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Undefined when it went well, else what it complained about. */
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
  // The same order and case rules on every machine, whatever languages it has installed.
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [
    ...['-D', pathFromInside(cluster), '--username=postgres', '--pwfile=/dev/fd/3', '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--no-instructions', ...(version >= 17 ? builtin : ['--locale=C.UTF-8'])],
    ...(cluster.disposable ? ['--no-sync'] : []),
  ];
}

/** The password as an open file that has no name any more, and that the cluster's owner may read. */
function passwordHandle({ folder, owner }: Cluster, password: string): number {
  const file = `${folder}.password`;
  rmSync(file, { force: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  const handle = openSync(file, 'r');
  rmSync(file);
  if (owner) fchownSync(handle, owner.uid, owner.gid);
  return handle;
}
