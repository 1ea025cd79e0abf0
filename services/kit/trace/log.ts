import { writeSync, write as writeWithCallback } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { codeOf } from '../core/errors.ts';
import { LogWriter } from './log-writer.ts';

const write = promisify(writeWithCallback);
const standardOutputHandle = 1;
const pipeFullMs = 50;

const secretFields = ['password', 'token', 'ticket', 'sig', 'code', 'authorization', 'cookie', 'confirmPassword'];

/** Error codes are logged; any other `code` may be a secret sent to a user. */
const isErrorCode = ([root, ...path]: readonly unknown[]): boolean =>
  root === 'err' && (path.length === 1 || (path.length === 2 && path[0] === 'cause')) && path.at(-1) === 'code';

/** Creates a logger of JSON lines to `destination`, standard output by default; redacts fields with secrets. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        // Before the wildcards, because only an explicit path makes the censor receive the path through `err`.
        'err.code',
        ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        // Errors of Redis contain the failed command with its arguments.
        '*.command.args',
      ],
      censor: (value: unknown, path: string[]) => (isErrorCode(path) ? value : '[secret]'),
    },
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * Returns a stream to standard output that neither fails nor blocks on a full disk or an unread pipe. Queued lines are
 * written in one attempt when the process exits.
 */
function standardOutput(): DestinationStream {
  let busy = false;
  const writer = new LogWriter(async (lines) => {
    busy = true;
    try {
      for (let done = 0; done < lines.length; ) done += await writeSome(lines, done);
    } finally {
      busy = false;
    }
  });
  process.once('exit', () => {
    // With a pending write the output is slow, and another write would block.
    if (busy) return;
    try {
      writeSync(standardOutputHandle, writer.drain());
    } catch {
      // Cannot be logged any more.
    }
  });
  return writer;
}

/** Returns the number of bytes written, 0 after a pause for a full pipe; throws other errors. */
async function writeSome(lines: Buffer, from: number): Promise<number> {
  try {
    const { bytesWritten } = await write(standardOutputHandle, lines, from);
    return bytesWritten;
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error;
    await delay(pipeFullMs);
    return 0;
  }
}
