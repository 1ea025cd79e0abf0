import type { Arguments } from '../arguments.ts';
import type { Cursors } from '../cursors.ts';
import type { Doc } from '../doc.ts';
import type { FailPoints } from '../fail-points.ts';
import type { Store } from '../store.ts';

/** One call of a command. */
export type Request = {
  database: string;
  args: Arguments;
  store: Store;
  cursors: Cursors;
  failPoints: FailPoints;
  connectionId: number;
};

/** A command: the fields it accepts, and its reply. */
export type Command = {
  names: readonly string[];
  /** Fields it supports, and those without effect. Undefined: any, as in a handshake. */
  fields?: readonly string[];
  /** Fields of MongoDB that this server does not support: refused unless switched off. */
  unsupported?: readonly string[];
  /** The reply waits until all changes are durable. */
  writes?: boolean;
  run(request: Request): Doc | Promise<Doc>;
};

/** Returns the full name of the collection in the command's first field. */
export function namespaceOf({ database, args }: Request): string {
  return `${database}.${args.text(args.name)}`;
}

/** Returns the deadline of a command with `maxTimeMS`. */
export function deadlineOf({ args }: Request): number | undefined {
  const limit = args.count('maxTimeMS');
  return limit ? Date.now() + limit : undefined;
}
