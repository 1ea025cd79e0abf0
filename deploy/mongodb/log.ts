import { type FileHandle, open } from 'node:fs/promises';
import { CommandError, systemCode } from './errors.ts';
import { type EntryKind, frame } from './frames.ts';

/** Persists changes. Memory is changed first; `undo` rolls a change back when it could not be written. */
export type Log = {
  append(kind: EntryKind, namespace: string, bson: Uint8Array, undo: () => void): void;
  /** Resolves when everything appended so far is durable, rejects when it was rolled back. */
  commit(): Promise<void>;
  close(): Promise<void>;
};

/** For a server without a directory. */
export const memoryLog: Log = {
  append: () => undefined,
  commit: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

type Batch = { frames: Buffer[]; undos: (() => void)[]; done: PromiseWithResolvers<void> };

/**
 * An append-only file with group commit: entries that arrive during a write go into the next one, and are acknowledged
 * after they are written and, with `sync`, synced to disk.
 */
export class FileLog implements Log {
  readonly path: string;
  readonly #sync: boolean;
  #file: FileHandle;
  #length: number;
  #next = emptyBatch();
  #current = this.#next;
  #writing: Promise<void> | undefined;
  /** Error after which nothing can be written: after a failed sync the state on disk is unknown. */
  #broken: unknown;
  /** Receives every written frame during a compaction. */
  #mirror: ((frames: Buffer[]) => void) | undefined;
  #onWritten: () => void = () => undefined;
  #onBroken: () => void = () => undefined;

  private constructor(path: string, file: FileHandle, length: number, sync: boolean) {
    this.path = path;
    this.#file = file;
    this.#length = length;
    this.#sync = sync;
  }

  /** Opens the log whose first `length` bytes are valid; the bytes after them are cut off. */
  static async open(path: string, length: number, sync: boolean): Promise<FileLog> {
    const file = await open(path, 'r+');
    await file.truncate(length);
    return new FileLog(path, file, length, sync);
  }

  get length(): number {
    return this.#length;
  }

  /** Called after each successful write. */
  onWritten(listener: () => void): void {
    this.#onWritten = listener;
  }

  /** Called when nothing can be written any more; only a restart, which reads the state on disk, recovers. */
  onBroken(listener: () => void): void {
    this.#onBroken = listener;
  }

  append(kind: EntryKind, namespace: string, bson: Uint8Array, undo: () => void): void {
    this.#next.frames.push(frame(kind, namespace, bson));
    this.#next.undos.push(undo);
    this.#writing ??= this.#write();
  }

  commit(): Promise<void> {
    if (this.#next.frames.length > 0) return this.#next.done.promise;
    return this.#writing ? this.#current.done.promise : Promise.resolve();
  }

  async #write(): Promise<void> {
    // Waits one turn of the event loop, so that writes of other connections join the batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#next.frames.length > 0) {
      const batch = this.#next;
      this.#current = batch;
      this.#next = emptyBatch();
      try {
        await this.#store(batch.frames);
        this.#mirror?.(batch.frames);
        batch.done.resolve();
      } catch (error) {
        this.#rollBack(batch, error);
      }
    }
    this.#writing = undefined;
    this.#onWritten();
  }

  async #store(frames: Buffer[]): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    const bytes = frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames);
    try {
      await writeFully(this.#file, bytes, this.#length);
    } catch (error) {
      await this.#cut();
      throw error;
    }
    if (this.#sync) await this.#file.datasync().catch((error: unknown) => this.#failWrite(error));
    this.#length += bytes.length;
  }

  /** Removes the partial bytes of a failed write. */
  async #cut(): Promise<void> {
    await this.#file.truncate(this.#length).catch((error: unknown) => this.#break(error));
  }

  async #failWrite(error: unknown): Promise<never> {
    await this.#cut();
    this.#break(error);
    throw error;
  }

  #break(error: unknown): void {
    this.#broken = error;
    // After the clients of the failed write have their replies.
    setImmediate(this.#onBroken);
  }

  /** Rolls back the failed batch and all later changes, which may depend on it. */
  #rollBack(batch: Batch, cause: unknown): void {
    const after = this.#next;
    this.#next = emptyBatch();
    for (const undo of [...batch.undos, ...after.undos].reverse()) undo();
    const failure = asCommandError(cause);
    batch.done.reject(failure);
    after.done.reject(failure);
  }

  /** Passes on every frame written from now on; stops without an argument. */
  mirrorTo(mirror?: (frames: Buffer[]) => void): void {
    this.#mirror = mirror;
  }

  /** Continues in another file, which `prepare` creates while nothing is written. */
  async replaceFile(prepare: () => Promise<{ file: FileHandle; length: number }>): Promise<void> {
    while (this.#writing) await this.#writing;
    const before = this.#file;
    const change = prepare().then(({ file, length }) => {
      this.#file = file;
      this.#length = length;
    });
    this.#writing = change.then(
      () => this.#write(),
      () => this.#write(),
    );
    await change;
    await before.close();
  }

  async close(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#file.close();
  }
}

function emptyBatch(): Batch {
  const done = Promise.withResolvers<void>();
  // A failed write that is not awaited, such as that of the sweeper, must not end the process.
  done.promise.catch(() => undefined);
  return { frames: [], undos: [], done };
}

export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asCommandError(cause: unknown): CommandError {
  const code = systemCode(cause) ?? 'unknown';
  const message = `the change could not be written to disk and was rolled back (${code})`;
  return new CommandError(NO_SPACE.has(code) ? 'OutOfDiskSpace' : 'InternalError', message);
}
