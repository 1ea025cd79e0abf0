import { startBundled } from './bundled.ts';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { findOnPath, onPort, privateFolder, startProgram } from './programs.ts';

/** Starts Redis without persistence: it contains only data that can be recreated (trust.md 25). */
export async function startRedis(options: StoreOptions): Promise<LocalStore> {
  const { dataDir, env, port } = options;
  const command = await findOnPath('redis-server', env);
  if (!command) return startBundled('redis', options);
  const folder = privateFolder(dataDir, 'redis');
  return onPort(port, async (chosen) => {
    const server = await startProgram({
      name: 'redis',
      command,
      args: ['--bind', '127.0.0.1', '--port', String(chosen), '--save', '', '--appendonly', 'no', '--dir', '.'],
      store: options,
      cwd: folder,
      ready: /Ready to accept connections/,
      stopSignals: ['SIGTERM'],
    });
    return { url: `redis://127.0.0.1:${chosen}`, ...server };
  });
}
