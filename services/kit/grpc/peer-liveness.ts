import { type Client, Metadata, status as Status } from '@grpc/grpc-js';
import { type AppError, fail } from '../core/errors.ts';

/** An unimplemented method: any response proves that the peer is alive, and an error is the cheapest. */
const probePath = '/grpc.health.v1.Health/Check';

const asBytes = (bytes: Buffer): Buffer => bytes;
const noBytes = Buffer.alloc(0);
/** Status codes that the client itself generates without a response of the peer. */
const ownCodes: ReadonlySet<unknown> = new Set([Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED, Status.CANCELLED]);

/** A pending call, or a pending step of a stream. */
export interface PendingCall {
  /** Ends the wait, after a response or a cancellation. */
  end(): void;
  /**
   * Returns the error of a timed-out call: `timeout` if the peer responded to anything during the call, else
   * `unavailable`.
   */
  timeoutError(cause?: unknown): AppError;
}

/** Sends a probe. Resolves to whether the peer answered it within `ms` milliseconds. */
export type SendProbe = (ms: number) => Promise<boolean>;

/** A sent probe; times are by `performance.now()`. */
interface SentProbe {
  sentAt: number;
  endsAt: number;
}

/**
 * Distinguishes an unresponsive peer from a slow call. A hanging peer accepts calls and lets them time out; it is
 * unavailable like one that refuses them. A peer that is slow at one call still answers others. A probe is sent when
 * half of a call's time has passed without a response from the peer.
 */
export class PeerLiveness {
  readonly #send: SendProbe;
  readonly #silenceMs: number;
  #receivedAt = Number.NEGATIVE_INFINITY;
  /** The last probe sent for pending calls, unless it failed. */
  #shared: SentProbe | undefined;
  #closed = false;

  /** A silence shorter than `silenceMs` proves nothing, because the call had hardly any time. */
  constructor(send: SendProbe, silenceMs: number) {
    this.#send = send;
    this.#silenceMs = silenceMs;
  }

  /** Records a response of the peer. */
  received(): void {
    this.#receivedAt = performance.now();
  }

  /** Starts the wait for a response with a timeout of `ms` milliseconds. */
  wait(ms: number): PendingCall {
    const startedAt = performance.now();
    const isSilent = () => this.#receivedAt < startedAt;
    const halfway = setTimeout(() => {
      if (isSilent()) void this.#probeFor(startedAt, ms);
    }, ms / 2);
    return {
      end: () => clearTimeout(halfway),
      timeoutError: (cause) => {
        clearTimeout(halfway);
        const isUnavailable = isSilent() && performance.now() - startedAt >= this.#silenceMs;
        return fail(isUnavailable ? 'unavailable' : 'timeout', undefined, { cause });
      },
    };
  }

  /** Stops sending probes, also for pending calls. */
  close(): void {
    this.#closed = true;
  }

  /** Sends a new probe. Resolves to whether the peer answered it within `ms`. */
  async probe(ms: number): Promise<boolean> {
    if (this.#closed) return false;
    const isAnswered = await this.#send(ms);
    if (isAnswered) this.received();
    return isAnswered;
  }

  /**
   * Sends a probe for a call with a timeout of `ms`, or shares a pending one that was sent after the start of the call
   * and does not end before it. An earlier probe may hang on a replaced connection. The probe's timeout is that of the
   * whole call, so that calls made at about the same time share one.
   */
  async #probeFor(startedAt: number, ms: number): Promise<void> {
    if (this.#shared && this.#shared.sentAt >= startedAt && this.#shared.endsAt >= startedAt + ms) return;
    const sentAt = performance.now();
    const sent = { sentAt, endsAt: sentAt + ms };
    this.#shared = sent;
    const isAnswered = await this.probe(ms);
    if (!isAnswered && this.#shared === sent) this.#shared = undefined;
  }
}

/** Returns a function that sends probes over the connections of `client`. */
export const createProbe =
  (client: Client): SendProbe =>
  (ms) =>
    new Promise((resolve) => {
      const deadline = Date.now() + ms;
      client.makeUnaryRequest(probePath, asBytes, asBytes, noBytes, new Metadata(), { deadline }, (error) => {
        resolve(!error || !ownCodes.has(error.code));
      });
    });
