import type { Context } from '@tribus/kit/core/context.ts';
import type { ResolvedSession, Sessions } from './store/sessions.ts';

/** Precision of `lastSeenAt`: a session in use costs one write per interval, whichever replica sees it. */
const recordIntervalMs = 5 * 60 * 1000;

/**
 * Records when sessions were last used. Resolving does not wait for it: uses are collected and written in a batch by a
 * loop. Uses lost with a process are recorded at the next one.
 */
export class SessionUses {
  readonly #clock: Context['clock'];
  readonly #sessions: Sessions;
  readonly #used = new Set<string>();

  constructor({ clock }: Pick<Context, 'clock'>, sessions: Sessions) {
    this.#clock = clock;
    this.#sessions = sessions;
  }

  record(sessions: readonly Pick<ResolvedSession, 'id' | 'lastSeenAt'>[]): void {
    const since = this.#since();
    for (const { id, lastSeenAt } of sessions) if (lastSeenAt <= since) this.#used.add(id);
  }

  /** Writes the collected uses; those that failed are retried next time. */
  async write(): Promise<void> {
    const ids = [...this.#used];
    if (ids.length === 0) return;
    this.#used.clear();
    try {
      await this.#sessions.markSeen(ids, this.#clock.now(), this.#since());
    } catch (error) {
      for (const id of ids) this.#used.add(id);
      throw error;
    }
  }

  #since(): Date {
    return new Date(this.#clock.now().getTime() - recordIntervalMs);
  }
}
