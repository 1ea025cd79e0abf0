import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { type Actor, InternalTokens } from '../core/actor.ts';
import { hourMs } from '../core/durations.ts';
import { asAppError } from '../core/errors.ts';
import { openBus } from '../events/bus.ts';
import { type EventMetadata, recordEvent } from '../events/events.ts';
import { after } from '../events/handlers.ts';
import { type Calls, connect } from '../grpc/client.ts';
import type { Handlers } from '../grpc/server.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { openMongo } from '../mongo/mongo.ts';
import { LateServer } from '../testing/late-server.ts';
import { stubPeer, testSecret } from '../testing/service.ts';
import type { TestStores } from '../testing/stores.ts';
import {
  openThings,
  type ProcessContext,
  processOf,
  type Thing,
  ThingMade,
  thingsIn,
  thingsStores,
} from '../testing/things.ts';
import { becomes, metric, succeeds, until } from '../testing/until.ts';

type MediaHandlers = Handlers<MediaServiceService>;

/** Counts calls: each call, and each retry of one, is signed. */
class CountingTokens extends InternalTokens {
  signed = 0;

  override sign(actor: Actor, audience: string): string {
    this.signed += 1;
    return super.sign(actor, audience);
  }
}

let ctx: ProcessContext;
let tokens: CountingTokens;
let peer: { address: string; stop(): Promise<void> };
let proxy: LateServer;
let media: Calls<MediaServiceService>;
/** The peer's handler of `keepObjects`. */
let keepObjects: MediaHandlers['keepObjects'];
/** The peer's handler of `upload`. */
let upload: MediaHandlers['upload'];
/** The keys that the peer has kept. */
let connectionKeys: string[];

beforeEach(async () => {
  tokens = new CountingTokens(testSecret);
  ctx = { ...processOf('keeper', undefined, 1), tokens };
  connectionKeys = [];
  keepObjects = async ({ keys }) => {
    connectionKeys.push(...keys);
    return { missingKeys: [] };
  };
  upload = async () => ({ object: undefined });
  const unused = async () => ({ objects: [] });
  peer = await stubPeer('media', MediaServiceService, {
    upload: (messages, call) => upload(messages, call),
    keepObjects: (request, call) => keepObjects(request, call),
    deleteObjects: unused,
    setObjectVisibility: unused,
    setCollectionVisibility: unused,
    getObjects: unused,
  });
  proxy = new LateServer(`http://${peer.address}`, 0);
  await proxy.come();
  media = connect(ctx, MediaServiceService, 'media', new URL(proxy.url).host);
  await until(() => succeeds(() => media.getObjects({ keys: [] })), 'the peer is reached');
});

afterEach(async () => {
  await ctx.close();
  await proxy.close();
  await peer.stop();
});

const never = () => new Promise<never>(() => undefined);

test('a service can stop while a peer hangs', async () => {
  proxy.hang();
  const call = media.getObjects({ keys: [] });
  await ctx.close();
  await expect(call).rejects.toMatchObject({ code: 'unavailable' });
});

test('a peer that does not respond is unavailable, for reads and for writes, and is called only once', async () => {
  proxy.hang();
  const before = tokens.signed;
  const calls = [media.getObjects({ keys: [] }), media.keepObjects({ keys: ['a'] })];
  const outage = { code: 'unavailable', status: 503, retryAfter: 2 };
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: outage });
  expect(tokens.signed - before).toBe(calls.length);
  proxy.goOn();
  await until(() => succeeds(() => media.getObjects({ keys: [] })), 'the peer is found again');
});

test('a slow call to a live peer times out, even when it is the only call to that peer', async () => {
  keepObjects = never;
  let failure: unknown;
  // On a stalled machine even the liveness probe is late, and the peer counts as unavailable.
  await until(
    async () => {
      failure = await media.keepObjects({ keys: ['a'] }).catch((error) => error);
      return asAppError(failure).status === 504;
    },
    () => `the call times out; it fails with ${String(failure)}`,
  );
  expect(failure).toMatchObject({ code: 'timeout' });
});

test('a service whose peer hangs reports that to its own client in time', async () => {
  proxy.hang();
  const between = await stubPeer('media', MediaServiceService, {
    upload: never,
    keepObjects: async ({ keys }) => media.keepObjects({ keys }),
    deleteObjects: never,
    setObjectVisibility: never,
    setCollectionVisibility: never,
    getObjects: never,
  });
  const client = connect(ctx, MediaServiceService, 'media', between.address);
  expect(await failureInTime(client)).toMatchObject({ code: 'unavailable', status: 503 });
  await between.stop();
});

/** Returns the error of `keepObjects`; repeats calls that time out, because a busy machine may delay responses. */
async function failureInTime({ keepObjects: callPeer }: Calls<MediaServiceService>): Promise<unknown> {
  let failure: unknown;
  await until(async () => {
    failure = await callPeer({ keys: ['a'] }).catch((error) => error);
    return asAppError(failure).status !== 504;
  }, 'a response arrives in time');
  return failure;
}

