import type { DestinationStream } from 'pino';

/** Lines that wait for a slow reader or disk; what comes beyond is dropped. */
const maxWaitingBytes = 4_000_000;
const batchBytes = 256_000;
/** What refused a line is tried again after this long; what comes meanwhile is dropped. */
const retryAfterMs = 1_000;
const newline = 0x0a;
const warning = 40;

/**
 * Writes log lines without ever throwing or keeping anybody waiting: lines that cannot be written are dropped and
 * counted, and once writing works again one line says how many.
 */
export class LogWriter implements DestinationStream {
  readonly #append: (lines: Buffer) => Promise<void>;
  /** The beginning of a line whose end has not come yet. */
  #unfinished: Buffer = Buffer.alloc(0);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #retryAt = 0;
  #writing: Promise<void> | undefined;

  /** `append` writes whole lines, or rejects. */
  constructor(append: (lines: Buffer) => Promise<void>) {
    this.#append = append;
  }

  /** Takes any piece of text; lines are written when they are whole. */
  write(text: string | Uint8Array): void {
    const piece = Buffer.from(text);
    const end = piece.lastIndexOf(newline) + 1;
    if (end > 0) this.#enqueue(Buffer.concat([this.#unfinished, piece.subarray(0, end)]));
    this.#unfinished = Buffer.concat([end > 0 ? Buffer.alloc(0) : this.#unfinished, piece.subarray(end)]);
    if (this.#unfinished.length > batchBytes) this.#finishLine();
  }

  /** Resolves when all that was taken is written or dropped, and calls `done` then; never rejects. */
  async flush(done?: () => void): Promise<void> {
    if (this.#unfinished.length > 0) this.#finishLine();
    await this.#writing;
    done?.();
  }

  /** Takes out what waits and was not begun, for a process that ends this moment. */
  drain(): Buffer {
    const waiting = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    return waiting;
  }

  #finishLine(): void {
    this.#enqueue(Buffer.concat([this.#unfinished, Buffer.from('\n')]));
    this.#unfinished = Buffer.alloc(0);
  }

  #enqueue(lines: Buffer): void {
    if (this.#waitingBytes + lines.length > maxWaitingBytes) {
      this.#dropped += countLines(lines);
      return;
    }
    this.#waiting.push(lines);
    this.#waitingBytes += lines.length;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      if (performance.now() < this.#retryAt || !(await this.#tryAppend(batch))) this.#dropped += countLines(batch);
    }
  }

  #nextBatch(): Buffer {
    let count = 1;
    let bytes = this.#waiting[0]?.length ?? 0;
    for (; count < this.#waiting.length; count += 1) {
      bytes += this.#waiting[count]?.length ?? 0;
      if (bytes > batchBytes) break;
    }
    const batch = Buffer.concat(this.#waiting.splice(0, count));
    this.#waitingBytes -= batch.length;
    return batch;
  }

  async #tryAppend(lines: Buffer): Promise<boolean> {
    const dropped = this.#dropped;
    try {
      await this.#append(dropped > 0 ? Buffer.concat([droppedNotice(dropped), lines]) : lines);
      this.#dropped -= dropped;
      return true;
    } catch {
      // There is nowhere to tell it: the count of what is dropped tells it later.
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
