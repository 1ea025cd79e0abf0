import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { TribeKey } from './tribes.ts';

/** One line: a finished act, or the id that an act created. */
type Line = { played: string } | { made: string; id: string } | { tribe: TribeKey; id: number };

/**
 * Progress of the seeding, one line per act in a file, so that an aborted start continues. Idempotency keys are not
 * enough: they expire after a day, and the acts span fourteen days.
 */
export class ProgressLog {
  readonly #path: string | undefined;
  readonly #lines: Line[];

  /** Without a path no progress is saved. */
  constructor(path?: string) {
    this.#path = path;
    this.#lines = path && existsSync(path) ? readLines(path) : [];
  }

  write(line: Line): void {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  /** Returns the names of finished acts. */
  finishedActs(): Set<string> {
    return new Set(
      this.#lines.map((line) => {
        if ('played' in line) return line.played;
        return 'made' in line ? line.made : `tribe:${line.tribe}`;
      }),
    );
  }

  made(): [name: string, id: string][] {
    return this.#lines.flatMap((line) => ('made' in line ? [[line.made, line.id]] : []));
  }

  tribes(): [key: TribeKey, id: number][] {
    return this.#lines.flatMap((line) => ('tribe' in line ? [[line.tribe, line.id]] : []));
  }
}

/** Returns all complete lines. An incomplete last line of an ended process is removed. */
function readLines(path: string): Line[] {
  const written = readFileSync(path);
  const complete = written.subarray(0, written.lastIndexOf('\n') + 1);
  if (complete.length < written.length) truncateSync(path, complete.length);
  return complete
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
