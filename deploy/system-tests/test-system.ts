import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Env } from '@tribus/kit/core/config.ts';
import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import { testTimeFactor } from '@tribus/kit/testing/service.ts';
import { type System, startSystem, type Topology } from '../one/system.ts';
import { waitUntilIdle } from '../one/wait-until-idle.ts';
import { makeDisposableFolder } from '../stores/disposable-folder.ts';
import type { SupervisorOptions } from '../stores/supervisor.ts';
import { copyDatabases } from './database-copies.ts';
import { HttpClient, Person } from './people.ts';

export interface TestSystemOptions {
  topology: Topology;
  clock?: Clock;
  /** Added to the environment of every system. */
  env?: Env;
  /** Starts stores of its own instead of those that all tests share; they may be killed. */
  ownStores?: boolean;
  supervision?: SupervisorOptions;
}

/** A whole system, in one process or several, accessed only through its API. */
export interface SharedSystem {
  /** A client without a session. */
  visitor: HttpClient;
  /** Registers a person whose name begins with `name`. */
  newcomer(name?: string): Promise<Person>;
  admin(): Promise<Person>;
  /** Resolves when outboxes are empty and consumers have caught up. */
  settled(): Promise<void>;
  /** Stops everything that was started for it. */
  close(): Promise<void>;
}

/** A test's own system, on the stores that all tests share: it may be stopped, queried and inspected. */
export interface TestSystem extends SharedSystem {
  system: System;
  /** Folder of its files and logs. */
  dataDir: string;
  /** Queries the database of a service as the administrator. */
  sql(service: string, query: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns the log lines of internal errors. */
  faults(): Promise<string[]>;
}

const admin = { email: 'admin@tribus.test', password: 'a-password-for-tests' };
const adminSettings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
/** Tests send many requests from one address, and the systems share a busy machine. */
const raisedLimits = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  RATE_LIMIT_REGISTER_PER_MINUTE: '1000000',
  RATE_LIMIT_CONTACT_PER_HOUR: '1000000',
  RATE_LIMIT_POSTS_PER_HOUR: '1000000',
  RATE_LIMIT_COMMENTS_PER_HOUR: '1000000',
  RATE_LIMIT_LOGIN_FAILURES: '10',
  NEW_ACCOUNT_HOURS: '0',
  TIME_LIMITS_FACTOR: String(testTimeFactor),
};

/** Time limits that pass during a test, but not through a pause of the machine. */
export const passingTimeLimits = { TIME_LIMITS_FACTOR: '3' };

export async function startTestSystem({
  topology,
  clock,
  env = {},
  ownStores,
  supervision,
}: TestSystemOptions): Promise<TestSystem> {
  const namespace = `test_${randomBytes(4).toString('hex')}`;
  const dataDir = makeDisposableFolder('tribus-test-');
  const settings = { DATA_DIR: dataDir, CHECK_ANSWERS: 'on', LOG_LEVEL: 'warn', ...adminSettings, ...raisedLimits };
  if (!ownStores) await copyDatabases(serverOf('POSTGRES'), (service) => databaseOf(namespace, service));
  const system = await startSystem({
    topology,
    namespace,
    env: { PATH: process.env.PATH, ...(!ownStores && sharedStores()), ...settings, ...env },
    ...(clock && { clock }),
    ...(topology === 'one' && { definitions: { identity: await identityWithCheapPasswords() } }),
    ...(supervision && { supervision }),
  });
  const sql: TestSystem['sql'] = (service, query, values = []) =>
    asAdministrator(
      system.stores.urls.postgres,
      async (client) => (await client.query<Record<string, unknown>>(query, values)).rows,
      databaseOf(namespace, service),
    );
  return {
    ...peopleOf(at127(system.url), admin),
    settled: () => system.settled(),
    system,
    dataDir,
    sql,
    faults: () => faultsIn(join(dataDir, 'log')),
    async close() {
      await system.stop();
      if (!ownStores) await dropDatabases(namespace);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A hash at the usual cost takes tens of milliseconds of a processor for every registration. */
async function identityWithCheapPasswords() {
  const [{ identityWith }, { leastCost }] = await Promise.all([
    import('@tribus/identity/src/service.ts'),
    import('@tribus/identity/src/passwords.ts'),
  ]);
  return identityWith({ passwordCost: leastCost });
}

/** Creates people at that address; names are unique. */
export function peopleOf(
  url: string,
  admin: { email: string; password: string },
): Pick<SharedSystem, 'visitor' | 'newcomer' | 'admin'> {
  return {
    visitor: new HttpClient(url),
    async newcomer(name = 'vecina') {
      const person = await Person.register(url, `${name}.${randomBytes(4).toString('hex')}@tribus.test`);
      // Completes the welcome, as the sign-in form does.
      await person.post('/auth/me/welcome');
      return person;
    },
    admin: () => Person.logIn(url, admin.email, admin.password),
  };
}

/** Returns a system that a test's set-up started in another process, with the settings of all test systems. */
export function joinTestSystem(url: string, opsUrls: readonly string[]): SharedSystem {
  return { ...peopleOf(at127(url), admin), settled: () => waitUntilIdle(() => opsUrls), close: async () => undefined };
}

/** Node tries the other address of `localhost` first. */
const at127 = (url: string): string => url.replace('//localhost', '//127.0.0.1');

/** Returns the same system with the functions of a test's own; throws for another one. */
export function ownOf(system: SharedSystem): TestSystem {
  const isOwn = (candidate: SharedSystem): candidate is TestSystem => 'system' in candidate;
  if (!isOwn(system)) throw new Error('only available in a system of the test’s own');
  return system;
}

export const serverOf = (store: string): string => {
  const url = process.env[`TEST_${store}_URL`];
  if (!url) throw new Error(`TEST_${store}_URL is not set: tests run through "npm test", which starts the stores`);
  return url;
};

const sharedStores = (): Env =>
  Object.fromEntries(['POSTGRES', 'NATS', 'REDIS', 'MONGODB'].map((store) => [`${store}_URL`, serverOf(store)]));

const databaseOf = (namespace: string, service: string): string =>
  `tribus_${namespace}_${service}`.replaceAll('-', '_');

/** One connection for all, because each is a process of the server. */
const dropDatabases = (namespace: string): Promise<void> =>
  asAdministrator(serverOf('POSTGRES'), async (client) => {
    const prefix = `${databaseOf(namespace, '')}%`;
    const { rows } = await client.query('select datname from pg_database where datname like $1', [prefix]);
    for (const { datname } of rows) {
      await client.query(`drop database ${datname} with (force)`);
      await client.query(`drop role ${datname}`);
    }
  });

const errorLevel = 50;

async function faultsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  const logs = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return logs.flatMap((log) => log.split('\n')).filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= errorLevel);
}
