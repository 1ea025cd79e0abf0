import { type RedisOptions as DriverOptions, Redis } from 'ioredis';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { pause } from '../core/loop.ts';

/** Maximum wait for the first connection, after which the service starts without it. */
const firstWaitMs = 2_000;

export interface RedisOptions {
  /** `redis://host:6379/0`; `?prefix=x` separates keys and channels from those of others on the same server. */
  url: string;
  /** Whether readiness depends on it; by default the service must work without it. */
  required?: boolean;
}

/** A store for data that can be rebuilt, because it may be emptied or unavailable at any time. */
export interface RedisStore {
  /** The driver. Keys are prefixed with the service's name; channels are not, use `publish` and `subscribe`. */
  readonly commands: Redis;
  /** Publishes to every subscribed replica of the service. */
  publish(channel: string, message: string): Promise<void>;
  /** Receives messages published while connected; returns an unsubscribe function. */
  subscribe(channel: string, handle: (message: string) => void): Promise<() => Promise<void>>;
}

/**
 * Opens Redis. While it is unavailable, commands fail within `memoryStoreMs` (503 unless caught) without being queued,
 * and reconnecting is retried indefinitely.
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
  await waitForConnection(ctx, commands);
  const channels = new PubSub(ctx, prefix, () => withErrorListener(ctx, new Redis(address.href, options)));
  return {
    commands,
    publish: async (channel, message) => {
      await commands.publish(`${prefix}${channel}`, message);
    },
    subscribe: (channel, handle) => channels.subscribe(channel, handle),
  };
}

/** Logs connection failures and recoveries. */
function withErrorListener(ctx: Context, redis: Redis): Redis {
  const report = new ConnectionReport(ctx.log, 'redis');
  redis.on('error', (error) => report.failed(error));
  redis.on('ready', () => report.connected());
  return redis;
}

async function waitForConnection(ctx: Context, redis: Redis): Promise<void> {
  const ready = new AbortController();
  redis.once('ready', () => ready.abort());
  if (redis.status !== 'ready') await pause(firstWaitMs, AbortSignal.any([ready.signal, ctx.stopping]));
}

interface Channel {
  listeners: Set<(message: string) => void>;
  /** Resolves when the server has confirmed the subscription. */
  subscribed: Promise<void>;
}

/** Channel subscriptions over a separate connection, opened for the first subscription. */
class PubSub {
  readonly #ctx: Context;
  readonly #prefix: string;
  readonly #connect: () => Redis;
  readonly #channels = new Map<string, Channel>();
  #opened: Promise<Redis> | undefined;

  constructor(ctx: Context, prefix: string, connect: () => Redis) {
    this.#ctx = ctx;
    this.#prefix = prefix;
    this.#connect = connect;
  }

  async subscribe(name: string, handle: (message: string) => void): Promise<() => Promise<void>> {
    const channel = `${this.#prefix}${name}`;
    const open = this.#channels.get(channel) ?? this.#openChannel(channel);
    open.listeners.add(handle);
    await open.subscribed;
    return async () => {
      open.listeners.delete(handle);
      if (open.listeners.size > 0 || this.#channels.get(channel) !== open) return;
      this.#channels.delete(channel);
      await this.#send('unsubscribe', channel);
    };
  }

  #openChannel(channel: string): Channel {
    const open = { listeners: new Set<(message: string) => void>(), subscribed: this.#send('subscribe', channel) };
    this.#channels.set(channel, open);
    return open;
  }

  /** Failures are logged only, because all channels are subscribed again after a reconnect. */
  async #send(command: 'subscribe' | 'unsubscribe', channel: string): Promise<void> {
    this.#opened ??= this.#open();
    const redis = await this.#opened;
    if (redis.status !== 'ready') return;
    await redis[command](channel).catch((error) => {
      this.#ctx.log.warn({ err: error, command, channel }, 'redis subscription not changed; retrying after reconnect');
    });
  }

  async #open(): Promise<Redis> {
    const redis = this.#connect();
    this.#ctx.onStop('redis channels', () => redis.disconnect());
    redis.on('message', (channel: string, message: string) => {
      for (const handle of this.#channels.get(channel)?.listeners ?? []) handle(message);
    });
    redis.on('ready', () => {
      const channels = [...this.#channels.keys()];
      if (channels.length === 0) return;
      redis.subscribe(...channels).catch((error) => {
        this.#ctx.log.warn({ err: error }, 'redis subscribe failed; retrying after reconnect');
      });
    });
    await waitForConnection(this.#ctx, redis);
    return redis;
  }
}
