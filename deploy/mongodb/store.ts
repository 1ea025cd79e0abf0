import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Collection } from './collection.ts';
import { compact } from './compaction.ts';
import { Loading, statementsOf } from './contents.ts';
import { FRAME_OVERHEAD } from './frames.ts';
import { lockDirectory } from './lock.ts';
import { FileLog, type Log, memoryLog } from './log.ts';
import type { Logger } from './logger.ts';
import { assertNamespace } from './namespaces.ts';
import { recover } from './recovery.ts';
import { encode } from './values.ts';

export type StoreOptions = {
  /** Folder of the log; without it the data is lost at the end. */
  dir?: string;
  /** Whether a reply waits for the sync to disk, not only for the operating system. */
  sync: boolean;
  /** Size from which the log is compacted when more than half of it is obsolete. */
  compactFrom: number;
  logger: Logger;
  /** Called when nothing can be written until the next start. */
  broken?: () => void;
};

/** All collections of all databases, by `database.collection`. */
export class Store {
  readonly #collections: Map<string, Collection>;
  readonly #log: Log;
  readonly #release: () => Promise<void>;
  #compacting: Promise<void> | undefined;
  #closing = false;

  private constructor(log: Log, collections: Map<string, Collection>, release: () => Promise<void>) {
    this.#log = log;
    this.#collections = collections;
    this.#release = release;
  }

  static async open({ dir, sync, compactFrom, logger, broken }: StoreOptions): Promise<Store> {
    if (dir === undefined) return new Store(memoryLog, new Map(), () => Promise.resolve());
    await mkdir(dir, { recursive: true });
    const release = await lockDirectory(dir);
    try {
      const path = join(dir, 'data.log');
      const loading = new Loading();
      const length = await recover(path, (entry) => loading.apply(entry), logger);
      const log = await FileLog.open(path, length, sync);
      if (broken) log.onBroken(broken);
      const store = new Store(log, loading.collections(log), release);
      store.#compactWhenWorthIt(log, compactFrom, logger);
      return store;
    } catch (error) {
      await release();
      throw error;
    }
  }

  collection(namespace: string): Collection | undefined {
    return this.#collections.get(namespace);
  }

  collections(): Collection[] {
    return [...this.#collections.values()];
  }

  inDatabase(database: string): Collection[] {
    return this.collections().filter(({ namespace }) => namespace.startsWith(`${database}.`));
  }

  /** Returns the collection, created when missing. */
  ensure(namespace: string): Collection {
    const known = this.#collections.get(namespace);
    if (known) return known;
    assertNamespace(namespace);
    const collection = new Collection(namespace, this.#log);
    this.#collections.set(namespace, collection);
    this.#log.append('create', namespace, encode({}), () => this.#collections.delete(namespace));
    return collection;
  }

  drop(collection: Collection): void {
    const { namespace } = collection;
    this.#collections.delete(namespace);
    this.#log.append('drop', namespace, encode({}), () => this.#collections.set(namespace, collection));
  }

  /** Resolves when all changes so far are durable; rejects when they were rolled back. */
  commit(): Promise<void> {
    return this.#log.commit();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#compacting;
    await this.#log.close();
    await this.#release();
  }

  #compactWhenWorthIt(log: FileLog, from: number, logger: Logger): void {
    let least = from;
    log.onWritten(() => {
      if (this.#closing || this.#compacting || log.length < least || log.length < 2 * this.#liveBytes()) return;
      this.#compacting = compact(log, statementsOf(this.collections()))
        .then(() => logger.info({ length: log.length }, 'log compacted'))
        .catch((error: unknown) => {
          least = log.length + from;
          logger.error({ err: error }, 'log not compacted; the old log remains in use');
        })
        .finally(() => {
          this.#compacting = undefined;
        });
    });
  }

  /** Estimated size of the log after a compaction. */
  #liveBytes(): number {
    let bytes = 0;
    for (const { namespace, bytes: size, count } of this.#collections.values()) {
      bytes += size + count * (namespace.length + FRAME_OVERHEAD);
    }
    return bytes;
  }
}
