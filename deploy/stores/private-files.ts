import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What lies in the data folder and is ours. Postgres's files are its own business: it refuses any other rights. */
const ours = [
  ...['lock', 'keys', 'run', 'log', 'media', 'mail', 'nats', 'redis', 'mongod', 'mongodb'],
  ...['demo.json', 'demo-story.jsonl'],
];
const othersBits = 0o077;
const sticky = 0o1000;

/**
 * Makes the data folder where there is none, and takes it and all of our files in it from everybody but their owner,
 * those of earlier versions, too. A folder is done last: one that is private already needs no look at what is in it.
 */
export function ensurePrivate(dataDir: string): void {
  const isNew = !existsSync(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Named by mistake, a folder such as /tmp would be taken from everybody: it must look like ours.
  const isOurs = isNew || existsSync(join(dataDir, 'keys'));
  for (const name of ours) restrictTree(join(dataDir, name));
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

/** Nobody but the owner may change rights; root's programs may run as somebody else. */
const isMine = ({ uid }: { uid: number }): boolean => uid === process.getuid?.();
