import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@tribus/kit/core/config.ts';
import { type System, startSystem } from '../one/system.ts';
import type { LocalStores } from '../stores/stores.ts';
import { DemoClock } from './demo-clock.ts';
import { seedDemo } from './seed.ts';
import { shorten } from './short-story.ts';
import { stories } from './stories.ts';

export interface DemoAccount {
  email: string;
  /** Published with the demo; the administrator's is not stored. */
  password?: string;
  role: string;
}

/** The demo's administrator unless the operator names another. */
export const demoAdmin = { email: 'admin@tribus.test', password: 'tribus-admin' };

/** Whether a value of `SEED` selects the demo; `short` has a little of everything. */
export const isDemo = (seed: string | undefined): boolean => seed === 'demo' || seed === 'short';

const markerOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** Returns the demo's accounts when it was loaded on this data, else undefined. */
export function demoAccountsIn(dataDir: string): DemoAccount[] | undefined {
  const marker = markerOf(dataDir);
  if (!existsSync(marker)) return undefined;
  const accounts: DemoAccount[] = JSON.parse(readFileSync(marker, 'utf8'));
  // Earlier versions stored the administrator's password.
  if (accounts.some(({ role, password }) => role === 'admin' && password !== undefined))
    saveAccounts(dataDir, accounts);
  return accounts.map(withoutAdminPassword);
}

/** Written atomically, so that an aborted start leaves no partial file. */
function saveAccounts(dataDir: string, accounts: readonly DemoAccount[]): void {
  const marker = markerOf(dataDir);
  const draft = `${marker}.new`;
  writeFileSync(draft, JSON.stringify(accounts.map(withoutAdminPassword), null, 2), { mode: 0o600, flush: true });
  renameSync(draft, marker);
}

function withoutAdminPassword({ email, password, role }: DemoAccount): DemoAccount {
  return role === 'admin' || password === undefined ? { email, role } : { email, password, role };
}

export interface DemoRun {
  /** The operator's settings; `HOST` and `PORT` are ignored. */
  env: Env;
  dataDir: string;
  /** Stores that are already running; absent: the demo starts its own. */
  stores?: LocalStores;
  /** Receives the system at once, so that it can be stopped during the seeding; the next start continues it. */
  begun(demoSystem: System): void;
}

/**
 * Loads the demo act by act through the public API, each at its own time. A separate system in this process, whose
 * clock can be set, runs it. It listens on a free loopback port and is stopped afterwards, so that no user ever gets
 * its time.
 */
export async function loadDemo({ env, dataDir, stores, begun }: DemoRun): Promise<DemoAccount[]> {
  const clock = new DemoClock();
  const admin = { email: env.ADMIN_EMAIL || demoAdmin.email, password: env.ADMIN_PASSWORD || demoAdmin.password };
  const { HOST: _host, PORT: _port, ...settings } = env;
  const demoSystem = await startSystem({ topology: 'one', env: settings, clock, ...(stores && { stores }) });
  begun(demoSystem);
  try {
    const { accounts } = await seedDemo({
      url: demoSystem.localUrl,
      clock,
      admin,
      stories: env.SEED === 'short' ? stories.map(shorten) : stories,
      settled: () => demoSystem.settled(),
      progressLog: join(dataDir, 'demo-story.jsonl'),
    });
    await demoSystem.settled();
    saveAccounts(dataDir, accounts);
    return accounts;
  } finally {
    await demoSystem.stop();
  }
}
