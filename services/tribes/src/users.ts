import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { UserDeleted, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';

const ttlMs = 3_000;

/** Users of identity, cached for three seconds. */
export class Users {
  readonly #cache: BatchCache<string, User>;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'getUsers'>, bus: Bus) {
    this.#cache = new BatchCache(
      async (ids) => new Map((await identity.getUsers({ ids })).users.map((user) => [user.id, user])),
      { max: 5_000, ttlMs },
    );
    for (const type of [UserUpdated, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#cache.delete(userId));
  }

  /** Returns users by id; deleted users are marked as such. */
  byIds(ids: Iterable<string>): Promise<Map<string, User>> {
    return this.#cache.getMany(ids);
  }
}
