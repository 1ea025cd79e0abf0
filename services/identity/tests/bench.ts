import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unique } from '@tribus/community/testing/factories.ts';
import { MediaStub } from '@tribus/community/testing/media-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import { type Actor, userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { type Clock, systemClock } from '@tribus/kit/core/clock.ts';
import type { AppError } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { deviceHeader } from '@tribus/kit/http/device-header.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import type { PeerStub, TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import {
  DataExportReady,
  MutesChanged,
  SessionRevoked,
  TagFollowed,
  UserBlocked,
  UserDeleted,
  UserFollowed,
  UserRegistered,
  UserSuspended,
  UserUnblocked,
  UserUpdated,
} from '@tribus/proto/identity/v1/events.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import jwt from 'jsonwebtoken';
import { sql } from 'kysely';
import { leastCost } from '../src/passwords.ts';
import { identityWith } from '../src/service.ts';
import type { IdentityDb } from '../src/store/tables.ts';

export const password = 'una-clave-larga';

const migrations = join(import.meta.dirname, '..', 'migrations');

/** A key for signing sessions, as an operator configures it. */
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

/** Gamification with points set by a test. */
class GamificationStub implements PeerStub<GamificationServiceService> {
  readonly definition = GamificationServiceService;
  readonly points = new Map<string, number>();
  readonly handlers: Partial<Handlers<GamificationServiceService>> = {
    getPoints: async ({ userId }) => ({ total: this.points.get(userId) ?? 0, level: 1, byTribe: [] }),
    exportPersonalData: async ({ userId, area }) => ({ records: [JSON.stringify({ userId, area })], nextCursor: '' }),
  };
}

/** Peers with one record per area for every user; they reject calls while `refusal` is set. */
class PersonalDataStub {
  /** Thrown instead of a response. */
  refusal: AppError | undefined;
  readonly handlers = {
    exportPersonalData: async ({ userId, area }: { userId: string; area: string }) => {
      if (this.refusal) throw this.refusal;
      return { records: [JSON.stringify({ userId, area })], nextCursor: '' };
    },
  };
}

const emitted = [
  UserRegistered,
  UserUpdated,
  UserSuspended,
  UserDeleted,
  UserFollowed,
  TagFollowed,
  SessionRevoked,
  DataExportReady,
  UserBlocked,
  UserUnblocked,
  MutesChanged,
];

const newPeers = (personalData: PersonalDataStub) => ({
  tribes: new TribesStub(),
  media: new MediaStub(),
  gamification: new GamificationStub(),
  content: { definition: ContentServiceService, handlers: personalData.handlers },
  messaging: { definition: MessagingServiceService, handlers: personalData.handlers },
  'vibes-realtime': { definition: VibesServiceService, handlers: personalData.handlers },
});

