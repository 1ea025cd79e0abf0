import type { RequestHandler } from 'express';
import type { Health } from '../api.ts';
import type { UpstreamLink } from './upstream-link.ts';

const answerWithinMs = 500;
const freshMs = 1_000;

/** Which services answer. However many ask, each service is asked once a second at most. */
export function answerHealth(links: readonly UpstreamLink[]): RequestHandler {
  let asked: { at: number; health: Promise<Health> } | undefined;
  return async (_req, res) => {
    if (!asked || performance.now() - asked.at >= freshMs) asked = { at: performance.now(), health: look(links) };
    res.set('cache-control', 'no-store').json(await asked.health);
  };
}

async function look(links: readonly UpstreamLink[]): Promise<Health> {
  const states = await Promise.all(links.map(async (link) => [link.name, await stateOf(link)] as const));
  const isWhole = states.every(([, state]) => state === 'up');
  return { status: isWhole ? 'ok' : 'degraded', services: Object.fromEntries(states) };
}

/** Any answer is a sign of life, a refusal too: the gateway asks for nobody here. */
function stateOf(link: UpstreamLink): Promise<'up' | 'down'> {
  return link.ask('/', answerWithinMs).then(
    () => 'up',
    () => 'down',
  );
}
