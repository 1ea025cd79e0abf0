import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Env } from '@tribus/kit/core/config.ts';
import { type RunningService, start } from '@tribus/kit/service/host.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import type { StoreKind } from '@tribus/kit/service/store.ts';
import { openTestBucket, type TestBucket } from '@tribus/kit/testing/bucket.ts';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { definitions } from '../checks/definitions.ts';
import { freePorts } from '../stores/ports.ts';
import { bareEnvironment } from './bare-environment.ts';
import { testWithOwnSystem as test } from './targets.ts';

/** Variables as named in log lines. */
const storeVariables = {
  postgres: 'POSTGRES_URL',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
  s3: 'S3_ENDPOINT',
  nats: 'NATS_URL',
} as const;

/** A service works and is ready without these. */
const dispensable: readonly StoreKind[] = ['redis', 'nats'];

let stores: TestStores;
let bucket: TestBucket;

beforeAll(async () => {
  stores = await testStores();
  bucket = await openTestBucket();
});

afterAll(async () => {
  await bucket.close();
  await stores.drop();
});

/** Starts one process with a proxy for each of its stores, none of which is available. */
async function startWithoutStores(service: Service): Promise<LateStart> {
  const own = service.stores;
  const [opsPort = 0, ...ports] = await freePorts(own.length + 1);
  const real: Record<StoreKind, string> = {
    postgres: own.includes('postgres') ? await stores.database() : '',
    mongodb: stores.env.MONGODB_URL.replace(/\/[^/]*$/, `/${service.name}`),
    redis: stores.env.REDIS_URL,
    nats: stores.env.NATS_URL,
    s3: bucket.options.endpoint,
  };
  const late = new Map(own.map((store, index) => [store, new LateServer(real[store], ports[index] ?? 0)]));
  const env = {
    ...bareEnvironment,
    ...keysOf(bucket),
    OPS_PORT: String(opsPort),
    ...Object.fromEntries([...late].map(([store, server]) => [storeVariables[store], server.url])),
  };
  const logged: { level: number; store?: string; msg: string }[] = [];
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { own, late, logged, ops: `http://127.0.0.1:${opsPort}`, running: start(service, env, { logTo }) };
}

interface LateStart {
  own: readonly StoreKind[];
  late: Map<StoreKind, LateServer>;
  logged: { level: number; store?: string; msg: string }[];
  ops: string;
  running: Promise<RunningService>;
}

const keysOf = ({ options }: TestBucket): Env => ({
  S3_BUCKET: options.bucket,
  S3_ACCESS_KEY_ID: options.accessKeyId,
  S3_SECRET_ACCESS_KEY: options.secretAccessKey,
});

/** Not called while the process cannot respond yet. */
const isReady = (ops: string): Promise<boolean> =>
  fetch(`${ops}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const isUp = async (ops: string, dependency: string): Promise<boolean> =>
  new RegExp(`^dependency_up{.*dependency="${dependency}".*} 1$`, 'm').test(
    await (await fetch(`${ops}/metrics`)).text(),
  );

test.each(definitions)(
  '$name becomes ready only when all its stores are available, in whatever order they start',
  async (service) => {
    const { own, late, logged, ops, running } = await startWithoutStores(service);
    try {
      for (const [index, store] of own.entries()) {
        // Waits for the failed first attempt: a fixed time would suffice on a fast machine only.
        await until(async () => {
          await isReady(ops);
          return logged.some((line) => line.store === store && line.level >= 40);
        }, `${service.name} says that ${store} cannot be reached`);
        const awaitsMore = own.slice(index).some((other) => !dispensable.includes(other));
        if (awaitsMore) expect(await isReady(ops)).toBe(false);
        await late.get(store)?.come();
      }
      await running;
      await until(() => isReady(ops), `${service.name} is ready`);
      for (const store of own)
        await until(() => isUp(ops, store === 's3' ? 'objects' : store), `${service.name} has reached ${store}`);
    } finally {
      for (const server of late.values()) await server.come();
      await (await running).stop();
      for (const server of late.values()) await server.close();
    }
  },
);
