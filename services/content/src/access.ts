import { type Company, mayModerate, mayRead, readingLevel, type Seat } from '@tribus/community/membership-directory.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { errors } from './errors.ts';

/** Somebody in front of a tribe's content, and what they may do there. */
export interface Reader {
  viewer: Actor;
  seat: Seat;
  moderates: boolean;
  /** Sees posts that ask for this level at most, beside their own (decisions.md 4, `minLevelOrder`). */
  maxLevel: number;
}

const everyLevel = 2_147_483_647;

/** Throws `not_found`, or says that a membership (a session, for visitors) is needed. */
export async function readerIn(company: Company, viewer: Actor, tribeId: number): Promise<Reader> {
  const seat = await company.seat(viewer.kind === 'user' ? viewer.id : '', tribeId);
  if (!mayRead(viewer, seat))
    throw viewer.kind === 'user' ? errors.fail('membership_required') : fail('unauthenticated');
  return readerAt(viewer, seat);
}

/** As readerIn, for what only active members and site admins do. */
export async function writerIn(company: Company, viewer: Actor, tribeId: number): Promise<Reader> {
  const reader = await readerIn(company, viewer, tribeId);
  if (reader.seat.status !== 'active' && !reader.moderates) throw errors.fail('membership_required');
  return reader;
}

export function readerAt(viewer: Actor, seat: Seat): Reader {
  const moderates = mayModerate(viewer, seat);
  return { viewer, seat, moderates, maxLevel: moderates ? everyLevel : readingLevel(seat) };
}

/** Whether a post is there for the reader at all. */
export const maySee = (reader: Reader, post: { minLevelOrder: number; authorId: string }): boolean =>
  post.minLevelOrder <= reader.maxLevel || isAuthor(reader, post);

/** Nobody asks for a level above their own: they would not see the post themselves. */
export function refuseLevelAbove({ maxLevel }: Reader, minLevelOrder: number): void {
  if (minLevelOrder > Math.max(1, maxLevel)) throw errors.fail('level_above_own');
}

export const isAuthor = ({ viewer }: Reader, { authorId }: { authorId: string }): boolean =>
  viewer.kind === 'user' && viewer.id === authorId;
