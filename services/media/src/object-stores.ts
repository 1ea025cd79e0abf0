import type { Secrets } from '@tribus/community/secrets.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { outboundAgents } from '@tribus/kit/outbound/agents.ts';
import type { Blobs, S3Options } from '@tribus/kit/storage/blob-store.ts';
import type { Bucket } from '@tribus/kit/storage/s3.ts';
import type { ObjectLocation } from './store/object-locations.ts';
import type { MediaStore } from './store/store.ts';
import type { ChosenStore } from './store/stores.ts';

/** An open store of objects. */
export interface ObjectStore {
  /** Null for the store of the environment. */
  id: string | null;
  blobs: Blobs;
  /** The prefix of all blob names of this site in the store. */
  prefix: string;
}

interface ObjectStoresOptions {
  ctx: Context;
  store: Pick<MediaStore, 'stores'>;
  secrets: Secrets;
  /** The store configured by the environment. */
  environment: Blobs;
  /** Private hosts allowed for a chosen store. */
  allowedHosts: readonly string[];
}

/** In a chosen store we own only the blobs below our own prefix: the bucket may contain other data. */
export const chosenPrefix = 'stores/';
export const prefixOf = (id: string): string => `${chosenPrefix}${id}/`;

/** Maximum age of settings that a replica uses, because another one may have changed the store. */
const settingsTtlMs = 3_000;

/** Buckets open at once. A site uses a few stores; more are those of settings tried by admins. */
const openMax = 50;

/** The associated data of a store's encrypted secret. */
export const aboutStoreSecret = (id: string): string => `store of objects ${id}`;

/** Returns the location of a new object's bytes in a store. */
export const locationIn = ({ id, prefix }: Pick<ObjectStore, 'id' | 'prefix'>, key: string): ObjectLocation => ({
  key,
  storeId: id,
  blobKey: prefix ? `${prefix}${key}` : null,
});

/** The stores of objects: the one of the environment, and the buckets that admins chose. */
export class ObjectStores {
  readonly #options: ObjectStoresOptions;
  readonly #rows: BatchCache<string, ChosenStore>;
  /**
   * The opened buckets by store and settings, the longest unused first. Those of outdated settings stay for a while:
   * requests may still use their connections.
   */
  readonly #open = new Map<string, Promise<Bucket>>();

  constructor(options: ObjectStoresOptions) {
    const { ctx, store } = options;
    this.#options = options;
    this.#rows = new BatchCache((ids) => store.stores.find(ids), { max: 100, ttlMs: settingsTtlMs });
    ctx.onStop('chosen stores of objects', () => {
      for (const key of this.#open.keys()) this.#close(key);
    });
    ctx.watch('chosen store of objects', () => this.#chosenIsReachable());
  }

  get environment(): ObjectStore {
    return { id: null, blobs: this.#options.environment, prefix: '' };
  }

  /** The store for new objects at this moment. */
  async current(): Promise<ObjectStore> {
    const chosen = await this.#options.store.stores.current();
    return chosen ? this.#opened(chosen) : this.environment;
  }

  /** The public address of objects in the chosen store; empty for none. */
  async publicBaseUrl(): Promise<string> {
    return (await this.#options.store.stores.current())?.publicBaseUrl ?? '';
  }

  /** The store of an object. Throws 503 `unavailable` when it can no longer be opened. */
  async of(storeId: string | null): Promise<ObjectStore> {
    if (storeId === null) return this.environment;
    const row = await this.#rows.get(storeId);
    if (!row) throw new Error('the store of an object does not exist');
    return this.#opened(row);
  }

  /** Opens a store with new settings or for a test. Throws an `OutboundError` when the host is not allowed. */
  async connect(options: S3Options): Promise<Bucket> {
    const agents = outboundAgents(options.endpoint, this.#options.allowedHosts);
    // Loaded only where it is used: the client is large.
    const { connectBucket } = await import('@tribus/kit/storage/s3.ts');
    return connectBucket(options, this.#options.ctx.timeLimits, agents);
  }

  /** Evicts the cached settings of a store that have changed. */
  forget(id: string): void {
    this.#rows.delete(id);
  }

  async #opened(row: ChosenStore): Promise<ObjectStore> {
    return { id: row.id, blobs: await this.#bucketOf(row), prefix: prefixOf(row.id) };
  }

  #bucketOf({ id, endpoint, region, bucket, accessKeyId, secretAccessKey }: ChosenStore): Promise<Bucket> {
    const key = JSON.stringify([id, endpoint, region, bucket, accessKeyId, secretAccessKey]);
    const open = async () => {
      const secret = this.#options.secrets.decrypt(secretAccessKey, aboutStoreSecret(id));
      return this.connect({ endpoint, region, bucket, accessKeyId, secretAccessKey: secret });
    };
    const known = this.#open.get(key);
    const opening =
      known ??
      open().catch((cause) => {
        if (this.#open.get(key) === opening) this.#open.delete(key);
        throw fail('unavailable', undefined, { cause });
      });
    this.#open.delete(key);
    this.#open.set(key, opening);
    const [longestUnused] = this.#open.keys();
    if (longestUnused !== undefined && this.#open.size > openMax) this.#close(longestUnused);
    return opening;
  }

  #close(key: string): void {
    // A bucket that could not be opened has no connections.
    this.#open.get(key)?.then(
      (bucket) => bucket.close(),
      () => undefined,
    );
    this.#open.delete(key);
  }

  async #chosenIsReachable(): Promise<boolean> {
    const chosen = await this.#options.store.stores.current();
    if (chosen) await (await this.#bucketOf(chosen)).assertAvailable();
    return true;
  }
}
