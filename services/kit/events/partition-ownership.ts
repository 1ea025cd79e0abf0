import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import type { Bus } from './broker.ts';
import type { ConsumerStore, OwnershipView } from './consumer-store.ts';
import { allPartitions, partitionCount } from './partitions.ts';

const heartbeatEveryMs = 1_500;
const defaultAliveMs = 5_000;
/** Safety margin: work stops here this long before others may take over. */
const marginMs = 1_000;

/** A user of partitions; it must be idle while their ownership changes. */
export interface PartitionUser {
  /** Resolves when no work is running. */
  pause(): Promise<void>;
  resume(): void;
}

export type OwnershipStore = Pick<ConsumerStore, 'heartbeat' | 'claim' | 'release' | 'endLease'>;

/**
 * Divides the partitions evenly among the live replicas of a service; a partition has one owner at a time. A replica
 * that stops releases its partitions; one that dies loses them after `aliveMs`.
 */
export class PartitionOwnership {
  readonly replica = randomUUID();
  readonly #ctx: Context;
  readonly #store: OwnershipStore;
  readonly #bus: Bus;
  readonly #aliveMs: number;
  readonly #users: PartitionUser[] = [];
  readonly #loop: Loop;
  #owned: readonly number[] = [];
  #aliveUntil = 0;
  #isFullyAssigned = false;
  /** A rebalance in progress; heartbeats continue meanwhile. */
  #change: Promise<void> | undefined;

  constructor(ctx: Context, bus: Bus, store: OwnershipStore, aliveMs = defaultAliveMs) {
    this.#ctx = ctx;
    this.#store = store;
    this.#bus = bus;
    this.#aliveMs = aliveMs;
    this.#loop = startLoop(ctx, 'event partitions', heartbeatEveryMs, () => this.#heartbeat());
    bus.onSignal(() => this.#loop.wake());
  }

  /** The partitions owned by this replica; none once its lease may have expired. */
  get owned(): readonly number[] {
    return performance.now() < this.#aliveUntil ? this.#owned : [];
  }

  /** Whether every partition has a live owner, as of the last heartbeat. */
  get isFullyAssigned(): boolean {
    return this.#isFullyAssigned && performance.now() < this.#aliveUntil;
  }

  use(user: PartitionUser): void {
    this.#users.push(user);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#change;
    this.#owned = [];
    // With an expired lease there is nothing to release: do not wait for an unavailable store.
    if (performance.now() >= this.#aliveUntil) return;
    try {
      await this.#store.endLease(this.replica);
      this.#bus.signalReplicas();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'partitions not released: store unavailable; their lease expires');
    }
  }

  async #heartbeat(): Promise<void> {
    const before = performance.now();
    const view = await this.#store.heartbeat(this.replica, this.#aliveMs);
    const hasLapsed = before > this.#aliveUntil;
    this.#aliveUntil = before + this.#aliveMs - marginMs;
    if (this.#change || this.#ctx.stopping.aborted) return;
    this.#change = this.#rebalance(view, hasLapsed)
      .catch((error) => this.#ctx.log.warn({ err: error }, 'partitions not rebalanced; retrying at the next heartbeat'))
      .finally(() => {
        this.#change = undefined;
      });
  }

  async #rebalance(view: OwnershipView, hasLapsed: boolean): Promise<void> {
    const current = allPartitions.filter((partition) => view.owners.get(partition) === this.replica);
    const share = Math.ceil(partitionCount / view.liveReplicas.length);
    const [retained, surplus] = [current.slice(0, share), current.slice(share)];
    if (hasLapsed || retained.join() !== this.#owned.join()) await this.#move(retained, surplus);
    const free = freeIn(view);
    const wanted = free.slice(0, share - retained.length);
    // Replicas may compete for a partition; the loser gets none and tries again at the next heartbeat.
    const taken = wanted.length > 0 ? await this.#store.claim(this.replica, wanted) : [];
    if (taken.length > 0)
      await this.#move(
        [...retained, ...taken].toSorted((a, b) => a - b),
        [],
      );
    this.#isFullyAssigned = free.length === taken.length;
  }

  async #move(owned: readonly number[], surplus: readonly number[]): Promise<void> {
    await Promise.all(this.#users.map((user) => user.pause()));
    this.#owned = owned;
    if (surplus.length > 0) {
      await this.#store.release(this.replica, surplus);
      this.#bus.signalReplicas();
    }
    for (const user of this.#users) user.resume();
  }
}

/** Returns the partitions without a live owner. */
function freeIn({ liveReplicas, owners }: OwnershipView): number[] {
  const alive = new Set(liveReplicas);
  return allPartitions.filter((partition) => !alive.has(owners.get(partition) ?? ''));
}
