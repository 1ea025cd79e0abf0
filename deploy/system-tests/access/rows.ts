import type { FixtureObject, TribeFixture } from '../tribe-fixture.ts';
import { type Kind, type Role, roles } from './roles.ts';

type Statuses = Readonly<Partial<Record<Role, number>>>;

/** Expected statuses of one route, and its request. */
export interface Row {
  /** By the kind of tribe; `any` for routes without a tribe. */
  expects: Partial<Record<Kind | 'any', Statuses>>;
  /** Path parameters, besides tribeId, postId and others that a fixture provides. */
  params?: Record<string, (fixture: TribeFixture) => Promise<string>>;
  query?: (fixture: TribeFixture) => Promise<string>;
  body?: (fixture: TribeFixture) => Promise<unknown>;
  /** A success changes the fixture, so it needs one of its own; or only the actor's membership, so all roles share it. */
  changes?: 'fixture' | 'membership';
  /** Objects that a success changes; the fixture creates them again. */
  usesUp?: readonly FixtureObject[];
  /** Ends the session, so the actor uses a separate one. */
  endsSession?: true;
}

export const everybody = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status]));
export const signedIn = (status: number): Statuses => ({ ...everybody(status), visitor: 401 });
export const admins = (status: number): Statuses => ({ ...signedIn(403), admin: status });
/** Active members and site admins. */
export const members = (status: number, otherwise = 403, visitor = 401): Statuses => ({
  ...everybody(status),
  visitor,
  outsider: otherwise,
  pending: otherwise,
  former: otherwise,
  banned: otherwise,
});
/** As `members`, without members who are restricted to reading. */
export const contributors = (status: number, otherwise = 403, visitor = 401): Statuses => ({
  ...members(status, otherwise, visitor),
  restricted: 403,
});
/** Moderators of a tribe: owner, officers, site admins. */
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
/** The same in private and open tribes. */
export const inTribes = (statuses: Statuses, hominini: Statuses, more: Omit<Row, 'expects'> = {}): Row => ({
  expects: { private: statuses, open: statuses, hominini },
  ...more,
});

/** As the row, also for a post or a vibe above the level of a member. */
export const aboveLevel = (row: Row, status: number): Row => ({
  ...row,
  expects: { ...row.expects, levels: { member: 404, officer: status, admin: status } },
});

export const missingUserId = async () => '00000000-0000-7000-8000-000000000000';
export const bystander = async (fixture: TribeFixture) => (await fixture.bystander()).id;
export const like = async () => ({ type: 'like' });
export const text = async () => ({ content: 'Hola' });
