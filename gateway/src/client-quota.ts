import type { Release } from '@tribus/kit/http/acquire.ts';
import { ConcurrencyQuota } from '@tribus/kit/http/concurrency-quota.ts';

/** Who sends a request. */
interface Client {
  /** Empty for a visitor, who counts by address alone. */
  userId: string;
  address: string;
}

interface ClientLimits {
  perUser: number;
  /** Many people may share one. */
  perAddress: number;
  /** In seconds. */
  retryAfter: number;
}

/** Limits how many slots one user, and one address, may hold at once. */
export class ClientQuota {
  readonly #users: ConcurrencyQuota;
  readonly #addresses: ConcurrencyQuota;

  constructor({ perUser, perAddress, retryAfter }: ClientLimits) {
    this.#users = new ConcurrencyQuota(perUser, retryAfter);
    this.#addresses = new ConcurrencyQuota(perAddress, retryAfter);
  }

  /** The slots that all clients hold together. */
  get total(): number {
    return this.#addresses.total;
  }

  /** Takes a slot, for `acquireFor`; throws 429 `too_many_requests` at the limit of the user or of the address. */
  take({ userId, address }: Client): Release {
    const releaseAddress = this.#addresses.take(address);
    if (!userId) return releaseAddress;
    try {
      const releaseUser = this.#users.take(userId);
      return () => {
        releaseUser();
        releaseAddress();
      };
    } catch (refusal) {
      releaseAddress();
      throw refusal;
    }
  }
}
