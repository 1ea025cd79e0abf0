import { Arguments } from '../arguments.ts';
import type { Cursors } from '../cursors.ts';
import type { Doc } from '../doc.ts';
import { CommandError, errorReply } from '../errors.ts';
import type { FailPoints } from '../fail-points.ts';
import type { Logger } from '../logger.ts';
import type { Store } from '../store.ts';
import { aggregate } from './aggregate.ts';
import { collStats, create, dbStats, drop, dropDatabase, listCollections, listDatabases } from './collections.ts';
import type { Command } from './command.ts';
import { explain } from './explain.ts';
import { configureFailPoint, waitForFailPoint } from './fail-points.ts';
import { findAndModify } from './find-and-modify.ts';
import { buildInfo, endSessions, getParameter, hello, ping } from './handshake.ts';
import { collMod, createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { count, distinct, find, getMore, killCursors } from './reads.ts';
import { insert, remove, update } from './writes.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    ...[hello, ping, endSessions, buildInfo, getParameter],
    ...[find, getMore, killCursors, count, distinct, aggregate, explain],
    ...[insert, update, remove, findAndModify],
    ...[create, drop, dropDatabase, listCollections, listDatabases, collStats, dbStats],
    ...[createIndexes, listIndexes, dropIndexes, collMod],
  ].flatMap((command) => command.names.map((name): [string, Command] => [name, command])),
);
/** Refused as unknown unless the server was started for tests. */
const TEST_COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['configureFailPoint', configureFailPoint],
  ['waitForFailPoint', waitForFailPoint],
]);

/** Fields that any command may have and that have no effect; the concerns are checked separately. */
const ALWAYS = [
  ...['$db', '$readPreference', '$clusterTime', 'lsid', 'comment', 'maxTimeMS', 'readConcern', 'writeConcern'],
  ...['apiVersion', 'apiStrict', 'apiDeprecationErrors'],
];

/** Server state that commands use. */
export type Context = {
  store: Store;
  cursors: Cursors;
  failPoints: FailPoints;
  logger: Logger;
  connectionId: number;
  /** Whether it accepts commands that only tests send. */
  testCommands: boolean;
};

/** Runs one command and returns its reply; a client error is also returned as a reply. */
export async function dispatch(body: Doc, context: Context): Promise<Doc> {
  try {
    return { ...(await execute(body, context)), ok: 1 };
  } catch (error) {
    if (error instanceof CommandError) return errorReply(error);
    context.logger.error({ err: error, command: Object.keys(body)[0] }, 'command failed unexpectedly');
    return errorReply(new CommandError('InternalError', error instanceof Error ? error.message : String(error)));
  }
}

async function execute(body: Doc, context: Context): Promise<Doc> {
  const { store, cursors, failPoints, connectionId, testCommands } = context;
  const { command, args } = accept(body, testCommands);
  const explained = command === explain ? args.doc('explain') : undefined;
  if (explained) accept(explained, testCommands);
  const reply = await command.run({ database: args.text('$db'), args, store, cursors, failPoints, connectionId });
  if (command.writes) await store.commit();
  return reply;
}

/** Returns the command; throws when it has a field that would be ignored. */
function accept(body: Doc, testCommands: boolean): { command: Command; args: Arguments } {
  const [name = ''] = Object.keys(body);
  const command = COMMANDS.get(name) ?? (testCommands ? TEST_COMMANDS.get(name) : undefined);
  if (!command) throw new CommandError('CommandNotFound', `no such command: '${name}'`);
  const args = new Arguments(name, body);
  if (command.fields) {
    assertNoTransaction(body);
    args.assertOnly(new Set([...command.fields, ...ALWAYS]), new Set(command.unsupported));
    assertConcerns(args);
  }
  return { command, args };
}

function assertNoTransaction(body: Doc): void {
  if (!['txnNumber', 'autocommit', 'startTransaction'].some((name) => Object.hasOwn(body, name))) return;
  const message = 'Transaction numbers are only allowed on a replica set member or mongos';
  throw new CommandError('IllegalOperation', message);
}

const READ_LEVELS = new Set(['local', 'available', 'majority']);

/** Accepts the levels that a single server satisfies. */
function assertConcerns(args: Arguments): void {
  const read = args.doc('readConcern');
  if (read?.level !== undefined && !READ_LEVELS.has(String(read.level))) {
    throw new CommandError(
      'NotImplemented',
      `The read concern '${String(read.level)}' is not supported by this server`,
    );
  }
  const w = args.doc('writeConcern')?.w;
  if (w === undefined || w === 'majority' || w === 0 || w === 1) return;
  throw new CommandError('BadValue', "cannot use 'w' > 1 when a host is not replicated");
}
