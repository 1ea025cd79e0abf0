import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Env, readConfig } from '@tribus/kit/core/config.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { LogWriter } from '@tribus/kit/trace/log-writer.ts';
import type { DestinationStream } from 'pino';

/** How much of the disk one log may take. */
export interface LogLimits {
  /** Of one file, in bytes. */
  maxBytes: number;
  /** How many files are kept, the current one included. */
  files: number;
}

/** What `LOG_MAX_MB` (10) and `LOG_FILES` (5) say; throws a ConfigError when they make no sense. */
export const readLogLimits = (env: Env): LogLimits =>
  readConfig(env, (read) => ({
    maxBytes: read.integer('LOG_MAX_MB', 10, { min: 1, max: 10_000 }) * 1_000_000,
    files: read.integer('LOG_FILES', 5, { min: 1, max: 1_000 }),
  }));

/**
 * A log in files of bounded size and number: `tribus.log`, and before it `tribus.log.1` and so on. A full disk stops
 * and delays nobody (log-writer.ts). A file belongs to one LogFile only.
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

  /** Takes any piece of text; lines are written when they are whole. */
  write(text: string | Uint8Array): void {
    this.#writer.write(text);
  }

  /** Writes what waits and lets go of the file; a later `write` opens it again. Never rejects. */
  async close(): Promise<void> {
    await this.#writer.flush();
    await this.#letGo();
  }

  async #append(lines: Buffer): Promise<void> {
    try {
      const bytes = this.#torn ? Buffer.concat([Buffer.from('\n'), lines]) : lines;
      let file = this.#file ?? (await this.#open());
      if (this.#size > 0 && this.#size + bytes.length > this.#limits.maxBytes) file = await this.#rotate();
      await this.#writeFully(file, bytes);
    } catch (error) {
      // The next attempt opens the path anew: the file may have been taken away to make space.
      await this.#letGo();
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
    await this.#letGo();
    const oldest = this.#limits.files - 1;
    await this.#removeFrom(oldest);
    for (let number = oldest - 1; number >= 0; number -= 1)
      await rename(this.#nameOf(number), this.#nameOf(number + 1)).catch(unlessMissing);
    return this.#open();
  }

  /** Removes the file of this number and all older ones: there are more of them after `files` was lowered. */
  async #removeFrom(oldest: number): Promise<void> {
    const [folder, own] = [dirname(this.#path), basename(this.#path)];
    for (const name of await readdir(folder)) {
      const number = name === own ? '0' : name.startsWith(`${own}.`) ? name.slice(own.length + 1) : '';
      if (/^\d+$/.test(number) && Number(number) >= oldest) await rm(join(folder, name), { force: true });
    }
  }

  #nameOf(number: number): string {
    return number === 0 ? this.#path : `${this.#path}.${number}`;
  }

  async #letGo(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // A file system may say only now that something was not written; those lines are lost either way.
    await file?.close().catch(() => undefined);
  }
}

function unlessMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
