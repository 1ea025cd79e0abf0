import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@tribus/kit/config.ts';
import { DemoClock } from './demo-clock.ts';
import { seedDemo } from './seed/seed.ts';
import { type System, startSystem, type Topology } from './system.ts';

export interface DemoAccount {
  email: string;
  password: string;
  role: string;
}

/** The demo's administrator, when the operator names no other. */
export const demoAdmin = { email: 'admin@tribus.test', password: 'tribus-admin' };

const markerOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** The demo's accounts when its story has been told on this data, else undefined. */
export function toldAccounts(dataDir: string): DemoAccount[] | undefined {
  const marker = markerOf(dataDir);
  return existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : undefined;
}

/** A system into which the demo's story was told. */
interface Told {
  teller: System;
  accounts: DemoAccount[];
  /** Lets the time of the system go on from now. */
  letTimePass(): void;
}

/**
 * Starts the system and tells the demo's story into it, act by act through the public API, in the time in which it
 * happened. It is told in one process, whose clock can be moved. `begun` hears of the system at once, so that it can be
 * ended in the middle; the story goes on there at the next start.
 */
export async function tellDemo(env: Env, dataDir: string, begun: (teller: System) => void): Promise<Told> {
  const clock = new DemoClock();
  const admin = { email: env.ADMIN_EMAIL ?? demoAdmin.email, password: env.ADMIN_PASSWORD ?? demoAdmin.password };
  const teller = await startSystem({ topology: 'one', env, clock });
  begun(teller);
  try {
    const { accounts } = await seedDemo({
      url: teller.url,
      clock,
      admin,
      settled: () => teller.settled(),
      journal: join(dataDir, 'demo-story.jsonl'),
    });
    await teller.settled();
    writeFileSync(markerOf(dataDir), JSON.stringify(accounts, null, 2));
    return { teller, accounts, letTimePass: () => clock.follow() };
  } catch (error) {
    await teller.stop();
    throw error;
  }
}

/** Tells the demo and goes on with the system that was asked for; topology `many` is started after the telling. */
export async function startWithDemo(
  topology: Topology,
  env: Env,
  dataDir: string,
  begun: (teller: System) => void,
): Promise<{ system: System; accounts: DemoAccount[] }> {
  const { teller, accounts, letTimePass } = await tellDemo(env, dataDir, begun);
  letTimePass();
  if (topology === 'one') return { system: teller, accounts };
  await teller.stop();
  return { system: await startSystem({ topology, env }), accounts };
}
