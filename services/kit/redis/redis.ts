import { type RedisOptions as DriverOptions, Redis } from 'ioredis';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { pause } from '../core/loop.ts';

/** How long the opener waits for a server before it goes on without. */
const firstWaitMs = 2_000;

export interface RedisOptions {
  /** `redis://host:6379/0`; `?prefix=x` sets all keys and channels apart from those of others on the same server. */
  url: string;
  /** Whether the service is not ready without it; left out, it must do its work without. */
  required?: boolean;
}

/** Holds only what can be rebuilt: it may be emptied or gone at any time. */
export interface RedisStore {
  /** The driver. Keys are prefixed with the service's name; channels are not, use `publish` and `subscribe`. */
  readonly commands: Redis;
  /** To every copy of the service that listens now. */
  publish(channel: string, message: string): Promise<void>;
  /** Receives what is published while the connection stands; the function it returns ends that. */
  subscribe(channel: string, handle: (message: string) => void): Promise<() => Promise<void>>;
}

/**
 * Opens Redis. Commands fail soon while it is away (`memoryStoreMs`; answered as 503 when not caught), none are queued
 * for later, and the connection is tried for ever.
 */
export async function openRedis(ctx: Context, { url, required = false }: RedisOptions): Promise<RedisStore> {
  const address = new URL(url);
  const prefix = `${address.searchParams.get('prefix') ?? ''}${ctx.name}:`;
  address.search = '';
  const options: DriverOptions = {
    connectionName: ctx.name,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 1,
    commandTimeout: ctx.timeLimits.memoryStoreMs,
    connectTimeout: 2_000 * ctx.timeLimits.factor,
    disconnectTimeout: 200,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  };
  const commands = withErrorListener(ctx, new Redis(address.href, { ...options, keyPrefix: prefix }));
  ctx.onStop('redis', () => commands.disconnect());
  ctx[required ? 'readyWhen' : 'watch']('redis', async () => (await commands.ping()) === 'PONG');
  await reached(ctx, commands);
  const channels = new PubSub(ctx, prefix, () => withErrorListener(ctx, new Redis(address.href, options)));
  return {
    commands,
    publish: async (channel, message) => {
      await commands.publish(`${prefix}${channel}`, message);
    },
    subscribe: (channel, handle) => channels.subscribe(channel, handle),
  };
}

/** Tells operators when the server is away and when it is back. */
function withErrorListener(ctx: Context, redis: Redis): Redis {
  const report = new ConnectionReport(ctx.log, 'redis');
  redis.on('error', (error) => report.failed(error));
  redis.on('ready', () => report.connected());
  return redis;
}

async function reached(ctx: Context, redis: Redis): Promise<void> {
  const ready = new AbortController();
  redis.once('ready', () => ready.abort());
  if (redis.status !== 'ready') await pause(firstWaitMs, AbortSignal.any([ready.signal, ctx.stopping]));
}

/** Who listens to which channel, over a connection of its own that is made for the first listener. */
class PubSub {
  readonly #ctx: Context;
  readonly #prefix: string;
  readonly #connect: () => Redis;
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  #redis: Redis | undefined;

  constructor(ctx: Context, prefix: string, connect: () => Redis) {
    this.#ctx = ctx;
    this.#prefix = prefix;
    this.#connect = connect;
  }

  async subscribe(name: string, handle: (message: string) => void): Promise<() => Promise<void>> {
    const channel = `${this.#prefix}${name}`;
    const listeners = this.#listeners.get(channel) ?? new Set();
    const isFirst = listeners.size === 0;
    this.#listeners.set(channel, listeners.add(handle));
    if (isFirst) await this.#tell('subscribe', channel);
    return async () => {
      listeners.delete(handle);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      await this.#tell('unsubscribe', channel);
    };
  }

  /** What fails here is made good when the connection is back. */
  async #tell(what: 'subscribe' | 'unsubscribe', channel: string): Promise<void> {
    const redis = await this.#open();
    if (redis.status !== 'ready') return;
    await redis[what](channel).catch((error) => this.#ctx.log.warn({ err: error, channel }, `${what} failed`));
  }

  async #open(): Promise<Redis> {
    if (this.#redis) return this.#redis;
    const redis = this.#connect();
    this.#redis = redis;
    this.#ctx.onStop('redis channels', () => redis.disconnect());
    redis.on('message', (channel: string, message: string) => {
      for (const handle of this.#listeners.get(channel) ?? []) handle(message);
    });
    redis.on('ready', () => {
      const channels = [...this.#listeners.keys()];
      if (channels.length === 0) return;
      redis.subscribe(...channels).catch((error) => this.#ctx.log.warn({ err: error }, 'subscribing failed'));
    });
    await reached(this.#ctx, redis);
    return redis;
  }
}
