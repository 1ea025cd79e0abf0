import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MediaServiceService, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { type Actor, InternalTokens } from '../core/actor.ts';
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

/** Each call, and each repetition of one, is signed. */
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
let road: LateServer;
let media: Calls<MediaServiceService>;
/** What the peer does when it is asked to keep objects. */
let keepObjects: MediaHandlers['keepObjects'];
/** What the peer does about an upload. */
let upload: MediaHandlers['upload'];
/** The keys that it kept. */
let kept: string[];

beforeEach(async () => {
  tokens = new CountingTokens(testSecret);
  ctx = { ...processOf('keeper', undefined, 1), tokens };
  kept = [];
  keepObjects = async ({ keys }) => {
    kept.push(...keys);
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
  road = new LateServer(`http://${peer.address}`, 0);
  await road.come();
  media = connect(ctx, MediaServiceService, 'media', new URL(road.url).host);
  await until(() => succeeds(() => media.getObjects({ keys: [] })), 'the peer is reached');
});

afterEach(async () => {
  await ctx.close();
  await road.close();
  await peer.stop();
});

const never = () => new Promise<never>(() => undefined);

test('who ends while a peer hangs ends in good order', async () => {
  road.hang();
  const call = media.getObjects({ keys: [] });
  await ctx.close();
  await expect(call).rejects.toMatchObject({ code: 'unavailable' });
});

test('a peer that does not answer at all is away, for reads and for writes, and asked only once', async () => {
  road.hang();
  const before = tokens.signed;
  const calls = [media.getObjects({ keys: [] }), media.keepObjects({ keys: ['a'] })];
  const away = { code: 'unavailable', status: 503, retryAfter: 2 };
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: away });
  expect(tokens.signed - before).toBe(calls.length);
  road.goOn();
  await until(() => succeeds(() => media.getObjects({ keys: [] })), 'the peer is found again');
});

test('a call that takes too long at a peer that is alive is late, though nobody else asks that peer', async () => {
  keepObjects = never;
  let failure: unknown;
  // On a machine that stands still even the sign of life is late, and the peer as good as away.
  await until(
    async () => {
      failure = await media.keepObjects({ keys: ['a'] }).catch((error) => error);
      return asAppError(failure).status === 504;
    },
    () => `the call is late; it is ${String(failure)}`,
  );
  expect(failure).toMatchObject({ code: 'timeout' });
});

test('a service that waits for a peer that hangs answers its own caller in time that this peer is away', async () => {
  road.hang();
  const between = await stubPeer('media', MediaServiceService, {
    upload: never,
    keepObjects: async ({ keys }) => media.keepObjects({ keys }),
    deleteObjects: never,
    setObjectVisibility: never,
    setCollectionVisibility: never,
    getObjects: never,
  });
  const caller = connect(ctx, MediaServiceService, 'media', between.address);
  expect(await failureInTime(caller)).toMatchObject({ code: 'unavailable', status: 503 });
  await between.stop();
});

/** What keeping an object fails with, the first time that this is not late: a busy machine may delay some answers. */
async function failureInTime({ keepObjects: keep }: Calls<MediaServiceService>): Promise<unknown> {
  let failure: unknown;
  await until(async () => {
    failure = await keep({ keys: ['a'] }).catch((error) => error);
    return asAppError(failure).status !== 504;
  }, 'an answer comes in time');
  return failure;
}

test('a peer says itself, in time for its caller, that its store hangs: Postgres or MongoDB', async () => {
  const stores = await thingsStores();
  const own = processOf('media', undefined, 1);
  const tables = new LateServer(stores.env.POSTGRES_URL, 0);
  const documents = new LateServer(stores.env.MONGODB_URL, 0);
  await Promise.all([tables.come(), documents.come()]);
  // The tables are made under the longer limits.
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

const hourMs = 3_600_000;
const chunks = (count: number): UploadRequest[] =>
  Array.from({ length: count }, () => ({ part: { $case: 'chunk', value: Buffer.alloc(256 * 1024) } }));

test.each([
  ['answers nothing after its end', 1],
  ['takes no more of it', 100],
])('an upload that may take an hour fails as unavailable while the peer hangs and %s', async (_how, count) => {
  road.hang();
  const uploads = Array.from({ length: 6 }, () => media.upload(chunks(count), { timeoutMs: hourMs }));
  for (const outcome of await Promise.allSettled(uploads))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503, retryAfter: 2 } });
  // The breaker of uploads is open now: the next one is not sent.
  const before = tokens.signed;
  await expect(media.upload(chunks(count), { timeoutMs: hourMs })).rejects.toMatchObject({ code: 'unavailable' });
  expect(tokens.signed).toBe(before);
  road.goOn();
  await until(() => succeeds(() => media.upload(chunks(1))), 'the peer takes uploads again');
});

