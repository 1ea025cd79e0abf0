import type { IncomingHttpHeaders } from 'node:http';

const usualMs = 30_000;
/** A stream of events brings a heartbeat every 20 s: two may be late, as on a service that is busy. */
const streamMs = 60_000;
/** Whoever watches a video may stop reading for a while. */
const largeMs = 300_000;
const largeBytes = 1_048_576;

/** Returns the longest pause in an answer, in milliseconds. An answer that does not state its length counts as a short one. */
export function answerIdleMs(headers: IncomingHttpHeaders): number {
  if (headers['content-type']?.startsWith('text/event-stream')) return streamMs;
  return Number(headers['content-length'] ?? 0) >= largeBytes ? largeMs : usualMs;
}
