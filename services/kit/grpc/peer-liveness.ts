import { type Client, Metadata, status as Status } from '@grpc/grpc-js';
import { type AppError, fail } from '../runtime/errors.ts';

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

/**
 * Whether a peer answers at all. A peer that hangs accepts calls and lets them run out, and is away as one that
 * refuses them; a peer that is only slow at one call still answers others. When a call has used half of its time and
 * nothing was received from the peer since, a liveness call is sent to it.
 */
export class PeerLiveness {
  readonly #client: Client;
  readonly #silenceMs: number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<boolean> | undefined;
  #closed = false;

  /** A silence shorter than `silenceMs` proves nothing of a peer: the caller had hardly any time left. */
  constructor(client: Client, silenceMs: number) {
    this.#client = client;
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
      if (isSilent()) void this.probe(ms / 2);
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

  /** Sends a liveness call, unless one is under way. Resolves to whether the peer answered it within `ms`. */
  probe(ms: number): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    this.#probing ??= this.#send(ms).finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  #send(ms: number): Promise<boolean> {
    const deadline = Date.now() + ms;
    return new Promise((resolve) => {
      this.#client.makeUnaryRequest(probePath, asBytes, asBytes, nothing, new Metadata(), { deadline }, (error) => {
        const isAnswered = !error || !ownCodes.has(error.code);
        if (isAnswered) this.received();
        resolve(isAnswered);
      });
    });
  }
}
