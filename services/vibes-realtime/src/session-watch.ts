import type { Deps } from './deps.ts';

/**
 * Closes the streams whose session has ended or whose user has another role, also when the event is late: a revocation
 * reaches open streams within five seconds (trust.md 2). While identity does not answer none is closed.
 */
export async function endRevokedStreams({ identity, streams }: Deps): Promise<void> {
  const signedIn = streams.filter(({ actor }) => actor.kind === 'user');
  const sessionIds = [...new Set(signedIn.map(({ actor }) => actor.sessionId))];
  if (sessionIds.length === 0) return;
  const { sessions } = await identity.resolveSessions({ sessionIds });
  const alive = new Map(sessions.map((session) => [session.sessionId, session]));
  for (const stream of signedIn) {
    const session = alive.get(stream.actor.sessionId);
    if (session?.status !== 'active' || session.role !== stream.actor.role) stream.close();
  }
}
