import { observable } from './observable.ts';
import { readJson, tab } from './storage.ts';

/** The file with the id of the build (frontend/vite.config.ts); index.html has the id in a meta tag. */
const BUILD_FILE = '/build.json';
const RELOADED = 'reloadedBuilds';
/** Validity of a check for a newer build. */
const freshMs = 5 * 60_000;

/** Whether the server has another build than the running one. */
const outdated = observable(false);
let checkedAt = 0;
const blockers = new Set<() => boolean>();

/** The id of the running build; null on the development server. */
export function runningBuild(): string | null {
  return document.querySelector('meta[name="build"]')?.getAttribute('content') ?? null;
}

/** Fetches the id of the server's build; null when there is no valid response. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch(BUILD_FILE, { cache: 'no-store' });
    const { id } = { ...(await response.json()) } as { id?: unknown };
    if (!response.ok || typeof id !== 'string') return null;
    checkedAt = Date.now();
    outdated.set(runningBuild() !== null && id !== runningBuild());
    return id;
  } catch {
    // No connection, or the page of a proxy: the server's build is unknown.
    return null;
  }
}

/** Checks for a newer build, at most every five minutes. */
export function checkBuild(): void {
  if (runningBuild() !== null && !outdated.get() && Date.now() - checkedAt > freshMs) void servedBuild();
}

/** Whether a newer build is known: the next change of screen reloads the page. */
export function isOutdated(): boolean {
  return outdated.get();
}

/** Prevents automatic reloads while `isBlocked` returns true. Returns a function that removes it. */
export function blockReload(isBlocked: () => boolean): () => void {
  blockers.add(isBlocked);
  return () => blockers.delete(isBlocked);
}

/**
 * Reloads the page, at most once per build and tab, since a second reload would not help either. Returns false when it
 * did not reload: reloaded before, unsent data, or no known build.
 */
export function reloadOnce(reload = () => window.location.reload()): boolean {
  const build = runningBuild();
  const before = reloadedBuilds();
  if (build === null || before.includes(build) || [...blockers].some((isBlocked) => isBlocked())) return false;
  tab.write(RELOADED, JSON.stringify([...before, build].slice(-10)));
  // Without storage nothing would prevent a reload loop.
  if (!reloadedBuilds().includes(build)) return false;
  reload();
  return true;
}

function reloadedBuilds(): unknown[] {
  const builds = readJson(tab, RELOADED);
  return Array.isArray(builds) ? builds : [];
}
