import { IncomingMessage, type ServerResponse } from 'node:http';

/** Releases an acquired resource. The function returned by `acquireFor` is idempotent. */
export type Release = () => void;

type Exchange = IncomingMessage | ServerResponse;

/**
 * Returns the emitters of `close` for a request or a response. A request answered before its body is complete emits no
 * `close` when its client disconnects, because Node has detached it from its socket by then.
 */
const closeEmittersOf = (exchange: Exchange) =>
  exchange instanceof IncomingMessage ? [exchange, exchange.socket] : [exchange];

const isOver = (exchange: Exchange): boolean =>
  closeEmittersOf(exchange).some(({ destroyed, closed }) => destroyed || closed);

/**
 * Calls `action` when `exchange` is completed or aborted; immediately if it already is, because `close` is not emitted
 * again.
 */
export function whenOver(exchange: Exchange, action: () => void): void {
  if (isOver(exchange)) {
    action();
    return;
  }
  const emitters = closeEmittersOf(exchange);
  const end = () => {
    for (const emitter of emitters) emitter.off('close', end);
    action();
  };
  for (const emitter of emitters) emitter.once('close', end);
}

/** Returns a signal that is aborted when `exchange` is completed or aborted. */
export function signalOf(exchange: Exchange): AbortSignal {
  const over = new AbortController();
  whenOver(exchange, () => over.abort());
  return over.signal;
}

/**
 * Acquires a resource until the end of `exchange` and returns a function that releases it earlier. Returns undefined
 * without acquiring when `exchange` is already over, because the client has disconnected. `acquire` throws to refuse
 * the request.
 */
export function acquireFor(exchange: Exchange, acquire: () => Release): Release | undefined {
  if (isOver(exchange)) return undefined;
  const release = releaseOnce(acquire());
  whenOver(exchange, release);
  return release;
}

function releaseOnce(release: Release): Release {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    release();
  };
}
