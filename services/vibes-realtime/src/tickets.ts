import { createHash, randomBytes } from 'node:crypto';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { ticketSeconds } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';

/** Issues a ticket for opening one stream within a minute; only its hash is stored (trust.md 6). */
export async function issueTicket({ ctx, store }: Deps, actor: Actor): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await store.tickets.add({
    _id: hashOf(ticket),
    userId: actor.id,
    sessionId: actor.sessionId,
    role: actor.role,
    language: actor.language,
    isAgent: actor.isAgent,
    expiresAt: new Date(ctx.clock.now().getTime() + ticketSeconds * 1000),
  });
  return ticket;
}

/**
 * Returns the user who opens a stream: the owner of the ticket, which is consumed, else the signed-in actor. Throws 401
 * `ticket_invalid` for a used, expired or unknown ticket, and when the session that issued it has ended. The role is
 * the user's current one.
 */
export async function resolveStreamActor(
  { ctx, store, identity }: Deps,
  actor: Actor,
  ticket: string | undefined,
): Promise<Actor> {
  if (ticket === undefined) {
    if (actor.kind !== 'user') throw fail('unauthenticated');
    return actor;
  }
  const found = await store.tickets.take(hashOf(ticket));
  if (!found || found.expiresAt <= ctx.clock.now()) throw errors.fail('ticket_invalid');
  const { userId, sessionId, language, isAgent } = found;
  const { sessions } = await identity.resolveSessions({ sessionIds: [sessionId] });
  const session = sessions.find((each) => each.sessionId === sessionId);
  if (session?.status !== 'active') throw errors.fail('ticket_invalid');
  return userActor(userId, { sessionId, role: session.role === 'admin' ? 'admin' : 'user', language, isAgent });
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
