import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Env } from '@tribus/kit/core/config.ts';
import { openTestBucket, type TestBucket } from '@tribus/kit/testing/bucket.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { processes } from '../one/services.ts';
import { natsServer } from '../stores/nats.ts';
import { onPort, startProgram } from '../stores/programs.ts';
import { bareEnvironment } from './bare-environment.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { certificates, openTlsFront, type TlsFront } from './tls-front.ts';

const root = join(import.meta.dirname, '..', '..');

/** Services that together use every store, with the names in `dependency_up`. */
const table: [string, string[]][] = [
  ['messaging', ['mongodb', 'nats']],
  ['gateway', ['redis']],
  ['media', ['postgres', 'objects']],
];

let folder: string;
let stores: TestStores;
let bucket: TestBucket;
let nats: { url: string; stop(): Promise<void> };
const fronts: TlsFront[] = [];
let addresses: Env;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-tls-'));
  [stores, bucket, nats] = await Promise.all([testStores(), openTestBucket(), startTlsNats()]);
  addresses = {
    POSTGRES_URL: await throughFront(stores.env.POSTGRES_URL),
    MONGODB_URL: await throughFront(stores.env.MONGODB_URL),
    REDIS_URL: await throughFront(stores.env.REDIS_URL),
    S3_ENDPOINT: await throughFront(bucket.options.endpoint),
    NATS_URL: nats.url,
  };
});

afterAll(async () => {
  for (const front of fronts) await front.stop();
  await Promise.all([nats.stop(), bucket.close(), stores.drop()]);
  await rm(folder, { recursive: true, force: true });
});

async function throughFront(url: string): Promise<string> {
  const address = new URL(url);
  const front = await openTlsFront(new URL(url));
  fronts.push(front);
  address.port = String(front.port);
  return address.href;
}

/** The server starts TLS itself after a plain greeting. */
async function startTlsNats() {
  const command = await natsServer(process.env);
  const secured = [
    '--tls',
    '--tlscert',
    join(certificates, 'server.pem'),
    '--tlskey',
    join(certificates, 'server-key.pem'),
  ];
  return onPort(undefined, async (port) => {
    const { stop } = await startProgram({
      name: 'nats',
      command,
      args: ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', '.', ...secured],
      store: { dataDir: folder, env: process.env },
      cwd: folder,
      ready: /Server is ready/,
      stopSignals: ['SIGTERM'],
    });
    return { url: `nats://127.0.0.1:${port}`, stop };
  });
}

interface Running {
  child: ChildProcess;
  log: string;
}

function startProcess(name: string, more: Env): Running {
  const { main = '' } = processes.find((planned) => planned.name === name) ?? {};
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--no-warnings', join(root, main)], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      ...bareEnvironment,
      ...addresses,
      OPS_PORT: '0',
      S3_BUCKET: bucket.options.bucket,
      S3_ACCESS_KEY_ID: bucket.options.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.options.secretAccessKey,
      ...Object.fromEntries(['POSTGRES', 'MONGODB', 'REDIS', 'NATS', 'S3'].map((store) => [`${store}_TLS`, 'on'])),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: Running = { child, log: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (running.log += chunk));
  return running;
}

async function endProcess({ child }: Running): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

/** Returns an empty text until it has logged the address of its metrics. */
async function metricsOf({ log }: Running): Promise<string> {
  const [, ops] = /"ops":"(http:[^"]+)"/.exec(log) ?? [];
  return ops ? (await fetch(`${ops}/metrics`)).text() : '';
}

test.each(table)(
  '%s connects to its stores by TLS when it trusts the authority of their certificates',
  async (name, own) => {
    const running = startProcess(name, { NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem') });
    try {
      for (const store of own)
        await until(
          async () => new RegExp(`^dependency_up{.*"${store}".*} 1$`, 'm').test(await metricsOf(running)),
          `${name} has reached ${store}`,
        );
      expect(running.log).not.toMatch(/"level":50|warning/i);
    } finally {
      await endProcess(running);
    }
  },
);

test.each(table)('%s logs a TLS failure when it does not, and retries', async (name, own) => {
  const running = startProcess(name, {});
  try {
    const [first = ''] = own;
    await until(() => running.log.includes(`"store":"${first}"`), `${name} says so of ${first}`);
    await until(() => running.log.includes('TLS handshake with a store failed'), `${name} says why`);
    expect(running.child.exitCode).toBeNull();
  } finally {
    await endProcess(running);
  }
});
