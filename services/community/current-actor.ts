import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { FindCurrentActor } from '@tribus/kit/http/sender.ts';
import type { IdentityServiceService, Session } from '@tribus/proto/identity/v1/service.ts';

/** Session lookup, provided by identity. */
export type Sessions = Pick<Calls<IdentityServiceService>, 'resolveSessions'>;

/** The rights of an actor, from their session. */
export const toRights = ({
  role,
  isAgent,
  isSilenced,
  limitedUntil,
}: Session): Pick<Actor, 'role' | 'isAgent' | 'isSilenced' | 'limitedUntil'> => ({
  role: role === 'admin' ? 'admin' : 'user',
  isAgent,
  isSilenced,
  limitedUntil: limitedUntil === '' ? 0 : Date.parse(limitedUntil),
});

/**
 * Returns the actor with their current rights, for decisions made long after the gateway authenticated the request,
 * because a body may arrive slowly. Throws 401 `unauthenticated` when the session has ended or the account is
 * suspended. Actors without a session (visitors, services) are returned unchanged.
 */
export async function getCurrentActor(identity: Sessions, actor: Actor): Promise<Actor> {
  if (actor.sessionId === '') return actor;
  const { sessions } = await identity.resolveSessions({ sessionIds: [actor.sessionId] });
  const [session] = sessions;
  if (session?.status !== 'active' || session.userId !== actor.id) throw fail('unauthenticated');
  return { ...actor, ...toRights(session) };
}

/** Returns `getCurrentActor` as the `currentActor` option of a `service.ts`. */
export const currentActorBy =
  ({ identity }: { identity: Sessions }): FindCurrentActor =>
  (actor) =>
    getCurrentActor(identity, actor);
