import { rmSync } from 'node:fs';
import { type Env, Environment } from '@tribus/kit/core/config.ts';
import { makeDisposableFolder } from '../../stores/disposable-folder.ts';
import { startStores } from '../../stores/stores.ts';
import type { TestServers } from './test-servers.ts';

/** Starts local servers, or with TEST_STORES=containers the real ones in Docker. */
export async function startServers(env: Env): Promise<TestServers> {
  const read = new Environment(env);
  const kind = read.oneOf('TEST_STORES', ['local', 'containers'], 'local');
  if (read.problems.length > 0) throw new Error(read.problems.join('\n'));
  if (kind === 'local') return startLocal(env);
  // Loaded on demand, because the Docker client is large.
  const { startContainers } = await import('./containers.ts');
  return startContainers();
}

async function startLocal(env: Env): Promise<TestServers> {
  const dataDir = makeDisposableFolder('tribus-test-');
  const stores = await startStores({ dataDir, env, disposable: true });
  return {
    env: {
      TEST_DATA_DIR: dataDir,
      TEST_POSTGRES_URL: stores.urls.postgres,
      TEST_NATS_URL: stores.urls.nats,
      TEST_REDIS_URL: stores.urls.redis,
      TEST_MONGODB_URL: stores.urls.mongodb,
    },
    async stop() {
      await stores.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
