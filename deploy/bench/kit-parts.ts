import { once } from 'node:events';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { InternalTokens, userActor } from '@tribus/kit/core/actor.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { recordEvent } from '@tribus/kit/events/events.ts';
import { type BatchedEvent, on, onBatch } from '@tribus/kit/events/handlers.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { job } from '@tribus/kit/jobs/definition.ts';
import { startJobs } from '@tribus/kit/jobs/worker.ts';
import { type WithOutbox, withEvents } from '@tribus/kit/mongo/embedded-events.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { startMongoRelay } from '@tribus/kit/mongo/outbox.ts';
import { startConsumer } from '@tribus/kit/postgres/inbox.ts';
import { openRedis } from '@tribus/kit/redis/redis.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { BrokerProbe } from '@tribus/kit/testing/broker.ts';
import { Collector } from '@tribus/kit/testing/collector.ts';
import { holdThing } from '@tribus/kit/testing/job-process.ts';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { bootService, stubPeer, testSecret, trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import {
  openThings,
  processOf,
  rawTransactions,
  startOverEmpty,
  startProcess,
  type Thing,
  ThingMade,
  type ThingsContext,
  thingsIn,
} from '@tribus/kit/testing/things.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { openTracing } from '@tribus/kit/trace/trace.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';
import { type DurationRow, Durations } from './durations.ts';

const rounds = 20;

/** A process with the time limits of production. */
const ownProcess = (name: string) => processOf(name, undefined, 1);
const never = () => new Promise<never>(() => undefined);

/** Measures how long parts of the kit delay their callers, over stores of their own on the servers of tests. */
export async function measureKitParts(): Promise<DurationRow[]> {
  const stores = await testStores();
  try {
    const rows: DurationRow[] = [];
    for (const measure of [measureEvent, measurePoison, measureStores, measureUnavailable, measureJobs])
      rows.push(...(await measure(stores)));
    return [...rows, await measurePeer(), await measureCollectors(), await measureInterimResponses()];
  } finally {
    await stores.drop();
  }
}

interface ThingDocument extends WithOutbox {
  _id: string;
}

async function measureEvent({ env }: TestStores): Promise<DurationRow[]> {
  const ctx = ownProcess('things');
  const mongo = await openMongo(ctx, { url: env.MONGODB_URL });
  const bus = await openBus(ctx, { url: env.NATS_URL });
  await until(() => bus.connected, 'the bus is connected');
  startMongoRelay(ctx, mongo, bus, ['things']);
  const received = new Durations();
  let delivery = Promise.withResolvers<void>();
  bus.listen(ThingMade, () => delivery.resolve());
  const make = async (name: string) => {
    delivery = Promise.withResolvers();
    const document = withEvents({ _id: ctx.newId() }, [mongo.event(ThingMade, { name })]);
    await mongo.collection<ThingDocument>('things').insertOne(document);
    await delivery.promise;
  };
  await make('warm');
  for (let round = 0; round < rounds; round += 1) await received.time(() => make(`${round}`));
  await ctx.close();
  return [received.row('kit-event', 'event of a document, until a listener has it', 700)];
}

/** Third slowest: the two slowest may be pauses of a busy machine; a poisoned key delays every round. */
const slow = (delays: readonly number[]): number => delays.toSorted((a, b) => b - a)[2] ?? Number.NaN;

async function measurePoison(stores: TestStores): Promise<DurationRow[]> {
  const applied = new Map<string, number>();
  const apply = async (events: readonly Thing[], { tx }: ThingsContext) => {
    if (events.some(({ key }) => key === 'poisoned')) throw new Error('cannot be applied');
    await tx.db
      .insertInto('things')
      .values(events.map(({ name }) => ({ name })))
      .execute();
    tx.afterCommit(() => {
      for (const { name } of events) applied.set(name, performance.now());
    });
  };
  const single = on(ThingMade, (event: Thing, context: ThingsContext) => apply([event], context));
  const batched = onBatch(ThingMade, async (sent: readonly BatchedEvent<Thing, ThingsContext>[]) => {
    const events = sent.map(({ event }) => event);
    for (const { context } of sent.slice(0, 1)) await apply(events, context);
  });
  const cost = new Durations();
  for (const handler of [single, batched]) cost.add(await costOfPoison(stores, handler, applied));
  return [cost.row('kit-poison', 'what a poisoned key costs its neighbours', 100)];
}

async function costOfPoison(
  stores: TestStores,
  handler: ReturnType<typeof on<Thing, ThingsContext>>,
  applied: Map<string, number>,
): Promise<number> {
  const broker = await BrokerProbe.open(stores.env.NATS_URL);
  const { ctx, postgres, bus } = await startProcess('watcher', broker, stores);
  await bus.stream('THINGS');
  startConsumer(ctx, bus, rawTransactions(postgres), { on: [handler] }, { retryMs: [2_000] });
  const delays = { single: [] as number[], besidePoison: [] as number[] };
  applied.clear();
  // In turn, so that other load on the machine affects all alike; the first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of ['single', 'besidePoison'] as const) {
      const names = Array.from({ length: 20 }, (_, key) => `${kind}-${round}-${key}`);
      const healthy = names.map((name) => ({ key: name, name }));
      const poison = kind === 'besidePoison' ? [{ key: 'poisoned', name: `${round}` }] : [];
      const began = performance.now();
      const events = healthy.toSpliced(5, 0, ...poison).map((thing) => recordEvent(ctx, ThingMade, thing));
      await Promise.all(events.map((event) => bus.publish(event)));
      await until(() => names.every((name) => applied.has(name)), 'the healthy ones are applied');
      if (round > 0) delays[kind].push(Math.max(...names.map((name) => applied.get(name) ?? Number.NaN)) - began);
    }
  await ctx.close();
  broker.close();
  return Math.max(0, slow(delays.besidePoison) - slow(delays.single));
}

