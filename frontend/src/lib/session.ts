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
}

const TOKEN = 'token';
const OTHER_TOKEN_KEYS = ['auth_token', 'authToken'];
const USER = 'user';
const LAST_PATH = 'lastPath';
const DEFAULT_PATH = '/tools/tribes';

const state: Observable<Session> = observable(readSession());

function readSession(): Session {
  const token = [TOKEN, ...OTHER_TOKEN_KEYS].map(local.read).find(Boolean) ?? null;
  return { token, user: token ? readUser() : null, ended: null };
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
    state.set({ token, user, ended: null });
  },

  /** Merges a fresh user object into the stored one. */
  merge(user: Partial<SessionUser>): void {
    const { token, user: kept } = state.get();
    if (!token) return;
    const merged = { ...kept, ...user };
    if (!isSessionUser(merged)) return;
    local.write(USER, JSON.stringify(merged));
    state.set({ token, user: merged, ended: null });
  },

  /** Removes the session from this device, in all tabs. */
  end(reason: Session['ended'] = null): void {
    for (const key of [TOKEN, ...OTHER_TOKEN_KEYS, USER]) local.remove(key);
    state.set({ token: null, user: null, ended: reason });
  },

  /** Takes over the session when another tab signs in or out. Returns the way to stop. */
  followOtherTabs(): () => void {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
      const before = state.get().user;
      const next = readSession();
      // Another person signed in: everything on this screen belongs to the one before.
      if (before && next.user && before.id !== next.user.id) location.reload();
      else state.set(next);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  },
};

/** Stores the path to return to after the next login. */
export function rememberPath(path: string): void {
  tab.write(LAST_PATH, path);
}

/** Returns and removes the path to go to after login: the stored one unless it is a sign-in page, else the tribes. */
export function takeRememberedPath(): string {
  const path = tab.read(LAST_PATH);
  tab.remove(LAST_PATH);
  const isOwnPath = path?.startsWith('/') && !path.startsWith('//');
  const isSignIn = path && /^\/(login|register)(\/|\?|#|$)/.test(path);
  return path && isOwnPath && !isSignIn ? path : DEFAULT_PATH;
}

export function useSession(): Session {
  return useObservable(state);
}

/** The signed-in person, or null for a visitor. */
export function useMe(): SessionUser | null {
  return useSession().user;
}
