import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { bodyReceived } from '@tribus/kit/core/request-context.ts';
import type { Request } from '@tribus/kit/http/routes.ts';

/** The bytes of a request, read in pieces. The end of a request that breaks off is not an error until `requireWhole`. */
export class RequestBody {
  readonly #req: Request;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #idleMs: number;
  #rest: Buffer = Buffer.alloc(0);
  #isOver = false;
  #failure: AppError | undefined;

  /** `idleMs` is the longest pause of the sender. */
  constructor(req: Request, idleMs: number) {
    this.#req = req;
    this.#chunks = req.iterator({ destroyOnReturn: false });
    this.#idleMs = idleMs;
  }

  /** Whether all bytes have been read that the sender sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns up to `most` bytes; none at the end of the body. */
  async read(most: number): Promise<Buffer> {
    if (this.#rest.length === 0 && !this.#isOver) this.#rest = await this.#next();
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return bytes;
  }

  /** Throws 400 `malformed_body` or 408 `body_too_slow` when the body broke off. */
  requireWhole(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Discards the rest, so that an early response arrives. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
    this.#req.resume();
  }

  async #next(): Promise<Buffer> {
    const idle = setTimeout(() => this.#req.destroy(fail('body_too_slow')), this.#idleMs);
    try {
      const { value, done } = await this.#chunks.next();
      if (!done) return value;
    } catch (cause) {
      this.#failure = cause instanceof AppError ? cause : fail('malformed_body', undefined, { cause });
    } finally {
      clearTimeout(idle);
    }
    this.#isOver = true;
    bodyReceived();
    return Buffer.alloc(0);
  }
}
