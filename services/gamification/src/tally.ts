import { dailyCaps, pointsFor } from '../limits.ts';
import type { ContributionChange } from './contributions.ts';
import type { Bucket, BucketCount, Contribution, CountedContribution } from './store/contributions.ts';
import type { ContributionKind } from './store/tables.ts';

/** Returns the points for `count` contributions of a kind on one day in one tribe. */
export const countWorth = (kind: ContributionKind, count: number): number =>
  pointsFor[kind] * Math.min(dailyCaps[kind], count);

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Existing contributions: the stored rows, updated by one change after another. */
export class Tally {
  readonly #known: Map<string, Omit<CountedContribution, 'contribution'>>;
  readonly #counts: Map<string, number>;
  readonly #changed = new Map<string, CountedContribution & { contribution: Contribution }>();

  /** `known` contains the stored ones of the contributions, `counts` the buckets in which they may count. */
  constructor(known: readonly CountedContribution[], counts: readonly BucketCount[]) {
    this.#known = new Map(known.map(({ contribution, ...rest }) => [nameOf(contribution), rest]));
    this.#counts = new Map(counts.map(({ count, ...bucket }) => [bucketName(bucket), count]));
  }

  /**
   * Returns the points of a change and applies it. A removed like that arrives before its giving cancels it.
   * `ofAgents`: the giver or the receiver is an agent.
   */
  apply({ contribution, isAdded }: ContributionChange, occurredAt: Date, ofAgents: boolean): number {
    const known = this.#known.get(nameOf(contribution));
    if (known && contribution.kind !== 'like') return 0;
    if (ofAgents && (isAdded || !known)) return 0;
    const before = known?.balance ?? 0;
    const balance = before + (isAdded ? 1 : -1);
    const existed = before > 0;
    // A like counts on the day it was given; an existing one keeps its day.
    const day = existed && known ? known.day : dayOf(occurredAt);
    this.#set(contribution, day, balance);
    const exists = balance > 0;
    return existed === exists ? 0 : this.#count({ ...contribution, day }, exists ? 1 : -1);
  }

  /** The changed contributions; one with balance 0 counts as unknown. */
  get changed(): readonly (CountedContribution & { contribution: Contribution })[] {
    return [...this.#changed.values()];
  }

  #set(contribution: Contribution, day: string, balance: number): void {
    const name = nameOf(contribution);
    this.#changed.set(name, { contribution, day, balance });
    if (balance === 0) this.#known.delete(name);
    else this.#known.set(name, { day, balance });
  }

  #count(bucket: Bucket, change: 1 | -1): number {
    const name = bucketName(bucket);
    const before = this.#counts.get(name) ?? 0;
    this.#counts.set(name, before + change);
    return countWorth(bucket.kind, before + change) - countWorth(bucket.kind, before);
  }
}

const nameOf = ({ kind, id }: Pick<Contribution, 'kind' | 'id'>): string => `${kind} ${id}`;
const bucketName = ({ userId, tribeId, kind, day }: Bucket): string => JSON.stringify([userId, tribeId, kind, day]);
