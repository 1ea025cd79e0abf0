import type { IncomingHttpHeaders } from 'node:http';

/** Longer than the heartbeat of a stream of events, which comes every 20 s. */
const usualMs = 30_000;
/** Whoever watches a video may stop reading for a while. */
const largeMs = 300_000;
const largeBytes = 1_048_576;

/** Returns the longest pause in an answer, in milliseconds. An answer that does not state its length counts as a short one. */
export function answerIdleMs(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0) >= largeBytes ? largeMs : usualMs;
}
