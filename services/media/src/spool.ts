import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@tribus/kit/core/context.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { codeOf, fail } from '@tribus/kit/core/errors.ts';

/** A folder of another host or container is removed when it has not changed for this long; no upload takes as long. */
const abandonedMs = hourMs;

/** One user's share of the total size: a video with the last parts of others fits, and other users have room. */
const userShare = 0.5;

/**
 * Unfinished uploads on disk: files in a folder of this process, limited in total size and readable by no other user.
 * The folder is removed when the process ends; the folder of a killed process when the next one starts on the same
 * host, else after an hour.
 */
export class Spool {
  readonly #ctx: Context;
  readonly #parent: string;
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #host: string;
  #bytes = 0;
  readonly #bytesOf = new Map<string, number>();

  private constructor(ctx: Context, parent: string, { maxBytes, host }: { maxBytes: number; host: string }) {
    this.#ctx = ctx;
    this.#parent = parent;
    this.#dir = join(parent, `${host}-${process.pid}-${randomUUID()}`);
    this.#maxBytes = maxBytes;
    this.#host = host;
  }

  /** `parent` may be shared by processes of one or several hosts; each container is a host. */
  static async open(ctx: Context, parent: string, maxBytes: number, host = hostname()): Promise<Spool> {
    const spool = new Spool(ctx, parent, { maxBytes, host });
    await spool.#makeFolder();
    await spool.removeLeftovers();
    ctx.readyWhen('upload folder', () =>
      spool.#makeFolder().then(
        () => true,
        () => false,
      ),
    );
    ctx.onStop('upload folder', () => rm(spool.#dir, { recursive: true, force: true }));
    ctx.metrics.gauge('media_spool_bytes', 'Bytes of unfinished uploads on disk', [], (gauge) =>
      gauge.set(spool.#bytes),
    );
    return spool;
  }

  /**
   * Runs `work` with an empty file, which counts towards the share of a user if one is named, and removes the file
   * afterwards.
   */
  async withFile<T>(work: (file: SpooledFile) => Promise<T>, userId?: string): Promise<T> {
    const path = join(this.#dir, randomUUID());
    const file = new SpooledFile(path, await this.#create(path), (bytes) => this.#reserve(bytes, userId));
    try {
      return await work(file);
    } finally {
      // The result of `work` is returned and its bytes are released even when the file cannot be closed or removed.
      await file.close().catch((error) => this.#warn(error, 'upload file not closed; its bytes are released'));
      await rm(path, { force: true }).catch((error) => this.#warn(error, 'upload file not removed; left to the sweep'));
      this.#count(-file.size, userId);
    }
  }

  /** Runs `work` with an empty folder and removes the folder afterwards. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const path = join(this.#dir, randomUUID());
    await mkdir(path, { recursive: true, mode: 0o700 });
    try {
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true }).catch((error) =>
        this.#warn(error, 'working folder not removed; left to the sweep'),
      );
    }
  }

  /** Removes the folders of processes that have ended. */
  async removeLeftovers(): Promise<void> {
    for (const name of await readdir(this.#parent)) {
      const path = join(this.#parent, name);
      if (path !== this.#dir && (await isLeftover(name, path, this.#host)))
        await rm(path, { recursive: true, force: true });
    }
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await access(this.#dir, constants.W_OK);
  }

  /** Creates the folder again if it was removed by a cleaner of temporary files, or as abandoned by another host. */
  async #create(path: string): Promise<FileHandle> {
    const create = () => open(path, 'wx', 0o600);
    return create().catch(async (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await this.#makeFolder();
      return create();
    });
  }

  #warn(error: unknown, message: string): void {
    this.#ctx.log.warn({ err: error }, message);
  }

  #reserve(bytes: number, userId: string | undefined): void {
    if (this.#bytes + bytes > this.#maxBytes) throw fail('unavailable', undefined, { retryAfter: 5 });
    if (userId !== undefined && this.#bytesBy(userId) + bytes > this.#maxBytes * userShare)
      throw fail('too_many_requests', undefined, { retryAfter: 5 });
    this.#count(bytes, userId);
  }

  #count(bytes: number, userId: string | undefined): void {
    this.#bytes += bytes;
    if (userId === undefined) return;
    const left = this.#bytesBy(userId) + bytes;
    if (left > 0) this.#bytesOf.set(userId, left);
    else this.#bytesOf.delete(userId);
  }

  #bytesBy(userId: string): number {
    return this.#bytesOf.get(userId) ?? 0;
  }
}

/** A file that is received, then read. */
export class SpooledFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #reserve: (bytes: number) => void;
  #size = 0;
  #closed = false;

  constructor(path: string, handle: FileHandle, reserve: (bytes: number) => void) {
    this.path = path;
    this.#handle = handle;
    this.#reserve = reserve;
  }

  /** Bytes received so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Resolves when the chunk is written. Throws `unavailable` when all unfinished uploads exceed the total limit, and 429
   * when those of the user exceed their share.
   */
  async append(chunk: Uint8Array): Promise<void> {
    this.#reserve(chunk.length);
    this.#size += chunk.length;
    await this.#handle.appendFile(chunk);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }
}

/** Folders are named host-pid-uuid; earlier versions had no host in the name. */
const folderName = /^(?:(.+)-)?(\d+)-[0-9a-f-]{36}$/;

async function isLeftover(name: string, path: string, ownHost: string): Promise<boolean> {
  const [, host, digits] = folderName.exec(name) ?? [];
  const pid = Number(digits);
  if (!(pid > 0)) return false;
  if (host === ownHost && pid !== process.pid) return !isAlive(pid);
  const changed = (await stat(path).catch(() => undefined))?.mtimeMs;
  if (changed === undefined) return false;
  // A restarted container has the same host name and the same process id.
  if (host === ownHost) return changed < Date.now() - process.uptime() * 1000;
  // Processes of other hosts are not visible here.
  return changed < Date.now() - abandonedMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
