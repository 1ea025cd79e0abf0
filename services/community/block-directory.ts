import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { MutesChanged, UserBlocked, UserDeleted, UserUnblocked } from '@tribus/proto/identity/v1/events.ts';
import type { BlocksAndMutes, IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { noUsers, TribeUserSet } from './tribe-user-set.ts';
import type { Viewer } from './user-presenter.ts';

/** What somebody does not want in their feeds and notifications; those whom it concerns learn nothing of it. */
export interface Mutes {
  users: TribeUserSet;
  tags: readonly string[];
  words: readonly string[];
  tribeIds: ReadonlySet<number>;
}

interface Known {
  blocks: TribeUserSet;
  mutes: Mutes;
}

const nothing: Known = { blocks: noUsers, mutes: { users: noUsers, tags: [], words: [], tribeIds: new Set() } };

const ttlMs = 3_000;

/** Who blocked whom and what they muted, as identity knows it; its events remove what changed. */
export class BlockDirectory {
  readonly #known: BatchCache<string, Known>;

  constructor(identity: Pick<Calls<IdentityServiceService>, 'getBlocksAndMutes'>, bus: Bus) {
    this.#known = new BatchCache(
      async (userIds) =>
        new Map((await identity.getBlocksAndMutes({ userIds })).users.map((each) => [each.userId, knownOf(each)])),
      { max: 10_000, ttlMs },
    );
    for (const type of [UserBlocked, UserUnblocked])
      bus.listen<{ userId: string; blockedId: string }>(type, ({ userId, blockedId }) => {
        this.#known.delete(userId);
        this.#known.delete(blockedId);
      });
    for (const type of [MutesChanged, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#known.delete(userId));
  }

  /** Somebody for whom people are presented. Visitors and services block nobody. */
  async viewerOf(actor: Actor): Promise<Viewer> {
    return { actor, blocks: await this.blocksOf(userIdOf(actor)) };
  }

  /** Whom a user blocked and who blocked them; whoever it was, neither is shown to the other. */
  async blocksOf(userId: string): Promise<TribeUserSet> {
    return (await this.#of(userId)).blocks;
  }

  async mutesOf(userId: string): Promise<Mutes> {
    return (await this.#of(userId)).mutes;
  }

  /** Asks for several users at once, so that what is asked of each of them next is known. */
  async load(userIds: Iterable<string>): Promise<void> {
    await this.#known.getMany([...userIds].filter((id) => id !== ''));
  }

  async #of(userId: string): Promise<Known> {
    return userId === '' ? nothing : ((await this.#known.get(userId)) ?? nothing);
  }
}

const knownOf = ({ blocked, muted, mutedTags, mutedWords, mutedTribeIds }: BlocksAndMutes): Known => ({
  blocks: new TribeUserSet(blocked),
  mutes: { users: new TribeUserSet(muted), tags: mutedTags, words: mutedWords, tribeIds: new Set(mutedTribeIds) },
});
