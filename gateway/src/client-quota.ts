import type { Release } from '@tribus/kit/http/acquire.ts';
import { ConcurrencyQuota } from '@tribus/kit/http/concurrency-quota.ts';

/** The client of a request. */
interface Client {
  /** Empty for a visitor, counted by address only. */
  userId: string;
  address: string;
}

interface ClientLimits {
  perUser: number;
  /** Higher than `perUser`, because users may share an address. */
  perAddress: number;
  /** Value of the `Retry-After` header, in seconds. */
  retryAfter: number;
}

/** Limits the concurrent slots of a user and of an address. */
export class ClientQuota {
  readonly #users: ConcurrencyQuota;
  readonly #addresses: ConcurrencyQuota;

  constructor({ perUser, perAddress, retryAfter }: ClientLimits) {
    this.#users = new ConcurrencyQuota(perUser, retryAfter);
    this.#addresses = new ConcurrencyQuota(perAddress, retryAfter);
  }

  /** Slots in use by all clients. */
  get total(): number {
    return this.#addresses.total;
  }

  /** Acquires a slot, for `acquireFor`; throws 429 `too_many_requests` at the limit of the user or of the address. */
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
