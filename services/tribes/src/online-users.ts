import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';

const ttlMs = 10_000;

/** Caches identity's list of visibly online users for ten seconds; concurrent requests share one call. */
export class OnlineUsers {
  readonly #identity: Pick<Calls<IdentityServiceService>, 'listOnline'>;
  readonly #clock: Clock;
  #cached: { ids: Promise<ReadonlySet<string>>; at: number } | undefined;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'listOnline'>, clock: Clock) {
    this.#identity = identity;
    this.#clock = clock;
  }

  /** Empty while identity is unavailable: a tribe's page works without the number. */
  list(): Promise<ReadonlySet<string>> {
    const now = this.#clock.now().getTime();
    if (!this.#cached || now - this.#cached.at >= ttlMs) this.#cached = { ids: this.#fetch(), at: now };
    return this.#cached.ids;
  }

  async #fetch(): Promise<ReadonlySet<string>> {
    try {
      return new Set((await this.#identity.listOnline({})).userIds);
    } catch {
      return new Set();
    }
  }
}
