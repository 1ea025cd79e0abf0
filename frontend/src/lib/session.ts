import type { Schema } from './contract.ts';
import { type Observable, observable, useObservable } from './observable.ts';
import { local, readJson, tab } from './storage.ts';

/** What the app keeps of the signed-in person; refreshed from GET /auth/me and merged. */
export type SessionUser = Schema<'User'>;

export interface Session {
  token: string | null;
  /** May be null for a moment with a token: until then the session is not ready. */
  user: SessionUser | null;
  /** Why the last session ended, when it was not the person's own wish. */
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

  /** Keeps the token and the person after login or registration. */
  start(token: string, user: SessionUser): void {
    local.write(TOKEN, token);
    local.write(USER, JSON.stringify(user));
    state.set({ token, user, ended: null });
  },

  /** Merges a fresh user object into the kept one. */
  merge(user: Partial<SessionUser>): void {
    const { token, user: kept } = state.get();
    if (!token) return;
    const merged = { ...kept, ...user };
    if (!isSessionUser(merged)) return;
    local.write(USER, JSON.stringify(merged));
    state.set({ token, user: merged, ended: null });
  },

  /** Forgets the session on this device, in all tabs. */
  end(reason: Session['ended'] = null): void {
    for (const key of [TOKEN, ...OTHER_TOKEN_KEYS, USER]) local.remove(key);
    state.set({ token: null, user: null, ended: reason });
  },

  /** Another tab signed in or out: follow it. */
  followOtherTabs(): () => void {
    const follow = (event: StorageEvent) => {
      if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
      const before = state.get().user;
      const next = readSession();
      // Somebody else signed in: nothing on this screen is theirs.
      if (before && next.user && before.id !== next.user.id) location.reload();
      else state.set(next);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  },
};

/** Remembers where the person was, for after the next login. */
export function rememberPath(path: string): void {
  tab.write(LAST_PATH, path);
}

/** Where to go after login: the remembered path unless it is a sign-in page, else the tribes. Forgets it. */
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
