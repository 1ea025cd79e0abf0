import { IncomingMessage, type ServerResponse } from 'node:http';

/** Releases what was acquired. What `acquireFor` returns does so once, however often it is called. */
export type Release = () => void;

type Exchange = IncomingMessage | ServerResponse;

/**
 * What emits `close` when a request or a response is over. A request that was answered before its body was complete
 * emits nothing more when its client leaves: Node has detached it from its connection by then.
 */
const endsWith = (exchange: Exchange) =>
  exchange instanceof IncomingMessage ? [exchange, exchange.socket] : [exchange];

const isOver = (exchange: Exchange): boolean => endsWith(exchange).some(({ destroyed, closed }) => destroyed || closed);

/**
 * Calls `action` when `exchange` is over: complete, or broken off. Calls it at once if that has happened already, since
 * `close` is not emitted again.
 */
export function whenOver(exchange: Exchange, action: () => void): void {
  if (isOver(exchange)) {
    action();
    return;
  }
  const emitters = endsWith(exchange);
  const end = () => {
    for (const emitter of emitters) emitter.off('close', end);
    action();
  };
  for (const emitter of emitters) emitter.once('close', end);
}

/**
 * Acquires something for as long as `exchange` lasts, and returns how to release it before. Returns undefined, and
 * acquires nothing, when `exchange` is over already: the client left during an earlier step, and nobody waits for an
 * answer. `acquire` throws what refuses the request.
 */
export function acquireFor(exchange: Exchange, acquire: () => Release): Release | undefined {
  if (isOver(exchange)) return undefined;
  const release = onlyOnce(acquire());
  whenOver(exchange, release);
  return release;
}

function onlyOnce(release: Release): Release {
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    release();
  };
}
