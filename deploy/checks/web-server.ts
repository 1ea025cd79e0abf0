import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFreePorts } from '../stores/ports.ts';
import { findOnPath, startProgram } from '../stores/programs.ts';

export const caddyfile = join(import.meta.dirname, '../docker/web/Caddyfile');

/** Path of Caddy on this machine, if installed. */
export const caddy = await findOnPath('caddy', process.env, ['version']);

export interface WebServer {
  url: string;
  opsUrl: string;
  /** Returns all it has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Caddy with the image's configuration; the environment sets its addresses. */
export async function startWebServer(env: Record<string, string>): Promise<WebServer> {
  if (!caddy) throw new Error('no Caddy on PATH');
  const folder = await mkdtemp(join(tmpdir(), 'tribus-caddy-'));
  return onFreePorts(2, async ([http, ops]) => {
    const program = await startProgram({
      name: 'caddy',
      command: caddy,
      args: ['run', '--config', caddyfile],
      store: { dataDir: folder, env: process.env },
      cwd: folder,
      env: { ...env, HOST: '127.0.0.1', HTTP_PORT: String(http), OPS_PORT: String(ops) },
      ready: /serving initial configuration/,
      stopSignals: ['SIGTERM'],
    });
    return {
      url: `http://127.0.0.1:${http}`,
      opsUrl: `http://127.0.0.1:${ops}`,
      log: () => readFile(join(folder, 'log', 'caddy.log'), 'utf8'),
      async stop() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  });
}
