import type { ErrorDetail } from '@tribus/kit/core/errors.ts';

/** The details of an error about the time from which the action is possible again. */
export interface OpeningTime {
  /** At least 1. */
  waitMs: number;
  /** `Retry-After` in seconds, and the detail `opensAt` (ISO 8601). */
  options: { retryAfter: number; details: ErrorDetail[] };
}

/** Describes the time at which something that is refused now is possible again. */
export function openingTime(opensAt: Date, now: Date): OpeningTime {
  const waitMs = Math.max(1, opensAt.getTime() - now.getTime());
  const details = [{ path: 'opensAt', message: opensAt.toISOString() }];
  return { waitMs, options: { retryAfter: Math.ceil(waitMs / 1000), details } };
}
