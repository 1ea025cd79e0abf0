import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { TribeKey } from './tribes.ts';

/** One line of it: an act that was played, or the id of what an act brought forth. */
type Line = { played: string } | { made: string; id: string } | { tribe: TribeKey; id: number };

/**
 * How far the story has been told, line by line in a file, so that a start that was broken off goes on where it was.
 * Idempotency keys alone do not do: they are forgotten after a day, and the story is fourteen days long.
 */
export class ProgressLog {
  readonly #path: string | undefined;
  readonly #lines: Line[];

  /** Without a path nothing is remembered. */
  constructor(path?: string) {
    this.#path = path;
    this.#lines = path && existsSync(path) ? readLines(path) : [];
  }

  write(line: Line): void {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  /** The names of acts that need not be played again. */
  recordPlayed(): Set<string> {
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

/** All whole lines. The last may have been cut off with the process that wrote it; it is taken out. */
function readLines(path: string): Line[] {
  const written = readFileSync(path);
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1);
  if (whole.length < written.length) truncateSync(path, whole.length);
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
