import type { Context } from '@tribus/kit/core/context.ts';
import type { ResolvedSession, Sessions } from './store/sessions.ts';

/** How exact `lastSeenAt` is: a session in use costs one write in this time, whichever copies see it. */
const noteEveryMs = 5 * 60 * 1000;

/**
 * When sessions were last used. Who resolves them does not wait for that: it is gathered, and written for all at once by a
 * loop. What a process that dies had gathered is noted at the next use.
 */
export class SessionUses {
  readonly #clock: Context['clock'];
  readonly #sessions: Sessions;
  readonly #used = new Set<string>();

  constructor({ clock }: Pick<Context, 'clock'>, sessions: Sessions) {
    this.#clock = clock;
    this.#sessions = sessions;
  }

  note(sessions: readonly Pick<ResolvedSession, 'id' | 'lastSeenAt'>[]): void {
    const since = this.#since();
    for (const { id, lastSeenAt } of sessions) if (lastSeenAt <= since) this.#used.add(id);
  }

  /** Those that could not be written stay for the next time. */
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
    return new Date(this.#clock.now().getTime() - noteEveryMs);
  }
}
