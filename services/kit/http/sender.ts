import type { Actor } from '../core/actor.ts';
import { fail } from '../core/errors.ts';
import type { Route } from './routes.ts';

/**
 * Returns who `actor` is now, by whoever keeps sessions; throws 401 `unauthenticated` when their session has ended, and what
 * a call throws.
 */
export type FindCurrentActor = (actor: Actor) => Promise<Actor>;

/** Throws 401 or 403 unless `actor` may use the route. */
export function assertMayUse({ method, spec }: Route, actor: Actor): void {
  for (const guard of spec.guards) guard(actor);
  if (actor.isSilenced && method !== 'get' && !spec.whileSilenced) throw fail('account_silenced');
}

/**
 * Returns who sends a body that came late, as they are now; throws as `assertMayUse`, because rights may have ended while
 * it arrived (docs/decisions/0026). Visitors have none. Where nobody can be asked, 408 `body_too_slow`.
 */
export async function findSender(route: Route, actor: Actor, findCurrent?: FindCurrentActor): Promise<Actor> {
  if (actor.sessionId === '') return actor;
  if (!findCurrent) throw fail('body_too_slow');
  const sender = await findCurrent(actor);
  assertMayUse(route, sender);
  return sender;
}
