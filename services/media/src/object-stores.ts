import type { Secrets } from '@tribus/community/secrets.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { outboundAgents } from '@tribus/kit/outbound/agents.ts';
import type { Blobs, S3Options } from '@tribus/kit/storage/blob-store.ts';
import type { Bucket } from '@tribus/kit/storage/s3.ts';
import type { ObjectPlace } from './store/object-places.ts';
import type { MediaStore } from './store/store.ts';
import type { ChosenStore } from './store/stores.ts';

/** A store, open. */
export interface ObjectStore {
  /** Null for what the environment names. */
  id: string | null;
  blobs: Blobs;
  /** How the names of all bytes begin that are kept there for this site. */
  prefix: string;
}

interface ObjectStoresOptions {
  ctx: Context;
  store: Pick<MediaStore, 'stores'>;
  secrets: Secrets;
  /** What the environment names. */
  environment: Blobs;
  /** Private hosts that a chosen store may have. */
  allowedHosts: readonly string[];
}

/** Of a chosen store only what is below a folder of its own is ours: the bucket may hold what is others'. */
export const chosenPrefix = 'stores/';
export const prefixOf = (id: string): string => `${chosenPrefix}${id}/`;

/** How long a copy may go on with settings of a store that another one has changed. */
const settingsTtlMs = 3_000;

/** Whose secret it is. */
export const aboutStoreSecret = (id: string): string => `store of objects ${id}`;

/** Where the bytes of a new object go in a store. */
export const placeIn = ({ id, prefix }: Pick<ObjectStore, 'id' | 'prefix'>, key: string): ObjectPlace => ({
  key,
  storeId: id,
  blobKey: prefix ? `${prefix}${key}` : null,
});

/** The stores in which objects lie: what the environment names, and the buckets that admins chose. */
export class ObjectStores {
  readonly #options: ObjectStoresOptions;
  readonly #rows: BatchCache<string, ChosenStore>;
  readonly #open = new Map<string, { settings: string; bucket: Promise<Bucket> }>();
  /** All that were opened, those of settings before included: requests may be under way on their connections. */
  readonly #buckets = new Set<Bucket>();

  constructor(options: ObjectStoresOptions) {
    const { ctx, store } = options;
    this.#options = options;
    this.#rows = new BatchCache((ids) => store.stores.find(ids), { max: 100, ttlMs: settingsTtlMs });
    ctx.onStop('chosen stores of objects', () => {
      for (const bucket of this.#buckets) bucket.close();
    });
    ctx.watch('chosen store of objects', () => this.#chosenAnswers());
  }

  get environment(): ObjectStore {
    return { id: null, blobs: this.#options.environment, prefix: '' };
  }

  /** Where new objects go, by what is chosen at this moment. */
  async current(): Promise<ObjectStore> {
    const chosen = await this.#options.store.stores.current();
    return chosen ? this.#opened(chosen) : this.environment;
  }

  /** The address that an admin says objects are known by elsewhere; empty for none. */
  async publicBaseUrl(): Promise<string> {
    return (await this.#options.store.stores.current())?.publicBaseUrl ?? '';
  }

  /** The one in which an object lies. Throws 503 `unavailable` when it can no longer be opened. */
  async of(storeId: string | null): Promise<ObjectStore> {
    if (storeId === null) return this.environment;
    const row = await this.#rows.get(storeId);
    if (!row) throw new Error('an object lies in a store that is not there');
    return this.#opened(row);
  }

  /** Opens a store by settings that hold from now on, or are tried. Throws an `OutboundError` when nobody may speak to it. */
  async connect(options: S3Options): Promise<Bucket> {
    const agents = outboundAgents(options.endpoint, this.#options.allowedHosts);
    // Loaded only where it is used: the client is large.
    const { connectBucket } = await import('@tribus/kit/storage/s3.ts');
    return connectBucket(options, agents);
  }

  /** The settings of a store have changed. */
  forget(id: string): void {
    this.#rows.delete(id);
  }

  async #opened(row: ChosenStore): Promise<ObjectStore> {
    return { id: row.id, blobs: await this.#bucketOf(row), prefix: prefixOf(row.id) };
  }

  #bucketOf({ id, endpoint, region, bucket, accessKeyId, secretAccessKey }: ChosenStore): Promise<Bucket> {
    const settings = JSON.stringify([endpoint, region, bucket, accessKeyId, secretAccessKey]);
    const known = this.#open.get(id);
    if (known?.settings === settings) return known.bucket;
    const open = async () => {
      const secret = this.#options.secrets.decrypt(secretAccessKey, aboutStoreSecret(id));
      const opened = await this.connect({ endpoint, region, bucket, accessKeyId, secretAccessKey: secret });
      this.#buckets.add(opened);
      return opened;
    };
    const opening = open().catch((cause) => {
      this.#open.delete(id);
      throw fail('unavailable', undefined, { cause });
    });
    this.#open.set(id, { settings, bucket: opening });
    return opening;
  }

  async #chosenAnswers(): Promise<boolean> {
    const chosen = await this.#options.store.stores.current();
    if (chosen) await (await this.#bucketOf(chosen)).assertAnswers();
    return true;
  }
}
