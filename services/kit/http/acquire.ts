import type { IncomingMessage, ServerResponse } from 'node:http';

/** Releases what was acquired. What `acquireFor` returns does so once, however often it is called. */
export type Release = () => void;

/** A request or a response; each emits `close` once, when it is over. */
type Exchange = IncomingMessage | ServerResponse;

const isOver = ({ destroyed, closed }: Exchange): boolean => destroyed || closed;

/**
 * Calls `action` when `exchange` is over: complete, or broken off. Calls it at once if that has happened already, since
 * `close` is not emitted again.
 */
export function whenOver(exchange: Exchange, action: () => void): void {
  if (isOver(exchange)) action();
  else exchange.once('close', action);
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
