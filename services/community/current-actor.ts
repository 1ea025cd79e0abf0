import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';

/** Who knows of sessions: identity. */
export type Sessions = Pick<Calls<IdentityServiceService>, 'resolveSessions'>;

/**
 * The caller as they are now, for what is decided long after the gateway let them in: a body may take its time. Throws 401
 * `unauthenticated` when their session has ended or their account is suspended, 403 `account_silenced` when they may only
 * read. Who has no session is no person at a browser, whom the gateway alone lets in.
 */
export async function getCurrentActor(identity: Sessions, actor: Actor): Promise<Actor> {
  if (actor.sessionId === '') return actor;
  const { sessions } = await identity.resolveSessions({ sessionIds: [actor.sessionId] });
  const [session] = sessions;
  if (session?.status !== 'active' || session.userId !== actor.id) throw fail('unauthenticated');
  if (session.isSilenced) throw fail('account_silenced');
  return { ...actor, role: session.role === 'admin' ? 'admin' : 'user' };
}
