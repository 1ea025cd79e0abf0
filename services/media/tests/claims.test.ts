import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import type { ClaimUploadsRequest, StoredObject } from '@tribus/proto/media/v1/service.ts';
import { resumableUploadHours, resumableUploadsAtOnce } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { UploadClient } from './upload-client.ts';
import { mp4 } from './videos.ts';

let bench: Bench;
let ana: Actor;
let client: UploadClient;
beforeAll(async () => {
  bench = await openBench();
  await bench.rpc.setCollectionVisibility({ collection: 'tribe:100', visibility: 'public', version: 1 });
});
beforeEach(() => {
  ana = person();
  client = new UploadClient(bench.service, ana);
});
afterAll(() => bench.close());

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

async function uploaded(bytes = 9_000): Promise<string> {
  const video = mp4(bytes);
  const path = await client.create(video.length);
  expect((await client.patch(path, 0, video)).status).toBe(204);
  return path;
}

async function claim(paths: readonly string[], more: Partial<ClaimUploadsRequest> = {}): Promise<StoredObject[]> {
  const { objects } = await bench.rpc.claimUploads({
    ownerId: ana.id,
    uploadIds: paths.map(idOf),
    claimId: 'post 1',
    visibility: 'public',
    collection: 'tribe:100',
    ...more,
  });
  return objects;
}

const refusal = (...input: Parameters<typeof claim>) =>
  claim(...input).then(
    () => 'claimed',
    (error) => error.code,
  );

test('complete uploads are claimed in order, with the visibility of the row that shows them', async () => {
  const paths = [await uploaded(5_000), await uploaded(6_000)].toReversed();
  const objects = await claim(paths);
  expect(objects).toMatchObject([
    { contentType: 'video/mp4', visibility: 'public', kept: false },
    { contentType: 'video/mp4', visibility: 'public', kept: false },
  ]);
  expect(objects.map(({ sizeBytes }) => Math.round(sizeBytes / 1_000))).toEqual([6, 5]);
  const address = bench.urls.publicUrl(objects[0]?.key ?? '');
  const part = await bench.fetch(address, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  const [level] = await claim([await uploaded()], { claimId: 'post 2', visibility: 'signed' });
  expect((await bench.fetch(bench.urls.publicUrl(level?.key ?? ''))).status).toBe(403);
});

test('an upload is claimed once and only by its uploader, when it is complete', async () => {
  const path = await uploaded();
  const partial = await client.create(50_000);
  await client.patch(partial, 0, mp4(9_000));
  for (const [paths, more] of [
    [[path], { ownerId: person().id }],
    [[partial], {}],
    [[path, partial], {}],
    [[path, `/api/uploads/${randomUUID()}`], {}],
  ] as const)
    expect(await refusal(paths, more)).toBe('upload_unusable');
  for (const [paths, more] of [
    [[], {}],
    [['/api/uploads/ninguna'], {}],
    [[path], { claimId: '' }],
    [[path], { visibility: 'none' }],
  ] as const)
    expect(await refusal(paths, more)).toBe('invalid_input');
  const claims = ['a', 'b', 'c', 'd'].map((claimId) => refusal([path], { claimId }));
  expect((await Promise.all(claims)).sort()).toEqual(['claimed', ...Array(3).fill('upload_unusable')]);
});

test('a repeated claim returns the same objects, also after they are kept', async () => {
  const path = await uploaded();
  const [object] = await claim([path]);
  await bench.rpc.keepObjects({ keys: [object?.key ?? ''] });
  expect(await claim([path])).toMatchObject([{ key: object?.key, kept: true }]);
  expect(await refusal([path], { claimId: 'post 2' })).toBe('upload_unusable');
});

test('an upload claimed at the end of its time has another day to be kept', async () => {
  const path = await uploaded();
  bench.clock.advance(resumableUploadHours * hourMs - 10_000);
  const keys = [(await claim([path]))[0]?.key ?? ''];
  bench.clock.advance(20_000);
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect((await claim([path])).map(({ key }) => key)).toEqual(keys);
  expect((await bench.rpc.keepObjects({ keys })).missingKeys).toEqual([]);
});

test('a claimed upload that no row keeps is deleted a day after its claim', async () => {
  const before = await bench.keys();
  await claim([await uploaded()]);
  bench.clock.advance((resumableUploadHours + 1) * hourMs);
  await runScheduled(bench.postgres.db, 'sweepMedia');
  const { rows, files } = await bench.keys();
  expect([...rows, ...files].filter((key) => ![...before.rows, ...before.files].includes(key))).toEqual([]);
});

test('a claimed upload is neither cancelled nor swept with its upload, nor is its poster, and it leaves room', async () => {
  const paths: string[] = [];
  for (let count = 0; count < resumableUploadsAtOnce; count += 1) paths.push(await uploaded(5_000));
  expect((await client.begin('10')).status).toBe(429);
  const [object] = await claim(paths.slice(0, 1));
  expect((await client.begin('10')).status).toBe(201);
  expect((await client.cancel(paths[0] ?? '')).status).toBe(404);
  await bench.rpc.keepObjects({ keys: [object?.key ?? ''] });
  const expiresAt = new Date(bench.clock.now().getTime() - 1);
  await bench.postgres.db.updateTable('resumableUploads').set({ expiresAt }).execute();
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect((await client.head(paths[0] ?? '')).status).toBe(404);
  const { rows, files } = await bench.keys();
  const shown = [object?.key, ...(object?.variants ?? []).map(({ key }) => key)];
  expect(shown).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining(shown));
  expect(files).toEqual(expect.arrayContaining(shown));
});
