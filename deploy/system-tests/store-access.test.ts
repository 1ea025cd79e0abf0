import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { openBus } from '@tribus/kit/events/bus.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { openRedis } from '@tribus/kit/redis/redis.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { type ProcessContext, processOf } from '@tribus/kit/testing/things.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { createLog } from '@tribus/kit/trace/log.ts';
import { natsServer } from '../stores/nats.ts';
import { onPort, startProgram } from '../stores/programs.ts';
import { serveRedis } from '../stores/redis-server.ts';
import { testWithOwnSystem as test } from './targets.ts';

/** Contains characters that must be encoded in an address. */
const password = `${randomBytes(8).toString('hex')}:@/%`;
const encoded = encodeURIComponent(password);

interface Guarded {
  /** The address without user and password. */
  url: string;
  stop(): Promise<void>;
}

let folder: string;
let stores: TestStores;
let nats: Guarded;
let redis: Guarded;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tribus-access-'));
  [stores, nats, redis] = await Promise.all([testStores(), startGuardedNats(), serveRedis(0, password)]);
});

afterAll(async () => {
  await Promise.all([nats.stop(), redis.stop(), stores.drop()]);
  await rm(folder, { recursive: true, force: true });
});

async function startGuardedNats(): Promise<Guarded> {
  const command = await natsServer(process.env);
  await writeFile(join(folder, 'nats.conf'), 'authorization { user: tribus, password: $NATS_PASSWORD }');
  return onPort(undefined, async (port) => {
    const { stop } = await startProgram({
      name: 'nats',
      command,
      args: ['--addr', '127.0.0.1', '--port', String(port), '-c', 'nats.conf', '--jetstream', '--store_dir', '.'],
      store: { dataDir: folder, env: process.env },
      cwd: folder,
      env: { NATS_PASSWORD: JSON.stringify(password) },
      ready: /Server is ready/,
      stopSignals: ['SIGTERM'],
    });
    return { url: `nats://127.0.0.1:${port}`, stop };
  });
}

/** Starts a process of a service whose log can be read. */
function openProcess(): {
  ctx: ProcessContext;
  lines: { level: number; store?: string; msg: string }[];
  text(): string;
} {
  const written: string[] = [];
  const log = createLog('things', 'debug', { write: (line: string) => void written.push(line) });
  return {
    ctx: { ...processOf('things'), log },
    get lines() {
      return written.map((line) => JSON.parse(line));
    },
    text: () => written.join(''),
  };
}

const as = (url: string, user: string, secret: string): string => url.replace('//', `//${user}:${secret}@`);
const wrongPassword = 'not-the-password-at-all';

const openers: [string, (ctx: ProcessContext, secret: string) => Promise<unknown>][] = [
  ['nats', (ctx, secret) => openBus(ctx, { url: as(nats.url, 'tribus', secret) })],
  ['redis', (ctx, secret) => openRedis(ctx, { url: as(redis.url, '', secret) })],
  [
    'postgres',
    (ctx, secret) => {
      const url = new URL(stores.env.POSTGRES_URL);
      url.password = secret;
      return migrate(ctx, url.href, '/nowhere').catch(() => undefined);
    },
  ],
];

test.each(openers)('a wrong password of %s is logged as an error once, without the password', async (store, open) => {
  const process = openProcess();
  const opening = open(process.ctx, wrongPassword);
  const errors = () => process.lines.filter((line) => line.store === store && line.level >= 50);
  await until(() => errors().length > 0, 'it is said');
  expect(errors()).toEqual([
    expect.objectContaining({ msg: expect.stringContaining('refused the user or the password') }),
  ]);
  await process.ctx.close();
  await opening;
  expect(errors()).toHaveLength(1);
  expect(process.text()).not.toContain(wrongPassword);
});

test('a password may contain characters that are encoded in an address', async () => {
  const { ctx } = openProcess();
  const [bus, { commands }] = await Promise.all([
    openBus(ctx, { url: as(nats.url, 'tribus', encoded) }),
    openRedis(ctx, { url: as(redis.url, 'default', encoded) }),
  ]);
  await until(() => bus.connected, 'the bus is connected');
  expect(await commands.ping()).toBe('PONG');
  await ctx.close();
});
