import type { AppError } from '@tribus/kit/core/errors.ts';

/** The pending items that a stub counts, as content and tribes count them: each user's without their own. */
export class WaitingItems {
  /** By tribe, 0 for the site: the author of each item, empty for someone else. */
  readonly authors = new Map<number, readonly string[]>();
  /** The time of the count; the present time when undefined. */
  countedAt: Date | undefined;
  /** Thrown by every call when set. */
  error: AppError | undefined;
  /** The number of calls. */
  calls = 0;

  async countFor({ tribeId, userIds }: { tribeId: number; userIds: string[] }) {
    this.calls++;
    if (this.error) throw this.error;
    const authorIds = this.authors.get(tribeId) ?? [];
    return {
      counts: userIds.map((userId) => ({ userId, waiting: authorIds.filter((id) => id !== userId).length })),
      countedAt: (this.countedAt ?? new Date()).toISOString(),
    };
  }

  reset(): void {
    this.authors.clear();
    this.countedAt = undefined;
    this.error = undefined;
  }
}
