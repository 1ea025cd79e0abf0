import type { Schema } from '../lib/contract.ts';
import { paths } from '../lib/paths.ts';

/** Who asks for a screen. */
export interface Person {
  /** `loading`: signed in, and who it is has not been answered yet. */
  session: 'visitor' | 'loading' | 'signed-in';
  /** Null for a visitor. */
  siteRole: Schema<'User'>['role'] | null;
  /** Their roles in the tribes they are active in, by the tribe's id; undefined while not known. */
  tribeRoles: ReadonlyMap<number, Schema<'MemberRole'>> | undefined;
}

/** What somebody sees instead of a screen: another address, or a page in its place. */
export type Refusal = { to: string } | 'not-found' | 'no-access';

/** `unknown` is shown as a skeleton. */
export type Verdict = 'allowed' | 'unknown' | Refusal;

/** Decides who sees a screen, given the words of its address. The server decides again with each call. */
export type Access = (person: Person, params: Readonly<Record<string, string | undefined>>) => Verdict;

/** To the login, and back afterwards. */
export const toLogin: Refusal = { to: paths.login };

export const anyone: Access = () => 'allowed';

export const signedIn: Access = ({ session }) => {
  if (session === 'visitor') return toLogin;
  return session === 'loading' ? 'unknown' : 'allowed';
};

/** Site admins; others who are signed in see `otherwise`. */
export const siteAdmin =
  (otherwise: Refusal): Access =>
  (person, params) => {
    const verdict = signedIn(person, params);
    return verdict === 'allowed' && person.siteRole !== 'admin' ? otherwise : verdict;
  };

/**
 * Owners of a tribe, of any one when `tribeIdOf` is not given, and site admins; others who are signed in see `otherwise`.
 *
 * @awaited by `/owner/level-tests`.
 */
export const tribeOwner =
  (otherwise: Refusal, tribeIdOf?: (params: Parameters<Access>[1]) => number): Access =>
  (person, params) => {
    const verdict = siteAdmin(otherwise)(person, params);
    if (verdict !== otherwise) return verdict;
    if (!person.tribeRoles) return 'unknown';
    const roles = tribeIdOf ? [person.tribeRoles.get(tribeIdOf(params))] : [...person.tribeRoles.values()];
    return roles.includes('owner') ? 'allowed' : otherwise;
  };
