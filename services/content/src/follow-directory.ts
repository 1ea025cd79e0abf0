import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { TagFollowed, UserDeleted, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { Follows, type IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';

const usualTtlMs = 3_000;

/** The people, tags and places that users follow, fetched from identity and cached; its events evict changed entries. */
export class FollowDirectory {
  readonly #follows: BatchCache<string, Follows>;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'getFollows'>, bus: Bus, ttlMs = usualTtlMs) {
    this.#follows = new BatchCache(
      async (userIds) => new Map((await identity.getFollows({ userIds })).users.map((each) => [each.userId, each])),
      { max: 10_000, ttlMs },
    );
    for (const type of [UserFollowed, TagFollowed, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#follows.delete(userId));
  }

  async of(userId: string): Promise<Follows> {
    return (await this.#follows.get(userId)) ?? Follows.fromPartial({ userId });
  }
}
