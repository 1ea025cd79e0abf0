import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { unique } from '@tribus/community/testing/factories.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { type Actor, userActor, visitorActor } from '@tribus/kit/runtime/actor.ts';
import { type Clock, systemClock } from '@tribus/kit/runtime/clock.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import type { TestAnswer } from '@tribus/kit/testing/service.ts';
import {
  SessionRevoked,
  SiteSettingsChanged,
  UserFollowed,
  UserRegistered,
  UserUpdated,
} from '@tribus/proto/identity/v1/events.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import jwt from 'jsonwebtoken';
import { sql } from 'kysely';
import { identity } from '../src/service.ts';
import type { IdentityDb } from '../src/store/tables.ts';

export const password = 'una-clave-larga';

const migrations = join(import.meta.dirname, '..', 'migrations');

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

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Identity over real stores, with a stub of tribes. */
export async function openBench(env: Record<string, string> = {}, clock: Clock = systemClock) {
  const bench = await openServiceBench(identity, {
    peers: { tribes: new TribesStub() },
    events: [UserRegistered, UserUpdated, UserFollowed, SessionRevoked, SiteSettingsChanged],
    env: { JWT_PRIVATE_KEY: newSigningKey(), ...env },
    clock,
  });
  const { service, stores, peer } = bench;
  let database: Promise<Postgres<IdentityDb>> | undefined;
  const openDatabase = () => {
    database ??= openPostgres<IdentityDb>(peer, { url: stores.env.POSTGRES_URL, migrations });
    return database;
  };
  return {
    ...bench,
    rpc: bench.rpc(IdentityServiceService),
    register: async (email = `${unique('somebody')}@tribus.test`) =>
      signedInUser(await service.as().post('/auth/register', { email, password })),
    /** From an address of its own unless one is named. */
    logIn: (email: string, given: string, address = unique('address'), deviceProof?: string) =>
      service
        .as(visitorActor('es', address))
        .post('/auth/login', { email, password: given }, deviceProof ? { [deviceHeader]: deviceProof } : {}),
    /** Suspends an account in the database. */
    async suspend(userId: string): Promise<void> {
      const { db } = await openDatabase();
      await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute();
    },
    /** The next attempt of every job is its last one, and is due. */
    async jumpToLastAttempt(): Promise<void> {
      const { db } = await openDatabase();
      await sql`
        update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
        where locked_at is null`.execute(db);
    },
    /** As the runbook says for jobs that failed for good: has all of them tried anew. */
    async retryFailedJobs(): Promise<void> {
      const { db } = await openDatabase();
      await sql`
        select from graphile_worker.reschedule_jobs(array(
          select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
        ), run_at => now(), attempts => 0)`.execute(db);
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
