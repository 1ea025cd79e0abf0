import type { Env } from '@tribus/kit/core/config.ts';

export interface StoreOptions {
  /** Folder of its files, log and secrets. */
  dataDir: string;
  /** Environment with PATH and the addresses of running stores. */
  env: Env;
  /** A free one when undefined. */
  port?: number | undefined;
  /** Receives a sentence about a slow start. */
  log?: ((sentence: string) => void) | undefined;
  /** Its files are deleted after it ends: it need not sync to disk. A killed process loses nothing even so. */
  disposable?: boolean | undefined;
  /** Aborts a start. */
  signal?: AbortSignal | undefined;
}

/** A store that was started here. */
export interface LocalStore {
  url: string;
  pid: number;
  /** Resolves on an exit without `stop`; the text completes the sentence "postgres …". */
  exited: Promise<string>;
  stop(): Promise<void>;
}
