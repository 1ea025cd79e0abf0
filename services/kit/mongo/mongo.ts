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
import { type AnyRetention, listExpiries } from '../core/retention.ts';
import { type EmittedEvent, type EventType, recordEvent } from '../events/events.ts';
import type { EmbeddedEvent } from './embedded-events.ts';
import { createIndexes } from './indexes.ts';
import { kitRetention } from './kit-retention.ts';
import { withTimeLimits } from './time-limits.ts';

/** Pause between attempts to connect or to create indexes. */
const retryMs = 500;
/** Time for which `openMongo` waits for the server before it resolves without a connection. */
const firstWaitMs = 2_000;

export interface MongoOptions {
  /** `mongodb://host:27017`; the path (`/name`) selects the database. */
  url: string;
  /** The database when the URL has no path; defaults to the service's name. */
  database?: string;
  /** Retention of each collection; others are rejected. Without it all are allowed, and only the kit's expire. */
  retention?: AnyRetention;
}

export interface Mongo {
  readonly db: Db;
  /** Returns a collection with time limits (time-limits.ts). Throws when it has no declared retention. */
  collection<T extends Document>(name: string, options?: CollectionOptions): Collection<T>;
  /** Creates indexes once connected; the service is not ready before. */
  ensureIndexes(collection: string, indexes: IndexDescription[]): void;
  /** Creates an event to embed in the document written next (`withEvents`). */
  event<P>(type: EventType<P>, payload: NoInfer<P>): EmbeddedEvent;
  /** Calls `listener` for every `event`, shortly before its document is written. */
  onEvent(listener: (event: EmittedEvent) => void): void;
}

/**
 * Opens a service's document database. A service starts without it: until the connection succeeds, calls fail within
 * their time limits (time-limits.ts) with an error that maps to 503, and the service is not ready. Connecting is
 * retried without limit; failures are logged.
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
    // Also aborts a connection attempt, which would otherwise run until its time limit.
    await client.close();
    await stopped;
  });
  await mongo.waitForConnection(firstWaitMs);
  return mongo;
}

/** A connection string with several hosts is not a valid URL. */
const databaseIn = (url: string): string | undefined => /^[^/]+\/\/[^/]*\/([^?]+)/.exec(url)?.[1];

class ConnectedMongo implements Mongo {
  readonly db: Db;
  readonly #ctx: Context;
  readonly #pendingIndexes: { collection: string; indexes: IndexDescription[] }[];
  readonly #listeners: ((event: EmittedEvent) => void)[] = [];
  readonly #loop;
  readonly #client: MongoClient;
  readonly #report: ConnectionReport;
  readonly #connected = new AbortController();
  readonly #retention: AnyRetention | undefined;

  constructor(ctx: Context, client: MongoClient, database: string, retention: AnyRetention | undefined) {
    this.#ctx = ctx;
    this.#client = client;
    this.#retention = retention;
    this.#report = new ConnectionReport(ctx.log, 'mongodb');
    this.db = client.db(database);
    this.#pendingIndexes = listExpiries(retention ?? kitRetention).map(({ name: collection, since, maxAgeMs }) => ({
      collection,
      indexes: [{ key: { [since]: 1 }, expireAfterSeconds: maxAgeMs / 1000 }],
    }));
    this.#loop = startLoop(ctx, 'mongodb indexes', retryMs, () => this.#createIndexes());
  }

  get indexed(): boolean {
    return this.#pendingIndexes.length === 0;
  }

  collection<T extends Document>(name: string, options?: CollectionOptions): Collection<T> {
    if (this.#retention && !(name in this.#retention)) throw new Error(`no retention declared for collection ${name}`);
    return withTimeLimits(this.db.collection<T>(name, options), this.#ctx.timeLimits);
  }

  ensureIndexes(collection: string, indexes: IndexDescription[]): void {
    this.#pendingIndexes.push({ collection, indexes });
    this.#loop.wake();
  }

  event<P>(type: EventType<P>, payload: NoInfer<P>): EmbeddedEvent {
    const { id: _id, payload: bytes, ...event } = recordEvent(this.#ctx, type, payload);
    for (const listener of this.#listeners) listener({ type: event.type, payload: bytes });
    const { attempt: _, ...record } = event;
    return { _id, payload: new Binary(bytes), ...record, writtenAt: new Date() };
  }

  onEvent(listener: (event: EmittedEvent) => void): void {
    this.#listeners.push(listener);
  }

  async waitForConnection(withinMs: number): Promise<void> {
    await pause(withinMs, AbortSignal.any([this.#connected.signal, this.#ctx.stopping]));
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * The driver connects automatically only once: when that fails, it closes its topology, and all later calls fail. An
   * explicit `connect` creates a new topology.
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
    this.#connected.abort();
    return true;
  }

  async #createIndexes(): Promise<void> {
    if (!this.#connected.signal.aborted && !(await this.#connect())) return;
    for (let next = this.#pendingIndexes[0]; next; next = this.#pendingIndexes[0]) {
      await createIndexes(this.db, this.#ctx.log, next.collection, next.indexes);
      this.#pendingIndexes.shift();
    }
  }
}
