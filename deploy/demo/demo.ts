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
  /** Published with the demo; the administrator's is kept nowhere. */
  password?: string;
  role: string;
}

/** The demo's administrator, when the operator names no other. */
export const demoAdmin = { email: 'admin@tribus.test', password: 'tribus-admin' };

/** Whether a value of `SEED` asks for the demo; `short` tells a little of everything in it. */
export const isDemo = (seed: string | undefined): boolean => seed === 'demo' || seed === 'short';

const markerOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** The demo's accounts when its story has been told on this data, else undefined. */
export function demoAccountsIn(dataDir: string): DemoAccount[] | undefined {
  const marker = markerOf(dataDir);
  if (!existsSync(marker)) return undefined;
  const accounts: DemoAccount[] = JSON.parse(readFileSync(marker, 'utf8'));
  // Earlier versions kept the administrator's password.
  if (accounts.some(({ role, password }) => role === 'admin' && password !== undefined))
    saveAccounts(dataDir, accounts);
  return accounts.map(withoutAdminPassword);
}

/** Whole or not at all: a start that is ended in the middle finds either. */
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
  /** The operator's settings; `HOST` and `PORT` are not looked at. */
  env: Env;
  dataDir: string;
  /** Where they run already. */
  stores?: LocalStores;
  /** Hears of the system at once, so that it can be ended in the middle; the story goes on there at the next start. */
  begun(demoSystem: System): void;
}

/**
 * Tells the demo's story, act by act through the public API, in the time in which it happened. That is done by a
 * system of its own in this process, whose clock can be moved. It listens on a free port of the loopback address and
 * is gone afterwards: nobody else ever lives in its time.
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
