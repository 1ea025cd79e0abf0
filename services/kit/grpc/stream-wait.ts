import type { ClientWritableStream } from '@grpc/grpc-js';
import { type AppError, fail } from '../core/errors.ts';
import type { PeerLiveness, PendingCall } from './peer-liveness.ts';

/** A silence ends after so many steps. A process that stood still counts that as one, and then takes what has arrived. */
const stepsOfSilence = 8;

export interface StreamLimits {
  /** How long each wait may take, in milliseconds. */
  ms: number;
  /** A peer that sent nothing for so long is probed, and is away if it sends nothing for as long again; milliseconds. */
  silenceMs: number;
  /** Whether the client is closed: it probes no more, so that a silence proves nothing. */
  isClosed: () => boolean;
}

/**
 * The time that a peer may take to accept the next message of a stream, and to answer after the last. It ends early when
 * the peer is away; a peer that answers probes may use all of it.
 */
export class StreamWait implements PendingCall {
  readonly #liveness: PeerLiveness;
  readonly #limits: StreamLimits;
  readonly #onOverdue: (error: AppError) => void;
  #pending: PendingCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #silence: { call: PendingCall; timer: NodeJS.Timeout } | undefined;
  #ended = false;

  /** `onOverdue` is called for a wait that took too long, and when the peer is away. */
  constructor(liveness: PeerLiveness, limits: StreamLimits, onOverdue: (error: AppError) => void) {
    this.#liveness = liveness;
    this.#limits = limits;
    this.#onOverdue = onOverdue;
  }

  begin(): void {
    if (this.#ended) return;
    const { ms } = this.#limits;
    this.#pending = this.#liveness.wait(ms);
    this.#timer = setTimeout(() => this.#onOverdue(this.overdue()), ms);
    this.#watchSilence();
  }

  pause(): void {
    this.#pending?.end();
    clearTimeout(this.#timer);
    this.#endSilence();
  }

  overdue(cause?: unknown): AppError {
    return this.#pending?.overdue(cause) ?? fail('timeout', undefined, { cause });
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
    }, lengthMs / stepsOfSilence);
    this.#silence = { call, timer };
  }

  /** The peer is probed in the middle of a silence, and after it again where that probe was lost. */
  #checkSilence(call: PendingCall, steps: number): void {
    const { isClosed, silenceMs } = this.#limits;
    if (steps <= stepsOfSilence / 2) return;
    const error = call.overdue();
    if (error.code === 'unavailable' && !isClosed() && steps < stepsOfSilence) {
      void this.#liveness.probe(silenceMs);
      return;
    }
    this.#endSilence();
    if (error.code === 'unavailable' && !isClosed()) this.#onOverdue(error);
    else this.#watchSilence();
  }

  #endSilence(): void {
    this.#silence?.call.end();
    clearInterval(this.#silence?.timer);
    this.#silence = undefined;
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
