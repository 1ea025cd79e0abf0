import type { Deps } from './deps.ts';

/**
 * Closes the streams whose session has ended or whose user's role has changed, also when the event is late: a
 * revocation must reach open streams within five seconds (trust.md 2). Closes none while identity is unavailable.
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
