import { dailyCaps, pointsFor } from '../limits.ts';
import type { ContributionChange } from './contributions.ts';
import type { Bucket, BucketCount, Contribution, CountedContribution } from './store/contributions.ts';
import type { ContributionKind } from './store/tables.ts';

/** The points for so many contributions of a kind on one day in one tribe. */
export const worthOf = (kind: ContributionKind, count: number): number =>
  pointsFor[kind] * Math.min(dailyCaps[kind], count);

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What exists, as it is stored and as changes make it, one after another. */
export class Tally {
  readonly #known: Map<string, Omit<CountedContribution, 'contribution'>>;
  readonly #counts: Map<string, number>;
  readonly #changed = new Map<string, CountedContribution & { contribution: Contribution }>();

  /** `known` are those of the contributions that are stored, `counts` the buckets in which they may count. */
  constructor(known: readonly CountedContribution[], counts: readonly BucketCount[]) {
    this.#known = new Map(known.map(({ contribution, ...rest }) => [nameOf(contribution), rest]));
    this.#counts = new Map(counts.map(({ count, ...bucket }) => [bucketName(bucket), count]));
  }

  /**
   * Answers the points of a change, and takes it into account. A like that is taken back before its giving arrives
   * counts as none when that does. `ofAgents`: the giver or the receiver is an agent.
   */
  take({ contribution, given }: ContributionChange, occurredAt: Date, ofAgents: boolean): number {
    const known = this.#known.get(nameOf(contribution));
    if (known && contribution.kind !== 'like') return 0;
    if (ofAgents && (given || !known)) return 0;
    const before = known?.balance ?? 0;
    const balance = before + (given ? 1 : -1);
    const existed = before > 0;
    // It counts on the day it was given; one that exists keeps its day.
    const day = existed && known ? known.day : dayOf(occurredAt);
    this.#set(contribution, day, balance);
    const exists = balance > 0;
    return existed === exists ? 0 : this.#count({ ...contribution, day }, exists ? 1 : -1);
  }

  /** The contributions that were changed; a balance of 0 is like an unknown contribution. */
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
    return worthOf(bucket.kind, before + change) - worthOf(bucket.kind, before);
  }
}

const nameOf = ({ kind, id }: Pick<Contribution, 'kind' | 'id'>): string => `${kind} ${id}`;
const bucketName = ({ userId, tribeId, kind, day }: Bucket): string => JSON.stringify([userId, tribeId, kind, day]);
