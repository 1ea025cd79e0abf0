import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { MutesChanged, UserBlocked, UserDeleted, UserUnblocked } from '@tribus/proto/identity/v1/events.ts';
import type { BlocksAndMutes, IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { noUsers, TribeUserSet } from './tribe-user-set.ts';
import type { Viewer } from './user-presenter.ts';

/** Filters for a user's feeds and notifications; never disclosed to the muted users. */
export interface Mutes {
  users: TribeUserSet;
  tags: readonly string[];
  words: readonly string[];
  tribeIds: ReadonlySet<number>;
}

interface UserFilters {
  blocks: TribeUserSet;
  mutes: Mutes;
}

const noFilters: UserFilters = { blocks: noUsers, mutes: { users: noUsers, tags: [], words: [], tribeIds: new Set() } };

const usualTtlMs = 3_000;

/** Blocks and mutes of users, fetched from identity and cached; identity's events evict changed entries. */
export class BlockDirectory {
  readonly #filters: BatchCache<string, UserFilters>;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'getBlocksAndMutes'>, bus: Bus, ttlMs = usualTtlMs) {
    this.#filters = new BatchCache(
      async (userIds) =>
        new Map((await identity.getBlocksAndMutes({ userIds })).users.map((each) => [each.userId, filtersOf(each)])),
      { max: 10_000, ttlMs },
    );
    for (const type of [UserBlocked, UserUnblocked])
      bus.listen<{ userId: string; blockedId: string }>(type, ({ userId, blockedId }) => {
        this.#filters.delete(userId);
        this.#filters.delete(blockedId);
      });
    for (const type of [MutesChanged, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#filters.delete(userId));
  }

  /** Returns the viewer for whom users are presented. Visitors and services have no blocks. */
  async viewerOf(actor: Actor): Promise<Viewer> {
    return { actor, blocks: await this.blocksOf(userIdOf(actor)) };
  }

  /** Users whom this user blocked or who blocked this user. A block hides each from the other. */
  async blocksOf(userId: string): Promise<TribeUserSet> {
    return (await this.#of(userId)).blocks;
  }

  async mutesOf(userId: string): Promise<Mutes> {
    return (await this.#of(userId)).mutes;
  }

  /** Loads several users in one call, so that later reads hit the cache. */
  async load(userIds: Iterable<string>): Promise<void> {
    await this.#filters.getMany([...userIds].filter((id) => id !== ''));
  }

  async #of(userId: string): Promise<UserFilters> {
    return userId === '' ? noFilters : ((await this.#filters.get(userId)) ?? noFilters);
  }
}

const filtersOf = ({ blocked, muted, mutedTags, mutedWords, mutedTribeIds }: BlocksAndMutes): UserFilters => ({
  blocks: new TribeUserSet(blocked),
  mutes: { users: new TribeUserSet(muted), tags: mutedTags, words: mutedWords, tribeIds: new Set(mutedTribeIds) },
});
