import { createHash, randomBytes } from 'node:crypto';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ticketSeconds } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';

/** Gives the right to open one stream: only its hash is kept, and it lives a minute (trust.md 6). */
export async function issueTicket({ ctx, tickets }: Deps, actor: Actor): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await tickets.add({
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
 * Who opens a stream: the bearer of a ticket, which is spent by it, else the caller. A ticket is worth nothing once the
 * session that asked for it has ended; the role is the one that identity knows now. 401 `ticket_invalid`.
 */
export async function streamActor(deps: Deps, actor: Actor, ticket: string | undefined): Promise<Actor> {
  if (ticket === undefined) {
    if (actor.kind !== 'user') throw fail('unauthenticated');
    return actor;
  }
  const taken = await deps.tickets.take(hashOf(ticket));
  if (!taken || taken.expiresAt <= deps.ctx.clock.now()) throw errors.fail('ticket_invalid');
  const { userId, sessionId, language, isAgent } = taken;
  const { sessions } = await deps.identity.resolveSessions({ sessionIds: [sessionId] });
  const session = sessions.find((each) => each.sessionId === sessionId);
  if (session?.status !== 'active') throw errors.fail('ticket_invalid');
  return userActor(userId, { sessionId, role: session.role === 'admin' ? 'admin' : 'user', language, isAgent });
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
