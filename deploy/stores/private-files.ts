import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Our files in the data folder. Postgres sets its own permissions and refuses others. */
const privateFiles = [
  ...['lock', 'keys', 'run', 'log', 'media', 'mail', 'nats', 'redis', 'mongod', 'mongodb'],
  ...['demo.json', 'demo-story.jsonl'],
];
const othersBits = 0o077;
const sticky = 0o1000;

/**
 * Creates the data folder unless it exists, and removes the permissions of other users from it and all of our files,
 * including those of earlier versions. A folder is restricted last: a private one needs no further check.
 */
export function ensurePrivate(dataDir: string): void {
  const isNew = !existsSync(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // A wrong folder such as /tmp must not be restricted: it must contain our files.
  const isOurs = isNew || existsSync(join(dataDir, 'keys'));
  for (const name of privateFiles) restrictTree(join(dataDir, name));
  if (isOurs && (lstatSync(dataDir).mode & sticky) === 0) restrict(dataDir);
}

function restrictTree(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || !isMine(found) || (found.mode & othersBits) === 0) return;
  if (found.isDirectory()) for (const name of readdirSync(path)) restrictTree(join(path, name));
  restrict(path);
}

function restrict(path: string): void {
  const found = lstatSync(path);
  if (isMine(found) && (found.mode & othersBits) !== 0) chmodSync(path, found.mode & 0o777 & ~othersBits);
}

/** Only the owner may change permissions; root's programs may run as another user. */
const isMine = ({ uid }: { uid: number }): boolean => uid === process.getuid?.();
