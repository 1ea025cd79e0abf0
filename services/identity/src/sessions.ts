import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import type { Session as SessionAnswer } from '../api.ts';
import { sessionDays } from '../limits.ts';
import type { Deps } from './deps.ts';
import { presentSession } from './present.ts';
import type { ResolvedSession, Session } from './store/sessions.ts';
import type { IdentityTx } from './store/store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How exact `lastSeenAt` is: a session in use costs one write in this time. */
const markSeenEveryMs = 5 * 60 * 1000;
const userAgentMax = 200;

/** Opens a session in the transaction of a registration or a login. */
export async function openSession(tx: IdentityTx, ctx: Context, userId: string, userAgent: string): Promise<Session> {
  const now = ctx.clock.now();
  const session = {
    id: ctx.newId(),
    userId,
    userAgent: userAgent.slice(0, userAgentMax),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
  };
  await tx.sessions.add(session);
  return session;
}

/** The sessions among `ids` that have not ended. */
export async function resolveSessions(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  ids: readonly string[],
): Promise<ResolvedSession[]> {
  const now = ctx.clock.now();
  const found = await store.sessions.resolve(ids, now);
  const unmarked = found.filter(({ lastSeenAt }) => now.getTime() - lastSeenAt.getTime() >= markSeenEveryMs);
  if (unmarked.length > 0)
    await store.sessions.markSeen(
      unmarked.map(({ id }) => id),
      now,
    );
  return found;
}

/** The caller's own sessions, the newest first. */
export async function listSessions(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
): Promise<SessionAnswer[]> {
  const sessions = await store.sessions.listOf(actor.id, ctx.clock.now());
  return sessions.map((session) => presentSession(session, actor));
}

/** Ends the session that asks; one that has ended meanwhile stays ended. */
export async function logOut({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<void> {
  await store.transaction((tx) => endSession(tx, actor.id, actor.sessionId));
}

/** Ends one of the caller's own sessions; 404 for any other. */
export async function endOwnSession({ store }: Pick<Deps, 'store'>, actor: Actor, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await endSession(tx, actor.id, id))) throw fail('not_found');
  });
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<void> {
  await store.transaction((tx) => endSessions(tx, actor.id, actor.sessionId));
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(tx: IdentityTx, userId: string, exceptId?: string): Promise<void> {
  const sessionIds = await tx.sessions.endAll(userId, exceptId);
  if (sessionIds.length > 0) tx.emit(SessionRevoked, { userId, sessionIds });
}

async function endSession(tx: IdentityTx, userId: string, id: string): Promise<boolean> {
  const ended = await tx.sessions.end(userId, id);
  if (ended) tx.emit(SessionRevoked, { userId, sessionIds: [id] });
  return ended;
}
