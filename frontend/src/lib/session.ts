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
  /** Another tab began the session while this one waited for it. */
  startedElsewhere: boolean;
}

const TOKEN = 'token';
const OTHER_TOKEN_KEYS = ['auth_token', 'authToken'];
const USER = 'user';
/** The id of the person whose session expired on this device. */
const EXPIRED = 'expiredUser';
/** Prefix of the keys of drafts, before the id of their author. */
export const DRAFTS = 'draft:';
/** Prefix of the keys of a visitor's drafts. */
export const VISITOR_DRAFTS = `${DRAFTS}visitor:`;
const LAST_PATH = 'lastPath';
const VISIT_INDEX = 'visitIndex';
const DEFAULT_PATH = '/tools/tribes';
/** The lifetime of a password reset link. */
const ACROSS_TABS_MS = 60 * 60_000;
/** Pages that visitors see and people share. */
const VISITED_PATHS = /^\/((u|post|clip)\/|(hominini|invite|contact)$)/;
const SIGN_IN_PATHS = /^\/(login|register|forgot-password|reset-password|auth\/callback)(\/|\?|#|$)/;

const state: Observable<Session> = observable(readSession());

function readSession(): Session {
  const token = [TOKEN, ...OTHER_TOKEN_KEYS].map(local.read).find(Boolean) ?? null;
  return { token, user: token ? readUser() : null, ended: null, startedElsewhere: false };
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

  /**
   * Stores the token and the user after login or registration, and removes the drafts of others on this device. Those
   * that a person has typed as a visitor since their session expired stay.
   */
  start(token: string, user: SessionUser): void {
    const own = [`${DRAFTS}${user.id}:`, ...(session.isExpired(user.id) ? [VISITOR_DRAFTS] : [])];
    for (const storage of [local, tab]) storage.removeAll(DRAFTS, ...own);
    local.write(TOKEN, token);
    local.write(USER, JSON.stringify(user));
    state.set({ token, user, ended: null, startedElsewhere: false });
  },

  /** Merges fresh values of a user into the stored ones; ignores those of a person who signed out meanwhile. */
  merge(user: Partial<SessionUser> & Pick<SessionUser, 'id'>): void {
    const { token, user: stored, startedElsewhere } = state.get();
    if (!token || (stored && stored.id !== user.id)) return;
    const merged = { ...stored, ...user };
    if (!isSessionUser(merged)) return;
    local.write(USER, JSON.stringify(merged));
    state.set({ token, user: merged, ended: null, startedElsewhere });
  },

  /** Removes the session from this device, in all tabs. */
  end(reason: Session['ended'] = null): void {
    const { user } = state.get();
    if (reason && user) local.write(EXPIRED, user.id);
    else local.remove(EXPIRED);
    for (const key of [TOKEN, ...OTHER_TOKEN_KEYS, USER]) local.remove(key);
    state.set({ token: null, user: null, ended: reason, startedElsewhere: false });
  },

  /** Whether the last session on this device was one of this person, and has expired. */
  isExpired: (userId: string): boolean => local.read(EXPIRED) === userId,

  /** Takes over the session when another tab signs in or out. Returns a function that stops it. */
  followOtherTabs(): () => void {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
      const { token, user: before, startedElsewhere } = state.get();
      const next = readSession();
      // Another person signed in: everything on this screen belongs to the previous person.
      if (before && next.user && before.id !== next.user.id) location.reload();
      else state.set({ ...next, startedElsewhere: next.token !== null && (token === null || startedElsewhere) });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  },
};

let isForgotten = false;

/** Removes all data stored on this device and remembers no path until the page is reloaded: the account is deleted. */
export function forgetDevice(): void {
  isForgotten = true;
  for (const storage of [local, tab]) storage.removeAll('');
}

/** Stores the path to return to after the next login. A login leads newcomers to the welcome, and then to that path. */
export function rememberPath(path: string): void {
  if (isForgotten || (path.startsWith('/welcome') && tab.read(LAST_PATH))) return;
  tab.write(LAST_PATH, path);
  tab.remove(VISIT_INDEX);
}

/** The position of the current entry in the history, which the router counts. */
const historyIndex = (): number => Number(window.history.state?.idx);

/** Remembers the page of a visitor who leaves to sign in, when it is public, and its entry in the history. */
export function rememberVisit({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (!VISITED_PATHS.test(pathname)) return;
  rememberPath(pathname + search);
  tab.write(VISIT_INDEX, String(historyIndex()));
}

/** The number of history entries since the visited page; NaN without one. */
export const entriesSinceVisit = (): number => historyIndex() - Number(tab.read(VISIT_INDEX) ?? Number.NaN);

/** Also stores the remembered path for other tabs, because a mail's link opens a new tab. */
export function rememberPathAcrossTabs(now = Date.now()): void {
  const path = tab.read(LAST_PATH);
  if (path) local.write(LAST_PATH, JSON.stringify({ path, until: now + ACROSS_TABS_MS }));
}

/** Returns and removes the path to go to after login: the stored one unless it is a sign-in page, else the tribes. */
export function consumeRememberedPath(otherwise = DEFAULT_PATH, now = Date.now()): string {
  const path = tab.read(LAST_PATH) ?? pathFromOtherTab(now);
  for (const key of [LAST_PATH, VISIT_INDEX]) tab.remove(key);
  local.remove(LAST_PATH);
  return path && isOwnPath(path) && !SIGN_IN_PATHS.test(path) ? path : otherwise;
}

function pathFromOtherTab(now: number): string | null {
  const stored = readJson(local, LAST_PATH);
  if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('until' in stored)) return null;
  return typeof stored.path === 'string' && Number(stored.until) > now ? stored.path : null;
}

/** A path of this site for every browser: two slashes, or a slash and a backslash, begin another host. */
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
