import { runningBuild, servedBuild } from './build.ts';

/** Pauses before the second and the third attempt, ms; the fourth follows once the server has responded. */
const pauses = [300, 1200];

/** The messages of browsers (and of Vite, for styles) when the file of an import() cannot be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|unable to preload css/i;

/**
 * A chunk could not be loaded. `offline`: the server is unreachable. `missing`: the server has another build, without
 * the file. `refused`: the server has this build, but the browser does not load the file until the page is reloaded:
 * Chromium keeps the failure of an import() for as long as the page is open.
 */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly kind: 'offline' | 'missing' | 'refused';
  /** Resets the lazy component, so that its next mount loads again. */
  forget: () => void = () => undefined;

  constructor(kind: ChunkLoadError['kind'], cause: unknown) {
    super(`code not loaded: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Imports whose files were loaded: they also work without a connection. */
const loaded = new WeakSet<() => Promise<unknown>>();

/**
 * Runs an import(), with retries while online. Throws ChunkLoadError when the file cannot be fetched. Offline, nothing
 * is requested: browsers refuse a file that once failed for as long as the page is open.
 */
export async function loadChunk<T>(load: () => Promise<T>, wait = pause): Promise<T> {
  if (navigator.onLine === false && !loaded.has(load)) throw new ChunkLoadError('offline', undefined);
  const code = await loadWithRetries(load, wait);
  loaded.add(load);
  return code;
}

async function loadWithRetries<T>(load: () => Promise<T>, wait: typeof pause): Promise<T> {
  for (const ms of pauses) {
    try {
      return await load();
    } catch (error) {
      if (!isNotFetched(error)) throw error;
      if (!navigator.onLine) throw new ChunkLoadError('offline', error);
      await wait(ms);
    }
  }
  let build: string | null;
  try {
    return await load();
  } catch (error) {
    if (!isNotFetched(error)) throw error;
    build = await servedBuild();
    if (build === null) throw new ChunkLoadError('offline', error);
  }
  // The server is reachable, perhaps only since a moment ago.
  return load().catch((error) => {
    const kind = build === runningBuild() ? 'refused' : 'missing';
    throw isNotFetched(error) ? new ChunkLoadError(kind, error) : error;
  });
}

const isNotFetched = (error: unknown): boolean => error instanceof Error && NOT_FETCHED.test(error.message);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
