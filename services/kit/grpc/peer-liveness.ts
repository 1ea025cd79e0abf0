import { type Client, Metadata, status as Status } from '@grpc/grpc-js';
import { type AppError, fail } from '../core/errors.ts';

/** Any answer shows that the peer is alive, and a method that it does not have costs it the least. */
const probePath = '/grpc.health.v1.Health/Check';

const asBytes = (bytes: Buffer): Buffer => bytes;
const nothing = Buffer.alloc(0);
/** What a client says itself when nothing came from the peer. */
const ownCodes: ReadonlySet<unknown> = new Set([Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED, Status.CANCELLED]);

/** A call, or a part of a stream, whose answer is awaited. */
export interface PendingCall {
  /** The answer is here, or nobody waits for it any more. */
  end(): void;
  /** What became of a call whose time is over: `timeout` if the peer answered anything meanwhile, else `unavailable`. */
  overdue(cause?: unknown): AppError;
}

/** Sends a liveness call. Resolves to whether the peer answered it within `ms` milliseconds. */
export type SendProbe = (ms: number) => Promise<boolean>;

/** A liveness call that was sent, by `performance.now()`. */
interface SentProbe {
  sentAt: number;
  endsAt: number;
}

/**
 * Whether a peer answers at all. A peer that hangs accepts calls and lets them run out, and is away as one that
 * refuses them; a peer that is only slow at one call still answers others. When a call has used half of its time and
 * nothing was received from the peer since, a liveness call is sent to it.
 */
export class PeerLiveness {
  readonly #send: SendProbe;
  readonly #silenceMs: number;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** The last one that was sent for calls that wait, until the peer refuses it or lets it run out. */
  #shared: SentProbe | undefined;
  #closed = false;

  /** A silence shorter than `silenceMs` proves nothing of a peer: the caller had hardly any time left. */
  constructor(send: SendProbe, silenceMs: number) {
    this.#send = send;
    this.#silenceMs = silenceMs;
  }

  /** The peer answered a call. */
  received(): void {
    this.#heardAt = performance.now();
  }

  /** Waits for an answer that may take `ms` milliseconds. */
  wait(ms: number): PendingCall {
    const began = performance.now();
    const isSilent = () => this.#heardAt < began;
    const halfway = setTimeout(() => {
      if (isSilent()) void this.#probeFor(began, ms);
    }, ms / 2);
    return {
      end: () => clearTimeout(halfway),
      overdue: (cause) => {
        clearTimeout(halfway);
        const away = isSilent() && performance.now() - began >= this.#silenceMs;
        return fail(away ? 'unavailable' : 'timeout', undefined, { cause });
      },
    };
  }

  /** The client is closed: it asks for nothing more, also not on behalf of a call that still waits. */
  close(): void {
    this.#closed = true;
  }

  /** Sends a liveness call, whatever is under way. Resolves to whether the peer answered it within `ms`. */
  async probe(ms: number): Promise<boolean> {
    if (this.#closed) return false;
    const isAnswered = await this.#send(ms);
    if (isAnswered) this.received();
    return isAnswered;
  }

  /**
   * Sends one for a call that `began` then and has `ms`. Calls share one that lasts as long as they do and was sent since
   * they began: an earlier one may wait on a connection that has been replaced since. So that calls made at about the
   * same time do share one, it lasts as long as the whole call.
   */
  async #probeFor(began: number, ms: number): Promise<void> {
    if (this.#shared && this.#shared.sentAt >= began && this.#shared.endsAt >= began + ms) return;
    const sentAt = performance.now();
    const sent = { sentAt, endsAt: sentAt + ms };
    this.#shared = sent;
    const isAnswered = await this.probe(ms);
    if (!isAnswered && this.#shared === sent) this.#shared = undefined;
  }
}

/** Sends liveness calls over the connections of `client`. */
export const probesOver =
  (client: Client): SendProbe =>
  (ms) =>
    new Promise((resolve) => {
      const deadline = Date.now() + ms;
      client.makeUnaryRequest(probePath, asBytes, asBytes, nothing, new Metadata(), { deadline }, (error) => {
        resolve(!error || !ownCodes.has(error.code));
      });
    });
