import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@tribus/kit/context.ts';
import { fail } from '@tribus/kit/errors.ts';

/**
 * Unfinished uploads on disk: files of a folder that is this process's own, bounded in bytes over all of them. Nobody
 * else may read them. The folder goes when the process ends; what a killed one left goes when the next one starts.
 */
export class Spool {
  readonly #dir: string;
  readonly #maxBytes: number;
  #bytes = 0;

  private constructor(dir: string, maxBytes: number) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
  }

  /** `parent` may be shared by the processes of one machine. */
  static async open(ctx: Context, parent: string, maxBytes: number): Promise<Spool> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await removeLeftovers(parent);
    const dir = join(parent, `${process.pid}-${randomUUID()}`);
    await mkdir(dir, { mode: 0o700 });
    const spool = new Spool(dir, maxBytes);
    ctx.readyWhen('upload folder', () =>
      access(dir, constants.W_OK).then(
        () => true,
        () => false,
      ),
    );
    ctx.onStop('upload folder', () => rm(dir, { recursive: true, force: true }));
    ctx.metrics.gauge('media_spool_bytes', 'Bytes of unfinished uploads on disk', [], (gauge) =>
      gauge.set(spool.#bytes),
    );
    return spool;
  }

  /** Does `work` with an empty file, which is removed when that ends. */
  async withFile<T>(work: (file: SpooledFile) => Promise<T>): Promise<T> {
    const path = join(this.#dir, randomUUID());
    const file = new SpooledFile(path, await open(path, 'wx', 0o600), (bytes) => this.#take(bytes));
    try {
      return await work(file);
    } finally {
      await file.close();
      await rm(path, { force: true });
      this.#bytes -= file.size;
    }
  }

  #take(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes) throw fail('unavailable', undefined, { retryAfter: 5 });
    this.#bytes += bytes;
  }
}

/** A file that is being received, then read. */
export class SpooledFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #take: (bytes: number) => void;
  #size = 0;
  #closed = false;

  constructor(path: string, handle: FileHandle, take: (bytes: number) => void) {
    this.path = path;
    this.#handle = handle;
    this.#take = take;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when it is written. Throws `unavailable` when all unfinished uploads together are too large. */
  async append(chunk: Uint8Array): Promise<void> {
    this.#take(chunk.length);
    this.#size += chunk.length;
    await this.#handle.appendFile(chunk);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }
}

/** Removes the folders of processes that are no more. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^(\d+)-[0-9a-f-]{36}$/.exec(name)?.[1]);
    const path = join(parent, name);
    if (pid > 0 && !(await isInUse(pid, path))) await rm(path, { recursive: true, force: true });
  }
}

/** In a container every process has the same id: a folder from before our own start is not ours. */
async function isInUse(pid: number, path: string): Promise<boolean> {
  if (pid !== process.pid) return isAlive(pid);
  const folder = await stat(path).catch(() => undefined);
  return folder !== undefined && folder.mtimeMs > Date.now() - process.uptime() * 1000;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