/** Rejects when `call` does not fail. */
const failure = (call: Promise<unknown>): Promise<void> =>
  call.then(
    () => Promise.reject(new Error('a hanging peer has responded')),
    () => undefined,
  );

async function measureStores({ env }: TestStores): Promise<DurationRow[]> {
  const ctx = ownProcess('things');
  const servers = await Promise.all(
    [env.POSTGRES_URL, env.MONGODB_URL, env.REDIS_URL].map((url) => LateServer.open(url)),
  );
  const [tables = '', documents = '', memory = ''] = servers.map(({ url }) => url);
  const postgres = await openThings(ctx, tables);
  const mongo = await openMongo(ctx, { url: documents });
  const redis = await openRedis(ctx, { url: memory });
  const things = mongo.collection<{ _id: string; count: number }>('things');
  await Promise.all([thingsIn(postgres), things.insertOne({ _id: 'first', count: 1 }), redis.commands.ping()]);
  for (const server of servers) server.hang();
  const [ofPostgres, ofMongo, ofRedis] = [new Durations(), new Durations(), new Durations()];
  const calls = [
    () => things.findOne({ _id: 'first' }),
    () => things.find({ _id: 'first' }).toArray(),
    () => things.countDocuments({ count: 1 }),
    () => things.insertOne({ _id: 'second', count: 1 }),
    () => things.updateOne({ _id: 'first' }, { $inc: { count: 1 } }),
    () => things.deleteOne({ _id: 'first' }),
    () => things.bulkWrite([{ deleteOne: { filter: { _id: 'first' } } }]),
  ];
  const ofCalls = calls.map((call) => ofMongo.time(() => failure(call())));
  const others = [
    ofPostgres.time(() => failure(thingsIn(postgres))),
    ofRedis.time(() => failure(redis.commands.ping())),
  ];
  await Promise.all([...ofCalls, ...others]);
  for (const server of servers) server.goOn();
  await ctx.close();
  await Promise.all(servers.map((server) => server.close()));
  return [
    ofPostgres.row('kit-postgres-hangs', 'Postgres hangs, until a statement fails', 2_000),
    ofMongo.row('kit-mongo-hangs', 'MongoDB hangs, until calls of seven kinds fail', 4_000),
    ofRedis.row('kit-redis-hangs', 'Redis hangs, until a command fails', 1_000),
  ];
}

async function measureUnavailable(): Promise<DurationRow[]> {
  const ctx = ownProcess('things');
  const [ofMongo, ofRedis] = [new Durations(), new Durations()];
  const mongo = await openMongo(ctx, { url: 'mongodb://127.0.0.1:1' });
  await ofMongo.time(() => failure(mongo.collection('things').findOne({})));
  await ofRedis.time(() => openRedis(ctx, { url: 'redis://127.0.0.1:1' }));
  await ctx.close();
  return [
    ofMongo.row('kit-mongo-away', 'MongoDB unavailable, until a search fails', 3_000),
    ofRedis.row('kit-redis-away', 'Redis unavailable, until a service continues without it', 4_000),
  ];
}

