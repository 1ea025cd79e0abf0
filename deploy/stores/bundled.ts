import { join } from 'node:path';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { ownFolder, startProgram } from './programs.ts';

export type BundledStore = 'redis' | 'mongodb';

const serverFile = join(import.meta.dirname, 'bundled-server.ts');

/** Starts a store that is written in JavaScript, as a process of its own: its work must not hold up the services'. */
export async function startBundled(store: BundledStore, options: StoreOptions): Promise<LocalStore> {
  const { dataDir, port = 0, disposable = false } = options;
  const folder = ownFolder(dataDir, store);
  const server = await startProgram({
    name: store,
    command: process.execPath,
    // A small nursery: the memory of these two is what a laptop notices most.
    args: ['--max-semi-space-size=8', serverFile, store, String(port), ...(disposable ? ['disposable'] : [])],
    store: options,
    cwd: folder,
    env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    ready: /^ready at (\S+)$/m,
    stopSignals: ['SIGTERM'],
  });
  return { url: server.ready[1] ?? '', ...server };
}
