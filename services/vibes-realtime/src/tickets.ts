import { createHash, randomBytes } from 'node:crypto';
import { type Actor, userActor } from '@tribus/kit/actor.ts';
import { fail } from '@tribus/kit/errors.ts';
import { ticketSeconds } from '../limits.ts';
import { errors } from './errors.ts';
import type { Parts } from './parts.ts';

/** Gives the right to open one stream: only its hash is kept, and it lives a minute (trust.md 6). */
export async function issueTicket({ ctx, tickets }: Parts, actor: Actor): Promise<string> {
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

/** Who opens a stream: the bearer of a ticket, which is spent by it, else the caller. */
export async function streamActor({ ctx, tickets }: Parts, actor: Actor, ticket: string | undefined): Promise<Actor> {
  if (ticket === undefined) {
    if (actor.kind !== 'user') throw fail('unauthenticated');
    return actor;
  }
  const taken = await tickets.take(hashOf(ticket));
  if (!taken || taken.expiresAt <= ctx.clock.now()) throw errors.fail('ticket_invalid');
  const { userId, sessionId, role, language, isAgent } = taken;
  return userActor(userId, { sessionId, role, language, isAgent });
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
