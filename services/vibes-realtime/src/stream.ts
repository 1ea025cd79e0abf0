import type { Actor } from '@tribus/kit/core/actor.ts';

/** One open stream of server-sent events. */
export interface Stream {
  readonly actor: Actor;
  /** The watched vibe; null for a personal stream. */
  readonly vibeId: string | null;
  readonly tribeId: number | null;
  /** The time of the last event, or of opening; by `performance.now()`. */
  readonly lastSentAt: number;
  /** `id` lets the browser resume after it. */
  send(event: string, data: object, id?: string): void;
  close(): void;
  /** Sends the browser a retry time, until which it polls, and ends the stream. */
  closeWithRetry(retryAfterSec: number): void;
}

export interface WatchedVibe {
  id: string;
  tribeId: number;
}
