import type { ClientWritableStream } from '@grpc/grpc-js';
import { type AppError, fail } from '../core/errors.ts';
import type { PeerLiveness, PendingCall } from './peer-liveness.ts';

/** A silence is measured in steps: a stall of this process counts as one step, and then received data is processed. */
const silenceSteps = 8;

export interface StreamLimits {
  /** Timeout of each wait, in milliseconds. */
  ms: number;
  /** Silence in milliseconds after which the peer is probed; after as much again it is unavailable. */
  silenceMs: number;
  /** Whether the client is closed and sends no probes, so that silence proves nothing. */
  isClosed: () => boolean;
}

/**
 * Limits the time of a peer to accept the next message of a stream and to respond after the last. Fails early when the
 * peer is unresponsive; a peer that answers probes may use the whole time.
 */
export class StreamWait implements PendingCall {
  readonly #liveness: PeerLiveness;
  readonly #limits: StreamLimits;
  readonly #onFailure: (error: AppError) => void;
  #pending: PendingCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #silence: { call: PendingCall; timer: NodeJS.Timeout } | undefined;
  #ended = false;

  /** `onFailure` is called when a wait times out and when the peer is unavailable. */
  constructor(liveness: PeerLiveness, limits: StreamLimits, onFailure: (error: AppError) => void) {
    this.#liveness = liveness;
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  begin(): void {
    if (this.#ended) return;
    const { ms } = this.#limits;
    this.#pending = this.#liveness.wait(ms);
    this.#timer = setTimeout(() => this.#onFailure(this.timeoutError()), ms);
    this.#watchSilence();
  }

  pause(): void {
    this.#pending?.end();
    clearTimeout(this.#timer);
    this.#endSilence();
  }

  timeoutError(cause?: unknown): AppError {
    return this.#pending?.timeoutError(cause) ?? fail('timeout', undefined, { cause });
  }

  end(): void {
    this.#ended = true;
    this.pause();
  }

  #watchSilence(): void {
    const lengthMs = 2 * this.#limits.silenceMs;
    const call = this.#liveness.wait(lengthMs);
    let steps = 0;
    const timer = setInterval(() => {
      steps += 1;
      this.#checkSilence(call, steps);
    }, lengthMs / silenceSteps);
    this.#silence = { call, timer };
  }

  /** A silence probes the peer halfway through; if that probe is lost, each later step sends another one. */
  #checkSilence(call: PendingCall, steps: number): void {
    const { isClosed, silenceMs } = this.#limits;
    if (steps <= silenceSteps / 2) return;
    const error = call.timeoutError();
    if (error.code === 'unavailable' && !isClosed() && steps < silenceSteps) {
      void this.#liveness.probe(silenceMs);
      return;
    }
    this.#endSilence();
    if (error.code === 'unavailable' && !isClosed()) this.#onFailure(error);
    else this.#watchSilence();
  }

  #endSilence(): void {
    this.#silence?.call.end();
    clearInterval(this.#silence?.timer);
    this.#silence = undefined;
  }
}

/** Wraps an error of the sender of a stream, which may look like an error of the peer. */
export class SenderError extends Error {
  constructor(cause: unknown) {
    super('stream aborted by its sender', { cause });
    this.name = 'SenderError';
  }
}

/** Name of the metadata entry of a stream whose last message has `isLast`. */
export const marksLastKey = 'x-marks-last';

/** A message of a client stream, with the fields that the kit sets or reads. */
export interface StreamMessage {
  /** Whether the stream is complete with this message. */
  isLast?: boolean | undefined;
}

/** Writes messages at the rate at which the peer accepts them, and marks the last one. */
export async function sendMessages(
  messages: AsyncIterable<unknown>,
  stream: ClientWritableStream<unknown>,
  wait: StreamWait,
): Promise<void> {
  let isClosed = false;
  stream.once('close', () => {
    isClosed = true;
  });
  stream.on('error', () => {
    isClosed = true;
  });
  for await (const message of withLastMarked(messages)) {
    if (isClosed) return;
    if (stream.write(message)) continue;
    wait.begin();
    await drained(stream);
    wait.pause();
  }
  stream.end();
  wait.begin();
}

/** Yields each message once the next one is known, and the last one with `isLast`. */
async function* withLastMarked(messages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  let previous: object | undefined;
  for await (const message of messages) {
    if (previous) yield previous;
    previous = message as object;
  }
  if (previous) yield { ...previous, isLast: true } satisfies StreamMessage;
}

function drained(stream: ClientWritableStream<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle).off('error', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle).on('error', settle);
  });
}
