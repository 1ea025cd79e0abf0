import { setImmediate as turn } from 'node:timers/promises';
import type { DestinationStream } from 'pino';

/** Maximum size of the lines queued for a slow output; further lines are dropped. */
const maxQueuedBytes = 4_000_000;
const batchBytes = 256_000;
/** Interval after a failed write until the next one; lines in between are dropped. */
const retryAfterMs = 1_000;
const newline = 0x0a;
const warning = 40;

/**
 * Writes log lines without throwing or blocking: lines that cannot be written are dropped and counted, and after
 * recovery one line reports their number.
 */
export class LogWriter implements DestinationStream {
  readonly #append: (lines: Buffer) => Promise<void>;
  /** The start of an incomplete line. */
  #unfinished: Buffer = Buffer.alloc(0);
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #dropped = 0;
  #retryAt = 0;
  #writing: Promise<void> | undefined;

  /** `append` writes whole lines or rejects. */
  constructor(append: (lines: Buffer) => Promise<void>) {
    this.#append = append;
  }

  /** Accepts any chunk of text; lines are written when complete. */
  write(text: string | Uint8Array): void {
    const piece = Buffer.from(text);
    const end = piece.lastIndexOf(newline) + 1;
    if (end > 0) this.#enqueue(Buffer.concat([this.#unfinished, piece.subarray(0, end)]));
    this.#unfinished = Buffer.concat([end > 0 ? Buffer.alloc(0) : this.#unfinished, piece.subarray(end)]);
    if (this.#unfinished.length > batchBytes) this.#finishLine();
  }

  /** Resolves, and calls `done`, when all accepted lines are written or dropped; never rejects. */
  async flush(done?: () => void): Promise<void> {
    if (this.#unfinished.length > 0) this.#finishLine();
    await this.#writing;
    done?.();
  }

  /** Removes and returns the queued lines, for a process that is exiting. */
  drain(): Buffer {
    const queued = Buffer.concat(this.#queue);
    this.#queue = [];
    this.#queuedBytes = 0;
    return queued;
  }

  #finishLine(): void {
    this.#enqueue(Buffer.concat([this.#unfinished, Buffer.from('\n')]));
    this.#unfinished = Buffer.alloc(0);
  }

  #enqueue(lines: Buffer): void {
    if (this.#queuedBytes + lines.length > maxQueuedBytes) {
      this.#dropped += countLines(lines);
      return;
    }
    this.#queue.push(lines);
    this.#queuedBytes += lines.length;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      // Lines of one turn of the event loop share a write.
      await turn();
      const batch = this.#nextBatch();
      if (performance.now() < this.#retryAt || !(await this.#tryAppend(batch))) this.#dropped += countLines(batch);
    }
  }

  #nextBatch(): Buffer {
    let count = 1;
    let bytes = this.#queue[0]?.length ?? 0;
    for (; count < this.#queue.length; count += 1) {
      bytes += this.#queue[count]?.length ?? 0;
      if (bytes > batchBytes) break;
    }
    const batch = Buffer.concat(this.#queue.splice(0, count));
    this.#queuedBytes -= batch.length;
    return batch;
  }

  async #tryAppend(lines: Buffer): Promise<boolean> {
    const dropped = this.#dropped;
    try {
      await this.#append(dropped > 0 ? Buffer.concat([droppedNotice(dropped), lines]) : lines);
      this.#dropped -= dropped;
      return true;
    } catch {
      // Cannot be logged; the count of dropped lines is logged after recovery.
      this.#retryAt = performance.now() + retryAfterMs;
      return false;
    }
  }
}

function droppedNotice(dropped: number): Buffer {
  const line = { level: warning, time: new Date().toISOString(), dropped, msg: 'log lines were dropped' };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}