async function measureJobs(stores: TestStores): Promise<DurationRow[]> {
  const [afterFailures, unstoppable] = [new Durations(), new Durations()];
  for (let round = 0; round < 3; round += 1) {
    await stopAfterSilence(stores, afterFailures);
    const { ctx, postgres } = await startOverEmpty('things', stores);
    startJobs(ctx, postgres.jobStore, [job(holdThing, never)]);
    const id = await postgres.transaction((tx) => tx.enqueue(holdThing, { name: 'unstoppable' }));
    await until(async () => (await postgres.jobs.get(id))?.state === 'running', 'it runs');
    await unstoppable.time(() => ctx.close());
  }
  return [
    afterFailures.row('kit-jobs-silence', 'stop of jobs, after several failed while Postgres hung', 5_000),
    unstoppable.row('kit-jobs-deaf', 'stop of jobs, while one of them never ends', 8_000),
  ];
}

/** Three jobs fail while the database hangs, and end when it responds again. */
async function stopAfterSilence(stores: TestStores, stopped: Durations): Promise<void> {
  const { ctx, postgres } = await startOverEmpty('things', stores);
  const server = await LateServer.open(stores.env.POSTGRES_URL);
  const copy = ownProcess('things');
  const own = await openThings(copy, server.url);
  const failing = Promise.withResolvers<void>();
  let begun = 0;
  const work = job(holdThing, async (_payload, { attempt }) => {
    begun += 1;
    if (attempt === 1) await failing.promise;
  });
  startJobs(copy, own.jobStore, [work], { leaseMs: 6_000, stopMs: 10_000 });
  const names = ['first', 'second', 'third'];
  const ids = await Promise.all(names.map((name) => postgres.transaction((tx) => tx.enqueue(holdThing, { name }))));
  await until(() => begun === names.length, 'all of them run');
  server.hang();
  failing.reject(new Error('no luck'));
  await pause(3_000);
  server.goOn();
  for (const id of ids) await until(async () => (await postgres.jobs.get(id)) === undefined, 'the job is over');
  await stopped.time(() => copy.close());
  await server.close();
  await ctx.close();
}

async function measurePeer(): Promise<DurationRow> {
  const ctx = ownProcess('keeper');
  const handlers = { getObjects: async () => ({ objects: [] }), keepObjects: async () => ({ missingKeys: [] }) };
  const peer = await stubPeer('media', MediaServiceService, handlers);
  const road = await LateServer.open(`http://${peer.address}`);
  const media = connect(ctx, MediaServiceService, 'media', new URL(road.url).host);
  await media.getObjects({ keys: [] });
  road.hang();
  const held = new Durations();
  await Promise.all([
    held.time(() => failure(media.getObjects({ keys: [] }))),
    held.time(() => failure(media.keepObjects({ keys: ['a'] }))),
  ]);
  await ctx.close();
  await road.close();
  await peer.stop();
  return held.row('kit-peer-hangs', 'a peer hangs, until a read and a write fail', 2_900);
}

async function measureCollectors(): Promise<DurationRow> {
  const held = new Durations();
  const hanging = await Collector.open();
  hanging.responseDelay = never();
  for (const endpoint of ['http://127.0.0.1:9', hanging.url]) {
    const { log } = ownProcess('things');
    const tracing = await openTracing('things', { endpoint, headers: {}, ratio: 1 }, log);
    const work = { kind: 'http-server', method: 'GET', route: '/api/things/:id', requestId: 'r-1' } as const;
    for (let span = 0; span < 5_000; span += 1) tracing?.startTrace(work)?.end();
    await held.time(async () => tracing?.stop());
  }
  await hanging.close();
  return held.row('kit-collector', 'collector of traces unavailable or hanging, until a process has ended', 4_000);
}

const slowService = defineService({
  name: 'slow',
  build: () => undefined,
  routes() {
    const routes = new Routes();
    const spec = { operationId: 'answerLate', summary: 'Answer late', answer: z.object({}), timeoutMs: 60_000 };
    routes.get('/slow', { ...spec, guards: [anyone] }, () => pause(3_500, {}));
    return routes;
  },
});

/** Measures from one interim response of a slow request to the next. */
async function measureInterimResponses(): Promise<DurationRow> {
  const service = await bootService(slowService, trueTimeLimits);
  const separate = new Durations();
  const headers = { [internalHeader]: new InternalTokens(testSecret).sign(userActor('ana'), 'slow') };
  let last = performance.now();
  const sent = get(`${service.httpUrl}/api/slow`, { agent: false, headers }).on('information', () => {
    separate.add(performance.now() - last);
    last = performance.now();
  });
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  await service.stop();
  return separate.row('kit-interim', 'a slow request, from one interim response to the next', 1_250);
}