test('a peer whose Postgres or MongoDB hangs reports that to its client in time', async () => {
  const stores = await thingsStores();
  const own = processOf('media', undefined, 1);
  const tables = new LateServer(stores.env.POSTGRES_URL, 0);
  const documents = new LateServer(stores.env.MONGODB_URL, 0);
  await Promise.all([tables.come(), documents.come()]);
  // Create the tables with the longer time limits.
  const maker = processOf('media');
  await openThings(maker, stores.env.POSTGRES_URL);
  await maker.close();
  const postgres = await openThings(own, tables.url);
  const mongo = await openMongo(own, { url: documents.url });
  for (const use of [() => thingsIn(postgres), () => mongo.collection('things').findOne({})]) {
    keepObjects = async () => {
      await use();
      return { missingKeys: [] };
    };
    await until(() => succeeds(() => media.keepObjects({ keys: ['a'] })), 'the store is reached');
    tables.hang();
    documents.hang();
    expect(await failureInTime(media)).toMatchObject({ status: 503 });
    tables.goOn();
    documents.goOn();
  }
  await own.close();
  await Promise.all([tables.close(), documents.close()]);
  await stores.drop();
});

const chunks = (count: number): UploadRequest[] =>
  Array.from({ length: count }, () => ({ part: { $case: 'chunk', value: Buffer.alloc(256 * 1024) } }));

test.each([
  ['does not respond after its end', 1],
  ['reads no more of it', 100],
])('an upload that may take an hour fails as unavailable while the peer hangs and %s', async (_how, count) => {
  proxy.hang();
  const uploads = Array.from({ length: 6 }, () => media.upload(chunks(count), { timeoutMs: hourMs }));
  for (const outcome of await Promise.allSettled(uploads))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503, retryAfter: 2 } });
  // The circuit breaker of uploads is open now: the next one is not sent.
  const before = tokens.signed;
  await expect(media.upload(chunks(count), { timeoutMs: hourMs })).rejects.toMatchObject({ code: 'unavailable' });
  expect(tokens.signed).toBe(before);
  proxy.goOn();
  await until(() => succeeds(() => media.upload(chunks(1))), 'the peer takes uploads again');
});

/** Begins an upload whose response the test controls; resolves when the peer has received it. */
async function beginSlowUpload(client: Calls<MediaServiceService>) {
  const response = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  upload = async () => {
    arrived.resolve();
    await response.promise;
    return { object: undefined };
  };
  const uploaded = client.upload(chunks(1), { timeoutMs: hourMs });
  await arrived.promise;
  return { uploaded, response };
}

/** Makes the peer hang; resolves after two uploads in sequence have failed. */
async function outlastHangingPeer(): Promise<void> {
  proxy.hang();
  for (let failed = 0; failed < 2; failed++)
    await expect(media.upload(chunks(1), { timeoutMs: hourMs })).rejects.toMatchObject({ code: 'unavailable' });
}

test('a long upload to a live peer gets its response', async () => {
  const own = connect(ctx, MediaServiceService, 'media', peer.address);
  const { uploaded, response } = await beginSlowUpload(own);
  await outlastHangingPeer();
  response.resolve();
  expect(await uploaded).toEqual({ object: undefined });
});

test('a running upload gets its response although its client was closed before it ended', async () => {
  const closing = processOf('keeper', undefined, 1);
  const own = connect(closing, MediaServiceService, 'media', peer.address);
  const { uploaded, response } = await beginSlowUpload(own);
  await closing.close();
  await outlastHangingPeer();
  response.resolve();
  expect(await uploaded).toEqual({ object: undefined });
});

/** A failed call: the thing's name and the status. */
type Failed = readonly [name: string, status: unknown];

/** Consumes things by a call to the peer, which times out after 100 ms of silence; adds failed calls to `errors`. */
async function consumeThings(stores: TestStores, errors: Failed[]): Promise<void> {
  const timeLimits = { ...ctx.timeLimits, silenceMs: 100 };
  const impatientClient = connect({ ...ctx, timeLimits }, MediaServiceService, 'media', new URL(proxy.url).host);
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  const effect = async ({ name }: Thing, _facts: EventMetadata) => {
    await impatientClient.keepObjects({ keys: [name] }, { timeoutMs: 200 }).catch((error) => {
      errors.push([name, error.status]);
      throw error;
    });
  };
  const options = { retryMs: [1], outageMs: [1], aliveMs: 3_600_000 };
  startIdempotentConsumer(ctx, bus, mongo, { after: [after(ThingMade, effect)] }, options);
  for (const name of ['first', 'second']) await bus.publish(recordEvent(ctx, ThingMade, { name }));
}

const deadLetters = async () => metric(await ctx.metrics.registry.metrics(), 'dead_letters');

test('events wait for a hanging peer for more than ten attempts, and each is then applied once', async () => {
  const stores = await thingsStores();
  const errors: Failed[] = [];
  proxy.hang();
  await consumeThings(stores, errors);
  await until(() => errors.length > 12, 'there were more than ten attempts');
  expect(new Set(errors.map(([, status]) => status))).toEqual(new Set([503]));
  proxy.goOn();
  await until(() => connectionKeys.includes('second'), 'both are applied');
  expect(connectionKeys.indexOf('first')).toBeLessThan(connectionKeys.indexOf('second'));
  expect(await deadLetters()).toBe(0);
  await ctx.close();
  await stores.drop();
});

test('an event whose call always times out becomes a dead letter after ten attempts, and the next is applied', async () => {
  const stores = await thingsStores();
  const errors: Failed[] = [];
  keepObjects = async ({ keys }) => {
    if (keys.includes('first')) return never();
    connectionKeys.push(...keys);
    return { missingKeys: [] };
  };
  await consumeThings(stores, errors);
  await until(() => connectionKeys.includes('second'), 'the next is applied');
  expect(errors.filter(([name, status]) => name === 'first' && status === 504)).toHaveLength(10);
  await becomes(ctx, 'dead_letters', 1);
  await ctx.close();
  await stores.drop();
});
