import type { Thing, TribeFixture } from '../tribe-fixture.ts';
import { type Kind, type Role, roles } from './roles.ts';

type Statuses = Readonly<Partial<Record<Role, number>>>;

/** Who may use one route, and what it is called with. */
export interface Row {
  /** By the kind of tribe, where it matters; `any` where no tribe is meant. */
  expects: Partial<Record<Kind | 'any', Statuses>>;
  /** What the words in braces stand for, beside tribeId, postId and the like, which a fixture knows. */
  params?: Record<string, (fixture: TribeFixture) => Promise<string>>;
  query?: (fixture: TribeFixture) => Promise<string>;
  body?: (fixture: TribeFixture) => Promise<unknown>;
  /** A success changes the fixture, so that it needs one of its own; or the caller's place alone, so that all roles share it. */
  changes?: 'fixture' | 'place';
  /** What a success leaves no more as it was; the fixture makes it anew. */
  usesUp?: readonly Thing[];
  /** Ends the session of the caller, who comes with one of its own. */
  endsSession?: true;
}

export const everybody = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status]));
export const signedIn = (status: number): Statuses => ({ ...everybody(status), visitor: 401 });
export const admins = (status: number): Statuses => ({ ...signedIn(403), admin: status });
/** Active members and site admins. */
export const members = (status: number, otherwise = 403, visitor = 401): Statuses => ({
  ...everybody(status),
  visitor,
  stranger: otherwise,
  pending: otherwise,
  former: otherwise,
});
/** Those who look after a tribe: owner, officers, site admins. */
export const moderators = (status: number): Statuses => ({
  ...signedIn(403),
  officer: status,
  owner: status,
  admin: status,
});
export const inHominini = (visitor: number, member: number, admin = member): Statuses => ({ visitor, member, admin });

export const any = (statuses: Statuses, more: Omit<Row, 'expects'> = {}): Row => ({
  expects: { any: statuses },
  ...more,
});
/** The same in both kinds of tribes that people found. */
export const inTribes = (statuses: Statuses, hominini: Statuses, more: Omit<Row, 'expects'> = {}): Row => ({
  expects: { private: statuses, open: statuses, hominini },
  ...more,
});

export const nobodys = async () => '00000000-0000-7000-8000-000000000000';
export const bystander = async (fixture: TribeFixture) => (await fixture.bystander()).id;
export const like = async () => ({ type: 'like' });
export const text = async () => ({ content: 'Hola' });
