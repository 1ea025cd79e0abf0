import { join } from 'node:path';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { privateFolder, startProgram } from './programs.ts';

export type BundledStore = 'redis' | 'mongodb';

const serverFile = join(import.meta.dirname, 'bundled-server.ts');

/** Starts a store written in JavaScript in its own process, so that it does not block the services. */
export async function startBundled(store: BundledStore, options: StoreOptions): Promise<LocalStore> {
  const { dataDir, port = 0, disposable = false } = options;
  const folder = privateFolder(dataDir, store);
  const server = await startProgram({
    name: store,
    command: process.execPath,
    // A small nursery, because these two processes use most of the memory on a laptop.
    args: ['--max-semi-space-size=8', serverFile, store, String(port), ...(disposable ? ['disposable'] : [])],
    store: options,
    cwd: folder,
    env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    ready: /^ready at (\S+)$/m,
    stopSignals: ['SIGTERM'],
  });
  return { url: server.ready[1] ?? '', ...server };
}
