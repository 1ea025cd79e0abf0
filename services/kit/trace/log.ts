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
/** `url` holds an address with a query of its own, signature and all. */
/** `state` ties a sign-in elsewhere to a browser. */
const secretParts = new Set([...secretFields, 'url', 'state', 'challenge']);

/** The code of an error says what failed; any other `code` may be one that was sent to a person. */
const isErrorCode = ([root, ...path]: readonly unknown[]): boolean =>
  root === 'err' && (path.length === 1 || (path.length === 2 && path[0] === 'cause')) && path.at(-1) === 'code';

/** JSON lines on `destination` (standard output when absent); fields that carry secrets are never written. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        // A path that names `err`, before the wildcards: without one the censor is not told that it is in there.
        'err.code',
        ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        // Redis' errors carry the command that failed, with all that it was given.
        '*.command.args',
      ],
      censor: (value: unknown, path: string[]) => (isErrorCode(path) ? value : '[secret]'),
    },
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * Standard output, which may be a file on a full disk or a pipe that nobody reads: that ends no service and keeps none
 * waiting. What was still waiting when the process ends is written in one attempt.
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
    // With a write under way the reader is slow, and a second one would wait for it.
    if (busy) return;
    try {
      writeSync(standardOutputHandle, writer.drain());
    } catch {
      // There is nowhere left to tell it.
    }
  });
  return writer;
}

/** A full pipe is asked again; everything else that goes wrong is an error. */
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

/** An address without the query parts that carry secrets: `path?limit=5&sig=…` becomes `path?limit=5`. */
export function withoutSecrets(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return path;
  // Read as whoever is asked will read it: `%74oken` is a token, too.
  const kept = query
    .split('&')
    .filter((part) => ![...new URLSearchParams(part).keys()].some((name) => secretParts.has(name)));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
