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

/** A command: which fields it takes, and what it answers. */
export type Command = {
  names: readonly string[];
  /** The fields it honours, and those that change no answer here. Undefined: any, as in a handshake. */
  fields?: readonly string[];
  /** The fields MongoDB has and this server does not: refused unless they are switched off. */
  unsupported?: readonly string[];
  /** The answer waits until all changes are safe. */
  writes?: boolean;
  run(request: Request): Doc | Promise<Doc>;
};

/** The full name of the collection a command names in its first field. */
export function namespaceOf({ database, args }: Request): string {
  return `${database}.${args.text(args.name)}`;
}

/** When a command with `maxTimeMS` must have ended. */
export function deadlineOf({ args }: Request): number | undefined {
  const limit = args.count('maxTimeMS');
  return limit ? Date.now() + limit : undefined;
}