/** Begins an upload whose answer the test gives; resolves when the peer has it in hand. */
async function beginSlowUpload(client: Calls<MediaServiceService>) {
  const answer = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  upload = async () => {
    arrived.resolve();
    await answer.promise;
    return { object: undefined };
  };
  const uploaded = client.upload(chunks(1), { timeoutMs: hourMs });
  await arrived.promise;
  return { uploaded, answer };
}

/** Resolves after two uploads, one after the other, to a peer that hangs have failed. */
async function outlastHangingPeer(): Promise<void> {
  road.hang();
  for (let failed = 0; failed < 2; failed++)
    await expect(media.upload(chunks(1), { timeoutMs: hourMs })).rejects.toMatchObject({ code: 'unavailable' });
}

test('an upload at which a peer works for longer is answered, as the peer is alive', async () => {
  const own = connect(ctx, MediaServiceService, 'media', peer.address);
  const { uploaded, answer } = await beginSlowUpload(own);
  await outlastHangingPeer();
  answer.resolve();
  expect(await uploaded).toEqual({ object: undefined });
});

test('an upload under way is answered although its client was closed meanwhile', async () => {
  const closing = processOf('keeper', undefined, 1);
  const own = connect(closing, MediaServiceService, 'media', peer.address);
  const { uploaded, answer } = await beginSlowUpload(own);
  await closing.close();
  await outlastHangingPeer();
  answer.resolve();
  expect(await uploaded).toEqual({ object: undefined });
});

/** A call that failed: what was to be kept, and the status. */
type Failed = readonly [name: string, status: unknown];

/** Has each thing kept by the peer; `errors` gets each call that failed. A peer is away after a tenth of a second here. */
async function keepThings(stores: TestStores, errors: Failed[]): Promise<void> {
  const timeLimits = { ...ctx.timeLimits, silenceMs: 100 };
  const hasty = connect({ ...ctx, timeLimits }, MediaServiceService, 'media', new URL(road.url).host);
  const bus = await openBus(ctx, { url: stores.env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  await bus.stream('THINGS');
  const mongo = await openMongo(ctx, { url: stores.env.MONGODB_URL });
  const effect = async ({ name }: Thing, _facts: EventMetadata) => {
    await hasty.keepObjects({ keys: [name] }, { timeoutMs: 200 }).catch((error) => {
      errors.push([name, error.status]);
      throw error;
    });
  };
  const options = { retryMs: [1], outageMs: [1], aliveMs: 3_600_000 };
  startIdempotentConsumer(ctx, bus, mongo, { after: [after(ThingMade, effect)] }, options);
  for (const name of ['first', 'second']) await bus.publish(recordEvent(ctx, ThingMade, { name }));
}

const deadLetters = async () => metric(await ctx.metrics.registry.metrics(), 'dead_letters');

test('events wait for a peer that hangs for more than ten tries, and each then takes effect once', async () => {
  const stores = await thingsStores();
  const errors: Failed[] = [];
  road.hang();
  await keepThings(stores, errors);
  await until(() => errors.length > 12, 'it was tried more than ten times');
  expect(new Set(errors.map(([, status]) => status))).toEqual(new Set([503]));
  road.goOn();
  await until(() => kept.includes('second'), 'both took effect');
  expect(kept.indexOf('first')).toBeLessThan(kept.indexOf('second'));
  expect(await deadLetters()).toBe(0);
  await ctx.close();
  await stores.drop();
});

test('an event whose call is always too slow is given up after ten tries, and the next takes effect', async () => {
  const stores = await thingsStores();
  const errors: Failed[] = [];
  keepObjects = async ({ keys }) => {
    if (keys.includes('first')) return never();
    kept.push(...keys);
    return { missingKeys: [] };
  };
  await keepThings(stores, errors);
  await until(() => kept.includes('second'), 'the next took effect');
  expect(errors.filter(([name, status]) => name === 'first' && status === 504)).toHaveLength(10);
  await becomes(ctx, 'dead_letters', 1);
  await ctx.close();
  await stores.drop();
});
