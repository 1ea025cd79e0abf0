import { mkdir, mkdtemp, readdir, rm, stat, unlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { Spool } from './spool.ts';

const maxBytes = 1_000;
let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tribus-spool-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const openSpool = (host: string) => Spool.open(testContext(), parent, maxBytes, host);
const fill = (spool: Spool) => spool.withFile((file) => file.append(Buffer.alloc(maxBytes)));
const folderOf = async (host: string) => {
  const name = (await readdir(parent)).find((folder) => folder.startsWith(host));
  return name && join(parent, name);
};
async function makeOlder(path: string | undefined, ms: number): Promise<void> {
  const time = new Date(Date.now() - ms);
  await utimes(path ?? 'no folder', time, time);
}

test('the bytes of an ended upload no longer count, even when its file cannot be removed', async () => {
  const spool = await openSpool('media-7d9f');
  const result = await spool.withFile(async (file) => {
    await file.append(Buffer.alloc(maxBytes));
    await unlink(file.path);
    await mkdir(file.path);
    return 'stored';
  });
  expect(result).toBe('stored');
  await fill(spool);
});

test('a user fills at most half of the folder, and others still have room', async () => {
  const spool = await openSpool('media-7d9f');
  await spool.withFile(async (first) => {
    await first.append(Buffer.alloc(maxBytes / 2 - 1));
    const second = spool.withFile((file) => file.append(Buffer.alloc(2)), 'ana');
    await expect(second).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 5 });
    await spool.withFile((file) => file.append(Buffer.alloc(maxBytes / 2)), 'beto');
    await spool.withFile((file) => file.append(Buffer.alloc(1)), 'ana');
  }, 'ana');
  await spool.withFile((file) => file.append(Buffer.alloc(maxBytes / 2)), 'ana');
});

test('two containers with the same process id do not remove each other’s unfinished uploads', async () => {
  const spool = await openSpool('media-7d9f');
  await spool.withFile(async (file) => {
    await file.append(Buffer.alloc(10));
    const beforeThisProcess = process.uptime() * 1000 + 60_000;
    await makeOlder(await folderOf('media-7d9f'), beforeThisProcess);
    await openSpool('media-8c2a');
    expect((await stat(file.path)).size).toBe(10);
  });
});

test('the folder of a killed container is removed when it restarts, else by another host an hour later', async () => {
  for (const host of ['media-7d9f', 'media-8c2a']) await openSpool(host);
  await makeOlder(await folderOf('media-7d9f'), process.uptime() * 1000 + 60_000);
  const leftover = await folderOf('media-7d9f');
  await openSpool('media-7d9f');
  expect(await folderOf('media-7d9f')).not.toBe(leftover);

  await makeOlder(await folderOf('media-8c2a'), dayMs);
  await (await openSpool('media-9e1b')).removeLeftovers();
  expect(await folderOf('media-8c2a')).toBeUndefined();
});

test('a removed folder is created again for the next upload', async () => {
  const spool = await openSpool('media-7d9f');
  await rm(parent, { recursive: true });
  await fill(spool);
  expect((await stat((await folderOf('media-7d9f')) ?? '')).mode & 0o777).toBe(0o700);
});
