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
  /** More users have blocked this user than `blocks` contains. */
  hasMoreBlocks: boolean;
  mutes: Mutes;
}

const noFilters: UserFilters = {
  blocks: noUsers,
  hasMoreBlocks: false,
  mutes: { users: noUsers, tags: [], words: [], tribeIds: new Set() },
};

type Identity = Pick<Calls<IdentityServiceService>, 'getBlocksAndMutes' | 'getBlocksBetween'>;

const usualTtlMs = 3_000;

/** Blocks and mutes of users, fetched from identity and cached; identity's events evict changed entries. */
export class BlockDirectory {
  readonly #identity: Identity;
  readonly #filters: BatchCache<string, UserFilters>;

  constructor(identity: Identity, bus: Bus, ttlMs = usualTtlMs) {
    this.#identity = identity;
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

  /** Returns the viewer for whom these users are presented. Visitors and services have no blocks. */
  async viewerOf(actor: Actor, userIds: Iterable<string>): Promise<Viewer> {
    return { actor, blocks: await this.blocksAmong(userIdOf(actor), userIds) };
  }

  /**
   * Users whom this user blocked or who blocked this user: a block hides each from the other. Contains all users whom
   * this user blocked, and some of the others, `listedBlocksMax` in all. For queries that leave out people; who
   * presents the rows by `viewerOf` leaves out the rest. With `among` as `blocksAmong`.
   */
  async blocksOf(userId: string, among?: ReadonlySet<string>): Promise<TribeUserSet> {
    return among ? this.blocksAmong(userId, among) : (await this.#of(userId)).blocks;
  }

  /** Which of these users this user blocked or was blocked by; a call to identity for a user with too many blocks. */
  async blocksAmong(userId: string, otherIds: Iterable<string>): Promise<TribeUserSet> {
    const { blocks, hasMoreBlocks } = await this.#of(userId);
    const others = new Set(otherIds);
    if (!hasMoreBlocks || others.size === 0) return blocks.among(others);
    return new TribeUserSet((await this.#identity.getBlocksBetween({ userId, otherIds: [...others] })).blocked);
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

const filtersOf = ({
  blocked,
  hasMoreBlocks,
  muted,
  mutedTags,
  mutedWords,
  mutedTribeIds,
}: BlocksAndMutes): UserFilters => ({
  blocks: new TribeUserSet(blocked),
  hasMoreBlocks,
  mutes: { users: new TribeUserSet(muted), tags: mutedTags, words: mutedWords, tribeIds: new Set(mutedTribeIds) },
});
