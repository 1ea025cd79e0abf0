import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Env, readConfig } from '@tribus/kit/core/config.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { LogWriter } from '@tribus/kit/trace/log-writer.ts';
import type { DestinationStream } from 'pino';

/** Disk space limits of one log. */
export interface LogLimits {
  /** Size of one file, in bytes. */
  maxBytes: number;
  /** Number of files, including the current one. */
  files: number;
}

/** Reads `LOG_MAX_MB` (10) and `LOG_FILES` (5); throws a ConfigError when they are invalid. */
export const readLogLimits = (env: Env): LogLimits =>
  readConfig(env, (read) => ({
    maxBytes: read.integer('LOG_MAX_MB', 10, { min: 1, max: 10_000 }) * 1_000_000,
    files: read.integer('LOG_FILES', 5, { min: 1, max: 1_000 }),
  }));

/**
 * A log in files of bounded size and number: `tribus.log`, then the older `tribus.log.1` and so on. A full disk blocks
 * no writer (log-writer.ts). Only one LogFile may write to a file.
 */
export class LogFile implements DestinationStream {
  readonly #writer = new LogWriter((lines) => this.#append(lines));
  readonly #path: string;
  readonly #limits: LogLimits;
  #file: FileHandle | undefined;
  #size = 0;
  /** Whether the file ends in the middle of a line. */
  #torn = false;

  constructor(path: string, limits: LogLimits) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Accepts text in pieces; only complete lines are written. */
  write(text: string | Uint8Array): void {
    this.#writer.write(text);
  }

  /** Writes pending lines and closes the file; a later `write` opens it again. Never rejects. */
  async close(): Promise<void> {
    await this.#writer.flush();
    await this.#closeFile();
  }

  async #append(lines: Buffer): Promise<void> {
    try {
      const bytes = this.#torn ? Buffer.concat([Buffer.from('\n'), lines]) : lines;
      let file = this.#file ?? (await this.#open());
      if (this.#size > 0 && this.#size + bytes.length > this.#limits.maxBytes) file = await this.#rotate();
      await this.#writeFully(file, bytes);
    } catch (error) {
      // The next attempt opens the path again: the file may have been deleted to free space.
      await this.#closeFile();
      throw error;
    }
  }

  async #writeFully(file: FileHandle, bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done);
      done += bytesWritten;
      this.#size += bytesWritten;
      this.#torn = done < bytes.length;
    }
  }

  async #open(): Promise<FileHandle> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#file = await open(this.#path, 'a', 0o600);
    this.#size = (await this.#file.stat()).size;
    return this.#file;
  }

  async #rotate(): Promise<FileHandle> {
    await this.#closeFile();
    const oldest = this.#limits.files - 1;
    await this.#removeFrom(oldest);
    for (let number = oldest - 1; number >= 0; number -= 1)
      await rename(this.#nameOf(number), this.#nameOf(number + 1)).catch(unlessMissing);
    return this.#open();
  }

  /** Removes the files from this number on: there are more than `files` after it was lowered. */
  async #removeFrom(oldest: number): Promise<void> {
    const [folder, current] = [dirname(this.#path), basename(this.#path)];
    for (const name of await readdir(folder)) {
      const number = name === current ? '0' : name.startsWith(`${current}.`) ? name.slice(current.length + 1) : '';
      if (/^\d+$/.test(number) && Number(number) >= oldest) await rm(join(folder, name), { force: true });
    }
  }

  #nameOf(number: number): string {
    return number === 0 ? this.#path : `${this.#path}.${number}`;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // A file system may report a failed write only now; those lines are lost either way.
    await file?.close().catch(() => undefined);
  }
}

function unlessMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
