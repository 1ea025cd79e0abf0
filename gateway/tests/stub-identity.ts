import { randomBytes } from 'node:crypto';
import { stubPeer } from '@tribus/kit/testing/service.ts';
import { type GetSiteResponse, IdentityServiceService, type Session } from '@tribus/proto/identity/v1/service.ts';

/** Identity's side of the contract, over sessions and settings that a test changes. */
export class StubIdentity {
  readonly sessions = new Map<string, Session>();
  /** The session ids of each call. */
  readonly asked: string[][] = [];
  site: GetSiteResponse = { maintenanceEnabled: false, maintenanceMessage: '', disableSignup: false };
  address = '';
  #stop: () => Promise<void> = async () => undefined;

  static async start(): Promise<StubIdentity> {
    const stub = new StubIdentity();
    const unused = async (): Promise<never> => {
      throw new Error('the gateway asks identity for sessions and settings only');
    };
    const peer = await stubPeer('identity', IdentityServiceService, {
      resolveSessions: async ({ sessionIds }) => {
        stub.asked.push(sessionIds);
        return { sessions: sessionIds.flatMap((id) => stub.sessions.get(id) ?? []) };
      },
      getSite: async () => stub.site,
      getUsers: unused,
      listFollowers: unused,
      setAgent: unused,
    });
    stub.address = peer.address;
    stub.#stop = peer.stop;
    return stub;
  }

  open(userId: string, more: Partial<Session> = {}): Session {
    const session: Session = {
      sessionId: `s-${randomBytes(8).toString('hex')}`,
      userId,
      role: 'user',
      status: 'active',
      language: 'none',
      termsAccepted: true,
      isAgent: false,
      expiresAt: '2999-01-01T00:00:00.000Z',
      ...more,
    };
    this.sessions.set(session.sessionId, session);
    return session;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
