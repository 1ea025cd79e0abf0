import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { plan } from './services.ts';
import { WorkerThread } from './worker-thread.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribus-thread-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a missing setting fails the start of a thread, with its name', async () => {
  const [identity] = plan;
  if (!identity) throw new Error('nothing is planned');
  const thread = new WorkerThread(
    identity,
    { HOST: '127.0.0.1' },
    { folder, limits: { maxBytes: 1_000_000, files: 1 } },
  );
  await expect(thread.start()).rejects.toThrow(/POSTGRES_URL/);
  expect(thread.running).toBe(false);
  await thread.stop();
});
