import type { Env } from '@tribus/kit/core/config.ts';

export interface StoreOptions {
  /** Folder of its files, log and secrets. */
  dataDir: string;
  /** Environment with PATH and the addresses of running stores. */
  env: Env;
  /** Undefined: a free port. */
  port?: number | undefined;
  /** Receives a sentence about a slow start. */
  log?: ((sentence: string) => void) | undefined;
  /** Whether the files are deleted after the store ends. Then it does not sync to disk; a killed process loses nothing. */
  disposable?: boolean | undefined;
  /** Aborts the start of the store. */
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
