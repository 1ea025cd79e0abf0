import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@tribus/kit/core/errors.ts';

/**
 * Returns a secret of this installation, created on first use and saved in `DATA_DIR/keys/<name>`, readable by its
 * owner only. Processes that create it concurrently all get the value of the first.
 */
export function localSecret(dataDir: string, name: string, make: () => string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  const stored = read(file);
  if (stored !== undefined) return stored;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const value = read(file);
  if (value === undefined) throw new Error(`${file} was deleted right after its creation`);
  return value;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
