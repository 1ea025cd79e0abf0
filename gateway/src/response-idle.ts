import type { IncomingHttpHeaders } from 'node:http';

const usualMs = 30_000;
/** Event streams send a heartbeat every 20 s; two may be late on a busy service. */
const streamMs = 60_000;
/** A video player may stop reading for a while. */
const largeMs = 300_000;
const largeBytes = 1_048_576;

/** Returns the idle timeout of a response in milliseconds. A response without a content length counts as short. */
export function responseIdleMs(headers: IncomingHttpHeaders): number {
  if (headers['content-type']?.startsWith('text/event-stream')) return streamMs;
  return Number(headers['content-length'] ?? 0) >= largeBytes ? largeMs : usualMs;
}
