import { afterEach, expect, test } from '@jest/globals';
import { MediaServiceService, StoredObject, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { pino } from 'pino';
import { userActor } from '../core/actor.ts';
import { currentRequest, type RequestContext, runInContext } from '../core/request-context.ts';
import { testContext } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { connect } from './client.ts';
import { GrpcServer, type Handlers } from './server.ts';

type Upload = Handlers<MediaServiceService>['upload'];

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A peer that takes uploads as the test says, what it logs, and a client of it. */
async function mediaWith(upload: Upload) {
  const logged: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const unused = async () => ({ objects: [], missingKeys: [] });
  const handlers = {
    upload,
    keepObjects: unused,
    deleteObjects: unused,
    getObjects: unused,
    setObjectVisibility: unused,
    setCollectionVisibility: unused,
    listOwnedObjects: async () => ({ objects: [], nextCursor: '' }),
    readObject: async () => ({ chunk: Buffer.alloc(0), sizeBytes: 0 }),
    storeArchive: async () => ({ key: '', sizeBytes: 0 }),
    deleteArchives: unused,
  };
  const server = new GrpcServer({ ...testContext('media'), log }).serve(MediaServiceService, handlers);
  const address = await server.listen('127.0.0.1', 0);
  const ctx = testContext('caller');
  closing.push(
    () => server.close(),
    () => ctx.close(),
  );
  return { logged, media: connect(ctx, MediaServiceService, 'media', address) };
}

const chunk = (size = 3): UploadRequest => ({ part: { $case: 'chunk', value: Buffer.alloc(size) } });

async function sizeOf(messages: AsyncIterable<UploadRequest>): Promise<number> {
  let size = 0;
  for await (const { part } of messages) if (part?.$case === 'chunk') size += part.value.length;
  return size;
}

const never = () => new Promise<never>(() => undefined);

const uploadScope = (timeoutMs = 300): RequestContext => ({
  requestId: 'r',
  actor: userActor('ana'),
  deadline: Number.POSITIVE_INFINITY,
  timeoutMs,
});

test('no deadline runs while a stream flows, and its answer has its time from the end', async () => {
  const timeoutMs = 5_000;
  let deadline: number | undefined;
  const { media } = await mediaWith(async (messages) => {
    const sizeBytes = await sizeOf(messages);
    deadline = currentRequest()?.deadline;
    return { object: StoredObject.fromPartial({ sizeBytes }) };
  });
  const { media: silent } = await mediaWith(never);
  async function* paused(): AsyncGenerator<UploadRequest> {
    yield chunk();
    // One that began later and has as much time runs out meanwhile.
    const later = runInContext(uploadScope(timeoutMs), () => silent.upload([chunk()]));
    await expect(later).rejects.toMatchObject({ code: 'timeout' });
    yield chunk();
  }
  const { object } = await runInContext(uploadScope(timeoutMs), () => media.upload(paused()));
  expect(object?.sizeBytes).toBe(6);
  expect(Number.isFinite(deadline)).toBe(true);
});

test('a peer that does not answer after the end of a stream is late', async () => {
  const { media } = await mediaWith(async (messages) => {
    await sizeOf(messages);
    return never();
  });
  await expect(runInContext(uploadScope(), () => media.upload([chunk()]))).rejects.toMatchObject({ code: 'timeout' });
});

test('a peer that takes no more of a stream is late', async () => {
  const { media } = await mediaWith(never);
  async function* endless(): AsyncGenerator<UploadRequest> {
    for (;;) yield chunk(256 * 1024);
  }
  await expect(runInContext(uploadScope(), () => media.upload(endless()))).rejects.toMatchObject({ code: 'timeout' });
});

test('a stream that its sender breaks off is whole for nobody, and no error in the log', async () => {
  const times = 20;
  let arrived = Promise.withResolvers<void>();
  let tookAll = 0;
  const { media, logged } = await mediaWith(async (messages) => {
    for await (const _ of messages) arrived.resolve();
    tookAll += 1;
    throw new Error('nothing comes of it');
  });
  async function* broken(): AsyncGenerator<UploadRequest> {
    yield chunk();
    await arrived.promise;
    throw new Error('the sender went away');
  }
  for (let broke = 1; broke <= times; broke++) {
    arrived = Promise.withResolvers();
    await expect(media.upload(broken())).rejects.toThrow('the sender went away');
    await until(() => logged.length === broke, 'it is in the log');
  }
  expect(tookAll).toBe(0);
  expect(logged).toEqual(Array(times).fill(expect.objectContaining({ level: 30, msg: 'rpc cancelled by client' })));
});
