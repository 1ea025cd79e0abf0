import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from '../stores/stores.ts';
import type { DurationRow } from './durations.ts';
import { measureEdges } from './edges.ts';
import { measureIdentityParts } from './identity-parts.ts';
import { measureKitParts } from './kit-parts.ts';
import { measureOutages } from './outages.ts';
import { measurePages, type PageRow } from './pages.ts';
import { measureRecovery } from './recovery.ts';
import { measureRemoval } from './removal.ts';

/** What is measured on a system or on parts of its own, for it takes them away; its rows begin with its name. */
export interface ApartScene {
  name: string;
  title: string;
  measure(): Promise<ApartRows>;
}

export interface ApartRows {
  durations?: DurationRow[];
  pages?: PageRow[];
}

export const apartScenes: readonly ApartScene[] = [
  {
    name: 'edge',
    title: 'the gateway before services that are away or hang',
    measure: durationsOf(withStores(measureEdges)),
  },
  { name: 'identity', title: 'parts of identity', measure: durationsOf(withStores(measureIdentityParts)) },
  {
    name: 'kit',
    title: 'parts of the kit before what is away or hangs',
    measure: durationsOf(withStores(measureKitParts)),
  },
  {
    name: 'outage',
    title: 'parts of a system that are away or frozen for a while',
    measure: durationsOf(measureOutages),
  },
  {
    name: 'recovery',
    title: 'parts of a system that are killed, and a full disk',
    measure: durationsOf(measureRecovery),
  },
  {
    name: 'removal',
    title: 'what was deleted or turned private, until it is gone',
    measure: durationsOf(measureRemoval),
  },
  {
    name: 'web',
    title: 'pages of the web app for a first visit on a slow phone',
    measure: async () => ({ pages: await measurePages() }),
  },
];

function durationsOf(measure: () => Promise<DurationRow[]>): () => Promise<ApartRows> {
  return async () => ({ durations: await measure() });
}

/** Parts open their own databases on the servers that are named as for tests. */
function withStores<T>(work: () => Promise<T>): () => Promise<T> {
  return async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tribus-bench-parts-'));
    const stores = await startStores({ dataDir, env: process.env });
    for (const [name, url] of Object.entries(stores.urls)) process.env[`TEST_${name.toUpperCase()}_URL`] = url;
    try {
      return await work();
    } finally {
      await stores.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  };
}
