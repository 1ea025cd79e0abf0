import { startBundled } from './bundled.ts';
import type { LocalStore, StoreOptions } from './local-store.ts';
import { findOnPath, onPort, privateFolder, startProgram } from './programs.ts';

/**
 * Starts MongoDB, or the server of `mongodb/` where it is not installed; their file formats differ, so each has its own
 * folder.
 */
export async function startMongodb(options: StoreOptions): Promise<LocalStore> {
  const { dataDir, env, port } = options;
  const command = await findOnPath('mongod', env);
  if (!command) return startBundled('mongodb', options);
  const folder = privateFolder(dataDir, 'mongod');
  return onPort(port, async (chosen) => {
    const server = await startProgram({
      name: 'mongodb',
      command,
      args: ['--bind_ip', '127.0.0.1', '--port', String(chosen), '--dbpath', '.', '--nounixsocket'],
      store: options,
      cwd: folder,
      ready: /Waiting for connections/,
      stopSignals: ['SIGTERM'],
    });
    return { url: `mongodb://127.0.0.1:${chosen}`, ...server };
  });
}