/** Identity over real stores, with stubs of its peers. */
export async function openBench(
  env: Record<string, string> = {},
  clock: Clock = systemClock,
  passwordCost = leastCost,
) {
  const personalData = new PersonalDataStub();
  const peers = newPeers(personalData);
  const bench = await openServiceBench(identityWith({ passwordCost }), {
    peers,
    events: emitted,
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
    ...peers,
    personalData,
    rpc: bench.rpc(IdentityServiceService),
    register: async (email = `${unique('somebody')}@tribus.test`) =>
      signedInUser(await service.as().post('/auth/register', { email, password })),
    /** From a unique address by default. */
    logIn: (email: string, entered: string, address = unique('address'), deviceProof?: string) =>
      service
        .as(visitorActor('es', address))
        .post('/auth/login', { email, password: entered }, deviceProof ? { [deviceHeader]: deviceProof } : {}),
    openDatabase,
    ...accountsOf(openDatabase),
    ...jobsOf(openDatabase),
  };
}

/** Direct access to accounts in the database. */
const accountsOf = (openDatabase: () => Promise<Postgres<IdentityDb>>) => ({
  /** Suspends an account in the database. */
  async suspend(userId: string): Promise<void> {
    const { db } = await openDatabase();
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute();
  },
  /** Removes the password, as in an account that signs in with Google only. */
  async removePassword(userId: string): Promise<void> {
    const { db } = await openDatabase();
    await db.updateTable('users').set({ passwordHash: null }).where('id', '=', userId).execute();
  },
  /** Returns the stored network marks of a user. */
  async networksOf(userId: string): Promise<(string | null)[]> {
    const { db } = await openDatabase();
    const rows = await db.selectFrom('signIns').select('network').where('userId', '=', userId).execute();
    return rows.map(({ network }) => network).filter((network) => network !== null);
  },
  /** Returns all stored data of a user's second factor, as text. */
  async secondFactorRows(userId: string): Promise<string> {
    const { db } = await openDatabase();
    const tables = ['secondFactors', 'recoveryCodes', 'secondFactorChallenges'] as const;
    const rows = tables.map((table) => db.selectFrom(table).selectAll().where('userId', '=', userId).execute());
    return JSON.stringify(await Promise.all(rows));
  },
  async countOfFailures(userId: string): Promise<number> {
    const { db } = await openDatabase();
    const rows = await db.selectFrom('signIns').select('outcome').where('userId', '=', userId).execute();
    return rows.filter(({ outcome }) => outcome !== 'signed_in').length;
  },
});

/** The statements of the runbook that find the failed jobs and retry those with given ids. */
function statementsOfRunbook(): { find: string; retry: (ids: readonly string[]) => string } {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
  const section = runbook.split(/^## /m).find((text) => text.startsWith('JobsFailed\n')) ?? '';
  const [find = '', retry = ''] = [...section.matchAll(/^psql "\$POSTGRES_URL" -c "(.*)"$/gm)].map(([, sql]) => sql);
  return { find, retry: (ids) => retry.replace('array[42, 43]', `array[${ids.join()}]::bigint[]`) };
}

interface FailedJob {
  id: string;
  taskIdentifier: string;
  lastError: string;
}

/** The jobs in a database. */
const jobsOf = (openDatabase: () => Promise<Postgres<IdentityDb>>) => ({
  /** Resolves when no job is waiting or running, except retries that are due later. */
  async jobsDone(): Promise<void> {
    const { db } = await openDatabase();
    await until(async () => {
      const { rows } = await sql`
        select from graphile_worker._private_jobs where attempts = 0 or locked_at is not null`.execute(db);
      return rows.length === 0;
    }, 'the jobs are done');
  },
  /** Resolves when no job is left, including retries that are due later. */
  async allJobsDone(): Promise<void> {
    await jobsDone((await openDatabase()).db);
  },
  /** Runs a scheduled job and waits for it. */
  async runJob(name: string): Promise<void> {
    await runScheduled((await openDatabase()).db, name);
  },
  /** Makes the next attempt of every job its last one, due now. */
  async jumpToLastAttempt(): Promise<void> {
    const { db } = await openDatabase();
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
      where locked_at is null`.execute(db);
    // Notifies like a new job: otherwise a replica looks for due jobs only at its heartbeat.
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db);
  },
  /** Returns the jobs that failed for good, as the runbook finds them. */
  async failedJobs(): Promise<FailedJob[]> {
    const { db } = await openDatabase();
    return (await sql.raw<FailedJob>(statementsOfRunbook().find).execute(db)).rows;
  },
  /** Retries all jobs that failed for good, as in the runbook. */
  async retryFailedJobs(): Promise<void> {
    const { db } = await openDatabase();
    const failed = await sql.raw<FailedJob>(statementsOfRunbook().find).execute(db);
    await sql.raw(statementsOfRunbook().retry(failed.rows.map(({ id }) => id))).execute(db);
  },
});

/** Returns the user signed in by the response of a registration or a login. */
export function signedInUser({ status, body }: TestResponse): SignedInUser {
  if (status >= 300) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  const { sid } = jwt.decode(body.token, { json: true }) ?? {};
  const actor = userActor(body.user.id, { sessionId: sid, role: body.user.role });
  return { actor, id: body.user.id, email: body.user.email, token: body.token, sessionId: sid };
}
