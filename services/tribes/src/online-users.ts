import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';

const ttlMs = 10_000;

/** Who is online and shows it, as identity last said: asked again after ten seconds, by one request for all. */
export class OnlineUsers {
  readonly #identity: Pick<Calls<IdentityServiceService>, 'listOnline'>;
  readonly #clock: Clock;
  #known: { ids: Promise<ReadonlySet<string>>; at: number } | undefined;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'listOnline'>, clock: Clock) {
    this.#identity = identity;
    this.#clock = clock;
  }

  /** Nobody while identity cannot say: a missing number says nothing wrong, and no tribe fails for it. */
  list(): Promise<ReadonlySet<string>> {
    const now = this.#clock.now().getTime();
    if (!this.#known || now - this.#known.at >= ttlMs) this.#known = { ids: this.#ask(), at: now };
    return this.#known.ids;
  }

  async #ask(): Promise<ReadonlySet<string>> {
    try {
      return new Set((await this.#identity.listOnline({})).userIds);
    } catch {
      return new Set();
    }
  }
}
