import type { RequestHandler } from 'express';
import type { Health } from '../api.ts';
import type { Upstream } from './upstream.ts';

const answerWithinMs = 500;
const freshMs = 1_000;
/** What is away is soon back. */
const freshWhenDegradedMs = 100;

/** Which services answer. However many ask, each service is asked once a second at most, ten times while one is away. */
export function answerHealth(upstreams: readonly Upstream[]): RequestHandler {
  let asked: Promise<Health> | undefined;
  let staleAt = 0;
  return async (_req, res) => {
    if (!asked || performance.now() >= staleAt) {
      const began = performance.now();
      staleAt = Number.POSITIVE_INFINITY;
      asked = look(upstreams);
      void asked.then(({ status }) => {
        staleAt = began + (status === 'ok' ? freshMs : freshWhenDegradedMs);
      });
    }
    res.set('cache-control', 'no-store').json(await asked);
  };
}

async function look(upstreams: readonly Upstream[]): Promise<Health> {
  const states = await Promise.all(
    upstreams.map(async (upstream) => [upstream.name, await stateOf(upstream)] as const),
  );
  const isWhole = states.every(([, state]) => state === 'up');
  return { status: isWhole ? 'ok' : 'degraded', services: Object.fromEntries(states) };
}

/** Any answer is a sign of life, a refusal too: the gateway asks for nobody here. */
function stateOf(upstream: Upstream): Promise<'up' | 'down'> {
  return upstream.ask('/', answerWithinMs).then(
    () => 'up',
    () => 'down',
  );
}
