import { observable } from './observable.ts';
import { readJson, tab } from './storage.ts';

/** Where the build leaves its id (frontend/vite.config.ts); the page carries it too, so that the two can be compared. */
const BUILD_FILE = '/build.json';
const RELOADED = 'reloadedBuilds';
/** How long the answer to "is there a newer build?" holds. */
const freshMs = 5 * 60_000;

/** Whether the server has another build than the one that runs here. */
const outdated = observable(false);
let askedAt = 0;
const holders = new Set<() => boolean>();

/** The id of the build that runs here; null where there was none (the development server). */
export function runningBuild(): string | null {
  return document.querySelector('meta[name="build"]')?.getAttribute('content') ?? null;
}

/** The id of the build that the server has now; null when it does not answer with one. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch(BUILD_FILE, { cache: 'no-store' });
    const { id } = { ...(await response.json()) } as { id?: unknown };
    if (!response.ok || typeof id !== 'string') return null;
    askedAt = Date.now();
    outdated.set(runningBuild() !== null && id !== runningBuild());
    return id;
  } catch {
    // No connection, or the page of a proxy: neither says anything about builds.
    return null;
  }
}

/** Asks for the served build unless that was done within the last five minutes. */
export function checkBuild(): void {
  if (runningBuild() !== null && !outdated.get() && Date.now() - askedAt > freshMs) void servedBuild();
}

/** Whether a newer build is known of: the next change of screen reloads the page. */
export function isOutdated(): boolean {
  return outdated.get();
}

/** While `isHeld` says true the page is never reloaded by itself. Returns the way to stop asking. */
export function holdReload(isHeld: () => boolean): () => void {
  holders.add(isHeld);
  return () => holders.delete(isHeld);
}

/**
 * Reloads the page, at most once for each build in a tab: a reload that did not help is not repeated. Returns false when
 * nothing was done: reloaded before, something is not saved yet, or no build is known.
 */
export function reloadOnce(reload = () => window.location.reload()): boolean {
  const build = runningBuild();
  const before = reloadedBuilds();
  if (build === null || before.includes(build) || [...holders].some((isHeld) => isHeld())) return false;
  tab.write(RELOADED, JSON.stringify([...before, build].slice(-10)));
  // Without storage nothing would stop the next reload.
  if (!reloadedBuilds().includes(build)) return false;
  reload();
  return true;
}

function reloadedBuilds(): unknown[] {
  const builds = readJson(tab, RELOADED);
  return Array.isArray(builds) ? builds : [];
}
