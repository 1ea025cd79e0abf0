import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalStores, startStores } from '../stores/stores.ts';

export interface TestStoresHolder {
  tribusTestStores?: LocalStores;
}

/**
 * Starts the stores once for all test files, in a folder of its own, and tells where they are. Tests set themselves
 * apart by databases, subjects and key prefixes.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_POSTGRES_URL) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'tribus-test-'));
  const stores = await startStores({ dataDir, env: process.env });
  Object.assign(globalThis, { tribusTestStores: stores });
  process.env.TEST_DATA_DIR = dataDir;
  process.env.TEST_POSTGRES_URL = stores.urls.postgres;
  process.env.TEST_NATS_URL = stores.urls.nats;
  process.env.TEST_REDIS_URL = stores.urls.redis;
  process.env.TEST_MONGODB_URL = stores.urls.mongodb;
}
