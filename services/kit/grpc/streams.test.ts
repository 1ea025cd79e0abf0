import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterEach, expect, jest, test } from '@jest/globals';
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

/** Starts a peer with the given upload handler and factor of its time limits; returns its log and a client. */
async function mediaWith(upload: Upload, factor = testContext('media').timeLimits.factor) {
  const logged: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const unused = async () => ({ objects: [], missingKeys: [] });
  const handlers = {
    upload,
    claimUploads: unused,
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
  const peer = testContext('media');
  const timeLimits = { ...peer.timeLimits, factor };
  const server = new GrpcServer({ ...peer, log, timeLimits }).serve(MediaServiceService, handlers);
  const address = await server.listen('127.0.0.1', 0);
  const ctx = testContext('caller');
  closing.push(
    () => server.close(),
    () => ctx.close(),
  );
  return { logged, address, media: connect(ctx, MediaServiceService, 'media', address) };
}

const chunk = (size = 3): UploadRequest => ({ part: { $case: 'chunk', value: Buffer.alloc(size) } });

async function sizeOf(messages: AsyncIterable<UploadRequest>): Promise<number> {
  let size = 0;
  for await (const { part } of messages) if (part?.$case === 'chunk') size += part.value.length;
  return size;
}

const never = () => new Promise<never>(() => undefined);

const uploadContext = (timeoutMs = 300): RequestContext => ({
  requestId: 'r',
  actor: userActor('ana'),
  deadline: Number.POSITIVE_INFINITY,
  timeoutMs,
});

test('a stream has no deadline, and the time limit of its response starts at its end', async () => {
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
    // A stream that started later with the same time limit times out before this one ends.
    const later = runInContext(uploadContext(timeoutMs), () => silent.upload([chunk()]));
    await expect(later).rejects.toMatchObject({ code: 'timeout' });
    yield chunk();
  }
  const { object } = await runInContext(uploadContext(timeoutMs), () => media.upload(paused()));
  expect(object?.sizeBytes).toBe(6);
  expect(Number.isFinite(deadline)).toBe(true);
});

test('the time limits of a stream are multiplied by the factor of the process', async () => {
  let deadline: number | undefined;
  const respond: Upload = async (messages) => {
    const sizeBytes = await sizeOf(messages);
    deadline = currentRequest()?.deadline;
    return { object: StoredObject.fromPartial({ sizeBytes }) };
  };
  const { media: patient } = await mediaWith(respond, 100);
  const now = new Date('2030-01-01').getTime();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  await patient.upload([chunk()]).finally(() => clock.mockRestore());
  expect(deadline).toBe(now + 100 * 30_000);

  const { media: hurried } = await mediaWith(respond, 0.001);
  const refused = Promise.withResolvers<void>();
  async function* paused(): AsyncGenerator<UploadRequest> {
    yield chunk();
    await refused.promise;
  }
  const upload = runInContext(uploadContext(60_000), () => hurried.upload(paused()));
  await expect(upload).rejects.toMatchObject({ code: 'body_too_slow' });
  refused.resolve();
});

test('a stream times out when the peer does not respond after its end', async () => {
  const { media } = await mediaWith(async (messages) => {
    await sizeOf(messages);
    return never();
  });
  await expect(runInContext(uploadContext(), () => media.upload([chunk()]))).rejects.toMatchObject({ code: 'timeout' });
});

test('a stream times out when the peer stops accepting messages', async () => {
  const { media } = await mediaWith(never);
  async function* endless(): AsyncGenerator<UploadRequest> {
    for (;;) yield chunk(256 * 1024);
  }
  await expect(runInContext(uploadContext(), () => media.upload(endless()))).rejects.toMatchObject({ code: 'timeout' });
});

test('a stream aborted by its sender is not processed as complete, nor logged as an error', async () => {
  const times = 20;
  let arrived = Promise.withResolvers<void>();
  let completed = 0;
  const { media, logged } = await mediaWith(async (messages) => {
    for await (const _ of messages) arrived.resolve();
    completed += 1;
    throw new Error('the stream must not complete');
  });
  async function* broken(): AsyncGenerator<UploadRequest> {
    yield chunk();
    yield chunk();
    await arrived.promise;
    throw new Error('aborted by the sender');
  }
  for (let aborted = 1; aborted <= times; aborted++) {
    arrived = Promise.withResolvers();
    await expect(media.upload(broken())).rejects.toThrow('aborted by the sender');
    await until(() => logged.length === aborted, 'it is in the log');
  }
  expect(completed).toBe(0);
  expect(logged).toEqual(Array(times).fill(expect.objectContaining({ level: 30, msg: 'rpc cancelled by client' })));
});

test('the signal of a call is aborted when its sender cancels it, also after the last message', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const { media } = await mediaWith(async (messages, { signal }) => {
    await sizeOf(messages);
    begun.resolve(signal);
    return never();
  });
  const call = expect(runInContext(uploadContext(1_000), () => media.upload([chunk()]))).rejects.toMatchObject({
    code: 'timeout',
  });
  const signal = await begun.promise;
  expect(signal.aborted).toBe(false);
  await call;
  await until(() => signal.aborted, 'the signal is aborted');
});

test('a stream that ends without its last message is not processed as complete', async () => {
  let completed = 0;
  const { media, address } = await mediaWith(async (messages) => {
    const sizeBytes = await sizeOf(messages);
    completed += 1;
    return { object: StoredObject.fromPartial({ sizeBytes }) };
  });
  const { object } = await media.upload([chunk(), chunk(), chunk(4)]);
  expect([object?.sizeBytes, completed]).toEqual([10, 1]);

  // A cancelled stream whose end arrives before its cancellation.
  const client = new Client(address, credentials.createInsecure());
  closing.push(() => client.close());
  const { path, requestSerialize, responseDeserialize } = MediaServiceService.upload;
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${testContext('caller').tokens.sign(userActor('ana'), 'media')}`);
  metadata.set('x-marks-last', 'true');
  const ended = Promise.withResolvers<unknown>();
  const stream = client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, metadata, ended.resolve);
  stream.write(chunk());
  stream.end();
  expect(await ended.promise).toMatchObject({ details: 'malformed_body' });
  expect(completed).toBe(1);
});
