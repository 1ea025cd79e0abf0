import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import type { Bus } from './broker.ts';
import type { ConsumerStore, OwnershipView } from './consumer-store.ts';
import { allPartitions, partitionCount } from './partitions.ts';

const heartbeatEveryMs = 1_500;
const usualAliveMs = 5_000;
/** So long before others may take over, work stops here. */
const marginMs = 1_000;

/** What works on partitions, and must not while they change hands. */
export interface PartitionUser {
  /** Resolves when nothing is at work. */
  pause(): Promise<void>;
  resume(): void;
}

export type OwnershipStore = Pick<ConsumerStore, 'heartbeat' | 'take' | 'release' | 'leave'>;

/**
 * Divides the partitions among the living copies of a service: each has its share, and one partition is one copy's at a
 * time. A copy that stops gives its share away; one that dies loses it after `aliveMs`.
 */
export class PartitionOwnership {
  readonly copy = randomUUID();
  readonly #ctx: Context;
  readonly #store: OwnershipStore;
  readonly #bus: Bus;
  readonly #aliveMs: number;
  readonly #users: PartitionUser[] = [];
  readonly #loop: Loop;
  #owned: readonly number[] = [];
  #aliveUntil = 0;
  #isShared = false;
  /** A change of hands at work; meanwhile the heart goes on beating. */
  #change: Promise<void> | undefined;

  constructor(ctx: Context, bus: Bus, store: OwnershipStore, aliveMs = usualAliveMs) {
    this.#ctx = ctx;
    this.#store = store;
    this.#bus = bus;
    this.#aliveMs = aliveMs;
    this.#loop = startLoop(ctx, 'partitions of events', heartbeatEveryMs, () => this.#beat());
    bus.onSignal(() => this.#loop.wake());
  }

  /** The partitions of this copy; none while it cannot be sure of them. */
  get owned(): readonly number[] {
    return performance.now() < this.#aliveUntil ? this.#owned : [];
  }

  /** Whether every partition has a living owner, as far as this copy knows. */
  get isShared(): boolean {
    return this.#isShared && performance.now() < this.#aliveUntil;
  }

  use(user: PartitionUser): void {
    this.#users.push(user);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#change;
    this.#owned = [];
    // Without a sign of life in time it has none to release: a store that is away is not waited for.
    if (performance.now() >= this.#aliveUntil) return;
    try {
      await this.#store.leave(this.copy);
      this.#bus.signalCopies();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'partitions not released, they expire: the store is away');
    }
  }

  async #beat(): Promise<void> {
    const before = performance.now();
    const view = await this.#store.heartbeat(this.copy, this.#aliveMs);
    const hasLapsed = before > this.#aliveUntil;
    this.#aliveUntil = before + this.#aliveMs - marginMs;
    if (this.#change || this.#ctx.stopping.aborted) return;
    this.#change = this.#divide(view, hasLapsed)
      .catch((error) => this.#ctx.log.warn({ err: error }, 'partitions of events could not be divided'))
      .finally(() => {
        this.#change = undefined;
      });
  }

  async #divide(view: OwnershipView, hasLapsed: boolean): Promise<void> {
    const mine = allPartitions.filter((partition) => view.owners.get(partition) === this.copy);
    const share = Math.ceil(partitionCount / view.living.length);
    const [kept, surplus] = [mine.slice(0, share), mine.slice(share)];
    if (hasLapsed || kept.join() !== this.#owned.join()) await this.#move(kept, surplus);
    const free = freeIn(view);
    const wanted = free.slice(0, share - kept.length);
    // Several copies may want the same; who comes second gets none, and looks again.
    const taken = wanted.length > 0 ? await this.#store.take(this.copy, wanted) : [];
    if (taken.length > 0)
      await this.#move(
        [...kept, ...taken].toSorted((a, b) => a - b),
        [],
      );
    this.#isShared = free.length === taken.length;
  }

  async #move(owned: readonly number[], surplus: readonly number[]): Promise<void> {
    await Promise.all(this.#users.map((user) => user.pause()));
    this.#owned = owned;
    if (surplus.length > 0) {
      await this.#store.release(this.copy, surplus);
      this.#bus.signalCopies();
    }
    for (const user of this.#users) user.resume();
  }
}

/** Partitions that no living copy has. */
function freeIn({ living, owners }: OwnershipView): number[] {
  const alive = new Set(living);
  return allPartitions.filter((partition) => !alive.has(owners.get(partition) ?? ''));
}
