import type { Env } from '@tribus/kit/core/config.ts';

/** How one store is started. */
export interface StoreOptions {
  /** Its files, log and secrets lie here. */
  dataDir: string;
  /** Where programs are looked for, and addresses of stores that run already. */
  env: Env;
  /** A free one when absent. */
  port?: number | undefined;
  /** Told in a sentence what takes long. */
  log?: ((sentence: string) => void) | undefined;
  /** Nobody asks for its files once it has ended: it need not wait for the disk. A killed process loses nothing even so. */
  disposable?: boolean | undefined;
  /** Breaks a start off. */
  signal?: AbortSignal | undefined;
}

/** A store that was started here. */
export interface LocalStore {
  url: string;
  pid: number;
  /** Resolves when it ended and `stop` was not called, with how; completes the sentence "postgres …". */
  died: Promise<string>;
  stop(): Promise<void>;
}
