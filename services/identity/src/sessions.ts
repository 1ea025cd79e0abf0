import type { Sessions } from '@tribus/community/current-actor.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import type { ResolveSessionsResponse } from '@tribus/proto/identity/v1/service.ts';
import type { Session as SessionAnswer } from '../api.ts';
import { sessionDays, sessionsMax } from '../limits.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { sessionMessage } from './present.ts';
import { presentSession } from './present-security.ts';
import type { Session } from './store/sessions.ts';
import type { IdentityTx } from './store/store.ts';

const revocationBatch = 1_000;

/** Opens a session in the transaction of a registration or a login; beyond a hundred the oldest end. */
export async function openSession(
  { ctx, networks }: Pick<Deps, 'ctx' | 'networks'>,
  tx: IdentityTx,
  userId: string,
  { userAgent, network }: Pick<ClientInfo, 'userAgent' | 'network'>,
): Promise<Session> {
  const now = ctx.clock.now();
  const session = {
    id: ctx.newId(),
    userId,
    userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
    network: networks.markOf(userId, network),
  };
  await tx.sessions.add(session);
  emitRevoked(tx, userId, await tx.sessions.endAllBut(userId, sessionsMax));
  return session;
}

/** Dependencies of resolving sessions. */
export type SessionDeps = Pick<Deps, 'ctx' | 'store' | 'sessionUses' | 'newAccountHours'>;

/** Returns the active sessions among `sessionIds` and records their use. */
export async function resolveSessions(
  { ctx, store, sessionUses, newAccountHours }: SessionDeps,
  { sessionIds }: { sessionIds: readonly string[] },
): Promise<ResolveSessionsResponse> {
  const found = await store.sessions.resolve(sessionIds, ctx.clock.now());
  sessionUses.record(found);
  return { sessions: found.map((session) => sessionMessage(session, newAccountHours)) };
}

/** Session lookup for `currentActor`, without a network call. */
export const ownSessions = (deps: SessionDeps): Sessions => ({
  resolveSessions: (request) => resolveSessions(deps, request),
});

/** Returns the actor's own sessions, newest first. */
export async function listSessions(
  { ctx, store, networks }: Pick<Deps, 'ctx' | 'store' | 'networks'>,
  actor: Actor,
  network: string,
): Promise<SessionAnswer[]> {
  const sessions = await store.sessions.listOf(actor.id, ctx.clock.now());
  const currentMark = networks.markOf(actor.id, network);
  return sessions.map((session) => presentSession(session, actor, currentMark));
}

/** Ends the current session; no effect when it has already ended. */
export async function logOut({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<void> {
  await store.transaction((tx) => endSession(tx, actor.id, actor.sessionId));
}

/** Ends one of the actor's own sessions; throws 404 for any other. */
export async function endOwnSession({ store }: Pick<Deps, 'store'>, actor: Actor, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await endSession(tx, actor.id, id))) throw fail('not_found');
  });
}

/** Ends all sessions of a user, or all but one. */
export async function endSessions(tx: IdentityTx, userId: string, exceptId?: string): Promise<void> {
  emitRevoked(tx, userId, await tx.sessions.endAll(userId, exceptId));
}

/** In batches, because the size of an event is limited. */
function emitRevoked(tx: IdentityTx, userId: string, ids: readonly string[]): void {
  for (let from = 0; from < ids.length; from += revocationBatch)
    tx.emit(SessionRevoked, { userId, sessionIds: ids.slice(from, from + revocationBatch) });
}

async function endSession(tx: IdentityTx, userId: string, id: string): Promise<boolean> {
  const ended = await tx.sessions.end(userId, id);
  if (ended) tx.emit(SessionRevoked, { userId, sessionIds: [id] });
  return ended;
}
