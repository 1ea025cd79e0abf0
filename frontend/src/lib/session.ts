import type { Schema } from './contract.ts';
import { type Observable, observable, useObservable } from './observable.ts';
import { local, readJson, tab } from './storage.ts';

/** The signed-in person as stored on this device; refreshed from GET /auth/me. */
export type SessionUser = Schema<'User'>;

export interface Session {
  token: string | null;
  /** With a token, null until the user has been fetched: the session is not ready. */
  user: SessionUser | null;
  /** Why the last session ended, unless the person signed out. */
  ended: 'expired' | null;
  /** Another tab began it while this one waited for it. */
  begunElsewhere: boolean;
}

const TOKEN = 'token';
const OTHER_TOKEN_KEYS = ['auth_token', 'authToken'];
const USER = 'user';
const LAST_PATH = 'lastPath';
const DEFAULT_PATH = '/tools/tribes';
/** A link to a new password works for so long. */
const ACROSS_TABS_MS = 60 * 60_000;
/** What visitors see and people send each other. */
const VISITED_PATHS = /^\/(u\/|(hominini|invite)$)/;
const SIGN_IN_PATHS = /^\/(login|register|forgot-password|reset-password|auth\/callback)(\/|\?|#|$)/;

const state: Observable<Session> = observable(readSession());

function readSession(): Session {
  const token = [TOKEN, ...OTHER_TOKEN_KEYS].map(local.read).find(Boolean) ?? null;
  return { token, user: token ? readUser() : null, ended: null, begunElsewhere: false };
}

function readUser(): SessionUser | null {
  const value = readJson(local, USER);
  return isSessionUser(value) ? value : null;
}

function isSessionUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'role' in value;
}

export const session = {
  get: state.get,
  subscribe: state.subscribe,

  /** Stores the token and the user after login or registration. */
  start(token: string, user: SessionUser): void {
    local.write(TOKEN, token);
    local.write(USER, JSON.stringify(user));
    state.set({ token, user, ended: null, begunElsewhere: false });
  },

  /** Merges a fresh user object into the stored one. */
  merge(user: Partial<SessionUser>): void {
    const { token, user: kept, begunElsewhere } = state.get();
    if (!token) return;
    const merged = { ...kept, ...user };
    if (!isSessionUser(merged)) return;
    local.write(USER, JSON.stringify(merged));
    state.set({ token, user: merged, ended: null, begunElsewhere });
  },

  /** Removes the session from this device, in all tabs. */
  end(reason: Session['ended'] = null): void {
    for (const key of [TOKEN, ...OTHER_TOKEN_KEYS, USER]) local.remove(key);
    state.set({ token: null, user: null, ended: reason, begunElsewhere: false });
  },

  /** Takes over the session when another tab signs in or out. Returns the way to stop. */
  followOtherTabs(): () => void {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
      const { token, user: before, begunElsewhere } = state.get();
      const next = readSession();
      // Another person signed in: everything on this screen belongs to the one before.
      if (before && next.user && before.id !== next.user.id) location.reload();
      else state.set({ ...next, begunElsewhere: next.token !== null && (token === null || begunElsewhere) });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  },
};

let isForgotten = false;

/** Removes all that is stored on this device, and no path is remembered until the page is loaded anew: the account is gone. */
export function forgetDevice(): void {
  isForgotten = true;
  for (const storage of [local, tab]) storage.removeAll('');
}

/** Stores the path to return to after the next login. */
export function rememberPath(path: string): void {
  if (!isForgotten) tab.write(LAST_PATH, path);
}

/** Remembers what a visitor was looking at when they go to sign in, where that is somebody's or some tribe's page. */
export function rememberVisit({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (VISITED_PATHS.test(pathname)) rememberPath(pathname + search);
}

/** Keeps the remembered path for another tab, too: a mail's link opens one of its own. */
export function rememberPathAcrossTabs(now = Date.now()): void {
  const path = tab.read(LAST_PATH);
  if (path) local.write(LAST_PATH, JSON.stringify({ path, until: now + ACROSS_TABS_MS }));
}

/** Returns and removes the path to go to after login: the stored one unless it is a sign-in page, else the tribes. */
export function takeRememberedPath(otherwise = DEFAULT_PATH, now = Date.now()): string {
  const path = tab.read(LAST_PATH) ?? pathFromOtherTab(now);
  tab.remove(LAST_PATH);
  local.remove(LAST_PATH);
  return path && isOwnPath(path) && !SIGN_IN_PATHS.test(path) ? path : otherwise;
}

function pathFromOtherTab(now: number): string | null {
  const kept = readJson(local, LAST_PATH);
  if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('until' in kept)) return null;
  return typeof kept.path === 'string' && Number(kept.until) > now ? kept.path : null;
}

/** A path of this site however a browser reads it: two slashes, or a slash and a backslash, begin another host. */
function isOwnPath(path: string): boolean {
  const url = URL.parse(path, location.origin);
  return path.startsWith('/') && url?.origin === location.origin && !/[\\\s]/.test(path);
}

export function useSession(): Session {
  return useObservable(state);
}

/** The signed-in person, or null for a visitor. */
export function useMe(): SessionUser | null {
  return useSession().user;
}
