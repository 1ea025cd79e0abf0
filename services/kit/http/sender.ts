import type { Actor } from '../core/actor.ts';
import { fail } from '../core/errors.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { TimeLimits } from '../core/time-limits.ts';
import type { Route } from './routes.ts';

type StartedRequest = Pick<RequestContext, 'startedAt'>;

/**
 * Returns the current state of `actor` from the service that stores sessions; throws 401 `unauthenticated` when the
 * session has ended, and errors of the call.
 */
export type FindCurrentActor = (actor: Actor) => Promise<Actor>;

/** Returns whether the body of a request took so long that permissions must be checked again; true outside of one. */
export const hasLateBody = ({ promptBodyMs }: TimeLimits, request: StartedRequest | undefined): boolean =>
  performance.now() - (request?.startedAt ?? Number.NEGATIVE_INFINITY) >= promptBodyMs;

/** Throws 401 or 403 unless `actor` may use the route. */
export function assertMayUse({ method, spec }: Route, actor: Actor): void {
  for (const guard of spec.guards) guard(actor);
  if (actor.isSilenced && method !== 'get' && !spec.whileSilenced) throw fail('account_silenced');
}

/**
 * Returns the current actor of a late body; throws as `assertMayUse`, because permissions may have been revoked while
 * it arrived (docs/decisions/0026). Visitors are not checked. Throws 408 `body_too_slow` without `findCurrent`.
 */
export async function findSender(route: Route, actor: Actor, findCurrent?: FindCurrentActor): Promise<Actor> {
  if (actor.sessionId === '') return actor;
  if (!findCurrent) throw fail('body_too_slow');
  const sender = await findCurrent(actor);
  assertMayUse(route, sender);
  return sender;
}
