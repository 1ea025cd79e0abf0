import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { openBus } from '@tribus/kit/events/bus.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { type Actor, userActor, visitorActor } from '@tribus/kit/runtime/actor.ts';
import { type Clock, systemClock } from '@tribus/kit/runtime/clock.ts';
import { bootService, stubPeer, type TestAnswer, type TestService, testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  SessionRevoked,
  SiteSettingsChanged,
  UserFollowed,
  UserRegistered,
  UserUpdated,
} from '@tribus/proto/identity/v1/events.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import jwt from 'jsonwebtoken';
import { identity } from '../src/service.ts';
import type { IdentityDb } from '../src/store/tables.ts';

export const password = 'una-clave-larga';

const migrations = join(import.meta.dirname, '..', 'migrations');
const emittedTypes = [UserRegistered, UserUpdated, UserFollowed, SessionRevoked, SiteSettingsChanged];

/** A pair for signing sessions, as the operator would give it. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** A user with an open session. */
export interface SignedInUser {
  actor: Actor;
  id: string;
  email: string;
  token: string;
  sessionId: string;
}

/** Identity over real stores, with a stub of tribes and a listener on the bus. */
export interface Bench {
  service: TestService;
  stores: TestStores;
  /** gRPC client of another service. */
  rpc: Calls<IdentityServiceService>;
  register(email?: string): Promise<SignedInUser>;
  /** From an address of its own unless one is named. */
  logIn(email: string, given: string, address?: string, deviceProof?: string): Promise<TestAnswer>;
  /** Suspends an account in the database. */
  suspend(userId: string): Promise<void>;
  /** All events of a type emitted so far. */
  events<P>(type: EventType<P>): Promise<P[]>;
  close(): Promise<void>;
}

let serial = 0;
/** Different at every call: for addresses of mail and of visitors. */
export const unique = (what: string): string => `${what}-${++serial}`;

export async function openBench(env: Record<string, string> = {}, clock: Clock = systemClock): Promise<Bench> {
  const stores = await testStores();
  const tribes = await stubPeer('tribes', TribesServiceService, tribesStub(), clock);
  const peer = testContext('peer', clock);
  const received: { type: string; payload: Uint8Array }[] = [];
  const bus = await openBus(peer, { url: stores.env.NATS_URL });
  bus.listen(
    emittedTypes.map(({ $type }) => $type),
    (type, payload) => received.push({ type, payload }),
  );
  await until(() => bus.connected, 'the bus is connected');
  const service = await bootService(
    identity,
    { ...stores.env, JWT_PRIVATE_KEY: newSigningKey(), TRIBES_GRPC: tribes.address, ...env },
    clock,
  );
  const eventsOf = <P>(type: EventType<P>) =>
    received.filter((event) => event.type === type.$type).map((event) => type.decode(event.payload));

  const register = async (email = `${unique('somebody')}@tribus.test`) =>
    signedInUser(await service.as().post('/auth/register', { email, password }));
  return {
    service,
    stores,
    rpc: connect(peer, IdentityServiceService, 'identity', service.grpcAddress),
    register,
    logIn: (email, given, address = unique('address'), deviceProof = undefined) =>
      service
        .as(visitorActor('es', address))
        .post('/auth/login', { email, password: given }, deviceProof ? { [deviceHeader]: deviceProof } : {}),
    async suspend(userId) {
      const postgres = await openPostgres<IdentityDb>(peer, { url: stores.env.POSTGRES_URL, migrations });
      await postgres.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute();
    },
    async events(type) {
      // Events are delivered in order: when this one is received, all before are.
      const { id } = await register();
      await until(
        () => eventsOf(UserRegistered).some(({ userId }) => userId === id),
        'the event of a new user is received',
      );
      return eventsOf(type);
    },
    async close() {
      await service.stop();
      await peer.close();
      await tribes.stop();
      await stores.drop();
    },
  };
}

/** The user whom the answer of a registration or a login signed in. */
export function signedInUser({ status, body }: TestAnswer): SignedInUser {
  if (status >= 300) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  const { sid } = jwt.decode(body.token, { json: true }) ?? {};
  const actor = userActor(body.user.id, { sessionId: sid, role: body.user.role });
  return { actor, id: body.user.id, email: body.user.email, token: body.token, sessionId: sid };
}

type TribesHandlers = Parameters<typeof stubPeer<TribesServiceService>>[2];
type EnsureMember = TribesHandlers['ensureHomininiMember'];

/** Answers `ensureHomininiMember`, the only call of identity. */
export function tribesStub(ensureHomininiMember: EnsureMember = membership): TribesHandlers {
  const notCalled = async () => {
    throw new Error('not called by identity');
  };
  return {
    getTribes: notCalled,
    getMemberships: notCalled,
    getMembershipsInTribe: notCalled,
    listMemberships: notCalled,
    listMemberIds: notCalled,
    ensureHomininiMember,
  };
}

const membership: EnsureMember = async ({ userId }) => ({
  membership: { tribeId: 38, userId, status: 'active', role: 'member', levelOrder: 1, joinedAt: '' },
});
