import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import { gamification } from '@tribus/gamification/src/service.ts';
import { systemClock } from '@tribus/kit/core/clock.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventRecord, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { bootService, stubPeer, type TestService, testContext, trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { messaging } from '@tribus/messaging/src/service.ts';
import { conversationOf } from '@tribus/messaging/src/store/conversation.ts';
import type { StoredMessage } from '@tribus/messaging/src/store/messages.ts';
import { ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import { MongoClient } from 'mongodb';
import { ensureDatabase } from '../stores/databases.ts';
import type { LocalStores } from '../stores/stores.ts';
import { minus, usageOf, usageOfFamily } from './usage.ts';

/** The rate at which a restarted service handles the events that it missed. */
export interface BacklogRow {
  title: string;
  perSecond: number;
  /** Processor time for one event, in microseconds: of the service, and of its stores and the broker. */
  cpuMicros: { service: number; stores: number };
}

const eventCount = 10_000;
const keyCount = 1_000;
const publishedAtOnce = 500;
const timeoutMs = 180_000;

/** One kind of backlog and the service that consumes it. */
interface Backlog {
  title: string;
  service: Service;
  /** Creates the objects of the events, and the events: ten for each of a thousand keys, in turn. */
  prepare(ctx: Context, mongodb: string): Promise<EventRecord[]>;
}

const turns = Array.from({ length: eventCount }, (_, index) => ({ index, key: index % keyCount }));

const likes: Backlog = {
  title: 'likes of 1,000 posts',
  service: gamification,
  prepare: async (ctx) =>
    turns.map(({ index, key }) => {
      const target = {
        tribeId: 100 + (key % 20),
        postId: `post-${key}`,
        targetKind: 'post',
        targetId: `post-${key}`,
      } as const;
      const people = { ownerId: `author-${key % 200}`, userId: `fan-${index}`, userIsAgent: false };
      return recordEvent(ctx, ReactionChanged, { ...target, ...people, type: 'like', previousType: 'none' });
    }),
};

const directMessages: Backlog = {
  title: 'direct messages of 1,000 pairs',
  service: messaging,
  async prepare(ctx, mongodb) {
    const sent = turns.map(({ index, key }): StoredMessage & { _id: string } => {
      const [tribeId, fromUserId, toUserId] = [100, `from-${key}`, `to-${key}`];
      const conversation = conversationOf(tribeId, fromUserId, toUserId);
      const createdAt = new Date(Date.now() + index);
      const content = `Mensaje ${index}`;
      return { _id: randomUUID(), conversation, tribeId, fromUserId, toUserId, content, createdAt, read: false };
    });
    const client = await MongoClient.connect(mongodb);
    try {
      await client.db().collection<StoredMessage & { _id: string }>('direct_messages').insertMany(sent);
    } finally {
      await client.close();
    }
    return sent.map(({ _id: messageId, fromUserId, toUserId, tribeId }) =>
      recordEvent(ctx, MessageSent, { messageId, fromUserId, toUserId, tribeId }),
    );
  },
};

/** Measures ten thousand events of each kind; each service has its own stores on these servers, in this process. */
export async function measureBacklogs(urls: LocalStores['urls']): Promise<BacklogRow[]> {
  const rows: BacklogRow[] = [];
  for (const backlog of [likes, directMessages]) rows.push(await measure(backlog, urls));
  return rows;
}

/** Returns for each kind the run with the median rate. */
export function medianOf(runs: readonly BacklogRow[][]): BacklogRow[] {
  const kinds = runs[0]?.map((_, index) => runs.flatMap((rows) => rows[index] ?? [])) ?? [];
  return kinds.flatMap((rows) => {
    const sorted = rows.toSorted((a, b) => a.perSecond - b.perSecond);
    return sorted[Math.floor(sorted.length / 2)] ?? [];
  });
}

async function measure({ title, service, prepare }: Backlog, urls: LocalStores['urls']): Promise<BacklogRow> {
  const name = `backlog_${randomUUID().slice(0, 8)}`;
  const ctx = { ...testContext('backlog', systemClock, 1), newId: () => randomUUID() };
  const peers = await startPeers();
  const env = {
    POSTGRES_URL: await ensureDatabase(urls.postgres, { name, password: randomUUID() }),
    MONGODB_URL: withPath(urls.mongodb, name),
    REDIS_URL: urls.redis,
    NATS_URL: withPrefix(urls.nats, name),
    CHECK_ANSWERS: 'off',
    LOG_LEVEL: 'warn',
    ...trueTimeLimits,
    ...peers.env,
  };
  try {
    // Creates the stores and the subscription of the service before the backlog exists.
    await (await bootService(service, env)).stop();
    const bus = await openBus(ctx, { url: env.NATS_URL });
    await publishAll(bus, await prepare(ctx, env.MONGODB_URL));
    const copy = await bootService(service, env);
    try {
      return { title, ...(await workedOff(copy)) };
    } finally {
      await copy.stop();
    }
  } finally {
    await ctx.close();
    await peers.stop();
  }
}

/** Events applied by a moment, and the resources used until then, in seconds. */
interface Mark {
  count: number;
  at: number;
  service: number;
  stores: number;
}

/** Measures from the first applied events to the last. */
async function workedOff(copy: TestService): Promise<Omit<BacklogRow, 'title'>> {
  const deadline = performance.now() + timeoutMs;
  const first = await reached(copy, 1, deadline);
  const last = await reached(copy, eventCount, deadline);
  const perEvent = (used: number) => (used / (last.count - first.count)) * 1_000_000;
  return {
    perSecond: ((last.count - first.count) / (last.at - first.at)) * 1_000,
    cpuMicros: { service: perEvent(last.service - first.service), stores: perEvent(last.stores - first.stores) },
  };
}

/** Resolves when `wanted` events are applied. */
async function reached(copy: TestService, wanted: number, deadline: number): Promise<Mark> {
  for (;;) {
    const count = await processedBy(copy);
    const at = performance.now();
    if (count >= wanted) {
      const own = usageOf(process.pid);
      const { cpuSeconds: stores } = minus(usageOfFamily(process.pid), own);
      return { count, at, service: own.cpuSeconds, stores };
    }
    if (at > deadline) throw new Error(`${count} of ${eventCount} events were applied in ${timeoutMs / 1_000} s`);
    await pause(5);
  }
}

async function processedBy({ metrics }: TestService): Promise<number> {
  const counter = await metrics.registry.getSingleMetric('consumer_processed_total')?.get();
  return (counter?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

async function publishAll(bus: Bus, events: readonly EventRecord[]): Promise<void> {
  while (!bus.connected) await pause(10);
  for (const stream of new Set(events.map(({ type }) => streamOf(type)))) await bus.stream(stream);
  for (let from = 0; from < events.length; from += publishedAtOnce)
    await Promise.all(events.slice(from, from + publishedAtOnce).map((event) => bus.publish(event)));
}

async function startPeers() {
  const [identity, tribes] = [new IdentityStub(), new TribesStub()];
  const started = await Promise.all([
    stubPeer('identity', identity.definition, identity.handlers),
    stubPeer('tribes', tribes.definition, tribes.handlers),
  ]);
  const [ofIdentity, ofTribes] = started.map(({ address }) => address);
  return {
    // No call is made for posts: their events carry all fields.
    env: { IDENTITY_GRPC: ofIdentity, TRIBES_GRPC: ofTribes, CONTENT_GRPC: '127.0.0.1:1' },
    stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))),
  };
}

function withPath(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function withPrefix(url: string, prefix: string): string {
  const changed = new URL(url);
  changed.searchParams.set('prefix', prefix);
  return changed.href;
}
