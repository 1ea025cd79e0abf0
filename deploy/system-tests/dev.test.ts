import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { makeDisposableFolder } from '../stores/disposable-folder.ts';
import { freePorts } from '../stores/ports.ts';
import { testWithOwnSystem as test } from './targets.ts';

const root = join(import.meta.dirname, '..', '..');

test('npm run dev serves the web app’s sources and the API at the address it prints', async () => {
  const dataDir = makeDisposableFolder('tribus-dev-');
  const [webPort, apiPort] = await freePorts(2);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = { DATA_DIR: dataDir, SEED: 'none', PORT: String(webPort), API_PORT: String(apiPort) };
  const dev = spawn(process.execPath, ['--no-warnings', 'deploy/tools/dev.ts'], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  });
  const ended = once(dev, 'exit');
  let output = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  try {
    const printed = () => /Tribus is at (\S+)/.exec(output)?.[1];
    await until(async () => printed() !== undefined, 'an address is printed', 120_000);
    const page = await fetch(`${printed()}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/src/main.tsx')]);
    // A service that responds late is reported as unhealthy.
    const isHealthy = async () => {
      const health = await fetch(`${printed()}/api/health`);
      const { status } = (await health.json()) as { status?: string };
      return health.status === 200 && status === 'ok';
    };
    await until(isHealthy, 'every part is healthy');
  } finally {
    dev.kill('SIGINT');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
