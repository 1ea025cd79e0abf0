import type { Actor } from '@tribus/kit/core/actor.ts';

/** One open stream of server-sent events. */
export interface Stream {
  readonly actor: Actor;
  /** The vibe it follows; null for a person's own stream. */
  readonly vibeId: string | null;
  readonly tribeId: number | null;
  /** When it last brought something, or was opened; by `performance.now()`. */
  readonly lastSentAt: number;
  /** `id` lets the browser resume after it. */
  send(event: string, data: object, id?: string): void;
  close(): void;
  /** Tells the browser to poll and to come back after this time, and ends. */
  dismiss(retryAfterSec: number): void;
}

export interface WatchedVibe {
  id: string;
  tribeId: number;
}
