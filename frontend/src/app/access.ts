import type { Schema } from '../lib/contract.ts';
import { paths } from '../lib/paths.ts';

/** The person who requests a screen. */
export interface Person {
  /** `loading`: signed in, but the user has not been fetched yet. */
  session: 'visitor' | 'loading' | 'signed-in';
  /** Null for a visitor. */
  siteRole: Schema<'User'>['role'] | null;
  /** The roles of active memberships by tribe id; undefined while loading. */
  tribeRoles: ReadonlyMap<number, Schema<'MemberRole'>> | undefined;
}

/** Shown instead of a screen: a redirect, or a page. */
export type Refusal = { to: string } | 'not-found' | 'no-access';

/** `unknown` is shown as a skeleton. */
export type AccessDecision = 'allowed' | 'unknown' | Refusal;

/** Decides access to a screen, given the parameters and the query of its address. The server checks again on each call. */
export type Access = (
  person: Person,
  params: Readonly<Record<string, string | undefined>>,
  search?: string,
) => AccessDecision;

/** Redirects to the login, and back afterwards. */
export const toLogin: Refusal = { to: paths.login };

export const anyone: Access = () => 'allowed';

export const signedIn: Access = ({ session }) => {
  if (session === 'visitor') return toLogin;
  return session === 'loading' ? 'unknown' : 'allowed';
};

/** Site admins; other signed-in people get `otherwise`. */
export const siteAdmin =
  (otherwise: Refusal): Access =>
  (person, params) => {
    const decision = signedIn(person, params);
    return decision === 'allowed' && person.siteRole !== 'admin' ? otherwise : decision;
  };

/**
 * Owners of the tribe, or of any tribe without `readTribeId`, and site admins; other signed-in people get `otherwise`.
 * @awaited by `/owner/level-tests`.
 */
export const tribeOwner =
  (otherwise: Refusal, readTribeId?: (params: Parameters<Access>[1]) => number): Access =>
  (person, params) => {
    const decision = siteAdmin(otherwise)(person, params);
    if (decision !== otherwise) return decision;
    if (!person.tribeRoles) return 'unknown';
    const roles = readTribeId ? [person.tribeRoles.get(readTribeId(params))] : [...person.tribeRoles.values()];
    return roles.includes('owner') ? 'allowed' : otherwise;
  };
