import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@tribus/kit/core/errors.ts';

/**
 * A secret of this installation: made on first use and kept in `DATA_DIR/keys/<name>`, readable by its owner only.
 * Of several processes that make it at the same time one wins, and all of them get its value.
 */
export function localSecret(dataDir: string, name: string, make: () => string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  const kept = read(file);
  if (kept !== undefined) return kept;
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
  if (value === undefined) throw new Error(`${file} was made and is gone again`);
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
