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
import { type ConversionRow, measureConversion } from './video-conversion.ts';

/** Scene that runs on a system or stores of its own because it stops them; its row names begin with its name. */
export interface IsolatedScene {
  name: string;
  title: string;
  measure(): Promise<ApartRows>;
}

export interface ApartRows {
  durations?: DurationRow[];
  pages?: PageRow[];
  conversions?: ConversionRow[];
}

export const isolatedScenes: readonly IsolatedScene[] = [
  {
    name: 'edge',
    title: 'the gateway with services that are unavailable or hang',
    measure: durationsOf(withStores(measureEdges)),
  },
  { name: 'identity', title: 'parts of identity', measure: durationsOf(withStores(measureIdentityParts)) },
  {
    name: 'kit',
    title: 'parts of the kit with dependencies that are unavailable or hang',
    measure: durationsOf(withStores(measureKitParts)),
  },
  {
    name: 'outage',
    title: 'parts of a system stopped or frozen for a while',
    measure: durationsOf(measureOutages),
  },
  {
    name: 'recovery',
    title: 'parts of a system killed, and a full disk',
    measure: durationsOf(measureRecovery),
  },
  {
    name: 'removal',
    title: 'content deleted or turned private, until it has disappeared',
    measure: durationsOf(measureRemoval),
  },
  {
    name: 'video',
    title: 'the conversion of a video, and ffmpeg alone',
    measure: async () => ({ conversions: await withStores(measureConversion)() }),
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

/** Scenes of kit parts open their own databases on the servers configured as for tests. */
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
