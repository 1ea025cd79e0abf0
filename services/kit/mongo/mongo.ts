import {
  Binary,
  type Collection,
  type CollectionOptions,
  type Db,
  type Document,
  type IndexDescription,
  MongoClient,
} from 'mongodb';
import { ConnectionReport } from '../core/connection-report.ts';
import type { Context } from '../core/context.ts';
import { pause, startLoop } from '../core/loop.ts';
import { type AnyRetention, expiriesOf } from '../core/retention.ts';
import { type EventType, recordEvent } from '../events/events.ts';
import { makeIndexes } from './indexes.ts';
import { kitRetention } from './kit-retention.ts';
import { withTimeLimits } from './time-limits.ts';

/** Between two attempts to connect, or to make the indexes. */
const retryMs = 500;
/** How long the opener waits for a server before it goes on without. */
const firstWaitMs = 2_000;

export interface MongoOptions {
  /** `mongodb://host:27017`; a path (`/name`) names the database. */
  url: string;
  /** The database when the address names none; the service's name when left out. */
  database?: string;
  /** How long it keeps what is in each collection; there are no others. Where it is left out anything goes, and only the kit's own expires. */
  retention?: AnyRetention;
}

/** An event inside of the document it is about, until it is published (outbox.ts). */
export interface EmbeddedEvent {
  _id: string;
  type: string;
  /** What it is about; absent where a version without keys wrote it. */
  key?: string | undefined;
  payload: Binary;
  occurredAt: Date;
  requestId: string;
  traceparent?: string | undefined;
  /** The time of the machine. */
  writtenAt: Date;
}

export interface Mongo {
  readonly db: Db;
  /** Its calls end in time (time-limits.ts). Throws for a collection of which the retention says nothing. */
  collection<T extends Document>(name: string, options?: CollectionOptions): Collection<T>;
  /** Makes indexes once the server is there; the service is not ready before. */
  ensureIndexes(collection: string, indexes: IndexDescription[]): void;
  /** Something that happens with the write that follows; to be embedded in its document (`withEvents`). */
  event<P>(type: EventType<P>, payload: NoInfer<P>): EmbeddedEvent;
  /** Called for every `event`, shortly before its document is written. */
  onEvent(listener: () => void): void;
}

/**
 * Opens a service's document database. A service starts without it: calls fail in time (time-limits.ts), with an error
 * that is answered as 503, until the server is there, and the service is not ready. The server is tried until it is
 * reached, however late it comes; why it is not is logged.
 */
export async function openMongo(ctx: Context, options: MongoOptions): Promise<Mongo> {
  const timeoutMs = ctx.timeLimits.callMs;
  const client = new MongoClient(options.url, {
    appName: ctx.name,
    maxPoolSize: 10,
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs + 500,
    heartbeatFrequencyMS: 2_000,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
  });
  const database = databaseIn(options.url) ?? options.database ?? ctx.name;
  const mongo = new ConnectedMongo(ctx, client, database, options.retention);
  ctx.readyWhen('mongodb', async () => mongo.indexed && (await mongo.db.command({ ping: 1 })).ok === 1);
  ctx.onStop('mongodb', async () => {
    const stopped = mongo.stop();
    // Ends an attempt to connect, too, which would be waited for until its time limit.
    await client.close();
    await stopped;
  });
  await mongo.reached(firstWaitMs);
  return mongo;
}

/** Addresses with several hosts are not URLs to others. */
const databaseIn = (url: string): string | undefined => /^[^/]+\/\/[^/]*\/([^?]+)/.exec(url)?.[1];

class ConnectedMongo implements Mongo {
  readonly db: Db;
  readonly #ctx: Context;
  readonly #wanted: { collection: string; indexes: IndexDescription[] }[];
  readonly #listeners: (() => void)[] = [];
  readonly #loop;
  readonly #client: MongoClient;
  readonly #report: ConnectionReport;
  readonly #reached = new AbortController();
  readonly #retention: AnyRetention | undefined;

  constructor(ctx: Context, client: MongoClient, database: string, retention: AnyRetention | undefined) {
    this.#ctx = ctx;
    this.#client = client;
    this.#retention = retention;
    this.#report = new ConnectionReport(ctx.log, 'mongodb');
    this.db = client.db(database);
    this.#wanted = expiriesOf(retention ?? kitRetention).map(({ name: collection, since, maxAgeMs }) => ({
      collection,
      indexes: [{ key: { [since]: 1 }, expireAfterSeconds: maxAgeMs / 1000 }],
    }));
    this.#loop = startLoop(ctx, 'indexes of mongodb', retryMs, () => this.#makeIndexes());
  }

  get indexed(): boolean {
    return this.#wanted.length === 0;
  }

  collection<T extends Document>(name: string, options?: CollectionOptions): Collection<T> {
    if (this.#retention && !(name in this.#retention)) throw new Error(`say how long ${name} is kept`);
    return withTimeLimits(this.db.collection<T>(name, options), this.#ctx.timeLimits);
  }

  ensureIndexes(collection: string, indexes: IndexDescription[]): void {
    this.#wanted.push({ collection, indexes });
    this.#loop.wake();
  }

  event<P>(type: EventType<P>, payload: NoInfer<P>): EmbeddedEvent {
    const { id: _id, payload: bytes, ...event } = recordEvent(this.#ctx, type, payload);
    for (const listener of this.#listeners) listener();
    const { attempt: _, ...facts } = event;
    return { _id, payload: new Binary(bytes), ...facts, writtenAt: new Date() };
  }

  onEvent(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async reached(withinMs: number): Promise<void> {
    await pause(withinMs, AbortSignal.any([this.#reached.signal, this.#ctx.stopping]));
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * The driver connects by itself only once: when that fails, its topology is closed and every later call fails at
   * once. An explicit connection makes a new one.
   */
  async #connect(): Promise<boolean> {
    try {
      await this.#client.connect();
      await this.db.command({ ping: 1 });
    } catch (error) {
      if (!this.#ctx.stopping.aborted) this.#report.failed(error);
      return false;
    }
    this.#report.connected();
    this.#reached.abort();
    return true;
  }

  async #makeIndexes(): Promise<void> {
    if (!this.#reached.signal.aborted && !(await this.#connect())) return;
    for (let next = this.#wanted[0]; next; next = this.#wanted[0]) {
      await makeIndexes(this.db, this.#ctx.log, next.collection, next.indexes);
      this.#wanted.shift();
    }
  }
}
