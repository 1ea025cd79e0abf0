import type { Deps } from './deps.ts';

/**
 * Ends the streams whose session ended, also where the event that says so is late: revocation acts within five seconds
 * on open streams too (trust.md 2). While identity is away nobody can be judged and nobody is cut off.
 */
export async function endRevokedStreams({ identity, streams }: Deps): Promise<void> {
  const personal = streams.filter(({ actor }) => actor.kind === 'user');
  const sessionIds = [...new Set(personal.map(({ actor }) => actor.sessionId))];
  if (sessionIds.length === 0) return;
  const { sessions } = await identity.resolveSessions({ sessionIds });
  const alive = new Map(sessions.map((session) => [session.sessionId, session]));
  for (const stream of personal) {
    const session = alive.get(stream.actor.sessionId);
    if (session?.status !== 'active' || session.role !== stream.actor.role) stream.close();
  }
}
