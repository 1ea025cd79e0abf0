import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { FindCurrentActor } from '@tribus/kit/http/sender.ts';
import type { IdentityServiceService, Session } from '@tribus/proto/identity/v1/service.ts';

/** Who knows of sessions: identity. */
export type Sessions = Pick<Calls<IdentityServiceService>, 'resolveSessions'>;

/** What an actor may do, as their session has it. */
export const rightsOf = ({
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
 * The caller as they are now, for what is decided long after the gateway let them in: a body may take its time. Throws 401
 * `unauthenticated` when their session has ended or their account is suspended. Who has no session is no person at a
 * browser, whom the gateway alone lets in.
 */
export async function getCurrentActor(identity: Sessions, actor: Actor): Promise<Actor> {
  if (actor.sessionId === '') return actor;
  const { sessions } = await identity.resolveSessions({ sessionIds: [actor.sessionId] });
  const [session] = sessions;
  if (session?.status !== 'active' || session.userId !== actor.id) throw fail('unauthenticated');
  return { ...actor, ...rightsOf(session) };
}

/** The same as a service declares it (`currentActor` in its `service.ts`). */
export const currentActorBy =
  ({ identity }: { identity: Sessions }): FindCurrentActor =>
  (actor) =>
    getCurrentActor(identity, actor);
