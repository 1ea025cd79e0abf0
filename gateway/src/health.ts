import type { RequestHandler } from 'express';
import type { Health } from '../api.ts';
import type { Upstream } from './upstream.ts';

const responseTimeoutMs = 500;
const freshMs = 1_000;
/** Shorter, because an unavailable service usually recovers soon. */
const freshWhenDegradedMs = 100;

/**
 * Returns the health of all services. Each service is queried at most once a second, ten times a second while one is
 * down.
 */
export function healthHandler(upstreams: readonly Upstream[]): RequestHandler {
  let pending: Promise<Health> | undefined;
  let staleAt = 0;
  return async (_req, res) => {
    if (!pending || performance.now() >= staleAt) {
      const began = performance.now();
      staleAt = Number.POSITIVE_INFINITY;
      pending = checkServices(upstreams);
      void pending.then(({ status }) => {
        staleAt = began + (status === 'ok' ? freshMs : freshWhenDegradedMs);
      });
    }
    res.set('cache-control', 'no-store').json(await pending);
  };
}

async function checkServices(upstreams: readonly Upstream[]): Promise<Health> {
  const states = await Promise.all(
    upstreams.map(async (upstream) => [upstream.name, await stateOf(upstream)] as const),
  );
  const isHealthy = states.every(([, state]) => state === 'up');
  return { status: isHealthy ? 'ok' : 'degraded', services: Object.fromEntries(states) };
}

/** Any response counts as up, including a refusal, because the request is unauthenticated. */
function stateOf(upstream: Upstream): Promise<'up' | 'down'> {
  return upstream.fetch('/', responseTimeoutMs).then(
    () => 'up',
    () => 'down',
  );
}
