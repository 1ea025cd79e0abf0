import type { ClientWritableStream } from '@grpc/grpc-js';
import { type AppError, fail } from '../runtime/errors.ts';
import type { PeerLiveness, PendingCall } from './peer-liveness.ts';

/** The time that a peer may take to accept the next message of a stream, and to answer after the last. */
export class StreamWait implements PendingCall {
  readonly #liveness: PeerLiveness;
  readonly #ms: number;
  readonly #onOverdue: (error: AppError) => void;
  #pending: PendingCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /** Each wait may take `ms`; `onOverdue` is called for one that took longer. */
  constructor(liveness: PeerLiveness, ms: number, onOverdue: (error: AppError) => void) {
    this.#liveness = liveness;
    this.#ms = ms;
    this.#onOverdue = onOverdue;
  }

  begin(): void {
    if (this.#ended) return;
    this.#pending = this.#liveness.wait(this.#ms);
    this.#timer = setTimeout(() => this.#onOverdue(this.overdue()), this.#ms);
  }

  pause(): void {
    this.#pending?.end();
    clearTimeout(this.#timer);
  }

  overdue(cause?: unknown): AppError {
    return this.#pending?.overdue(cause) ?? fail('timeout', undefined, { cause });
  }

  end(): void {
    this.#ended = true;
    this.pause();
  }
}

/** A stream that its sender broke off; the cause is what the sender threw, which may look like an error of the peer. */
export class SenderError extends Error {
  constructor(cause: unknown) {
    super('the sender broke off', { cause });
    this.name = 'SenderError';
  }
}

/** Writes messages as fast as the peer takes them. */
export async function sendMessages(
  messages: AsyncIterable<unknown>,
  stream: ClientWritableStream<unknown>,
  wait: StreamWait,
): Promise<void> {
  let over = false;
  stream.once('close', () => {
    over = true;
  });
  stream.on('error', () => {
    over = true;
  });
  for await (const message of messages) {
    if (over) return;
    if (stream.write(message)) continue;
    wait.begin();
    await drained(stream);
    wait.pause();
  }
  stream.end();
  wait.begin();
}

function drained(stream: ClientWritableStream<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go).off('error', go);
      resolve();
    };
    stream.on('drain', go).on('close', go).on('error', go);
  });
}
