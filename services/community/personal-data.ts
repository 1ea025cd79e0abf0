import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';

/** A part of what is kept of a user in one area. */
export interface PersonalPage {
  records: readonly object[];
  /** Where the next page begins; empty at the end. */
  next: string;
}

/** Reads a page of one area, from where the one before ended. */
type ReadPage = (userId: string, cursor: string) => Promise<PersonalPage>;

/** What a service keeps of a user, by area. */
export type PersonalAreas = Readonly<Record<string, ReadPage>>;

/** How many records a page has: with the longest texts they fit into one message. */
export const personalPageSize = 100;

/**
 * Reads a page of rows that are ordered by their ids: `read` answers up to `limit` rows behind the id `after`, which is empty
 * at the beginning.
 */
export async function readPersonalPage<T>(
  cursor: string,
  read: (limit: number, after: string) => Promise<readonly T[]>,
  idOf: (row: T) => string,
  present: (row: T) => object,
): Promise<PersonalPage> {
  const found = await read(personalPageSize + 1, cursor);
  const rows = found.slice(0, personalPageSize);
  const last = rows.at(-1);
  return { records: rows.map(present), next: last !== undefined && found.length > rows.length ? idOf(last) : '' };
}

/** Answers `ExportPersonalData`: 403 `forbidden` for all but identity, 400 `invalid_input` for an unknown area. */
export async function exportPersonalData(
  areas: PersonalAreas,
  { userId, area, cursor }: { userId: string; area: string; cursor: string },
  actor: Actor,
): Promise<{ records: string[]; nextCursor: string }> {
  requireIdentity(actor);
  const read = new Map(Object.entries(areas)).get(area);
  if (!read) throw fail('invalid_input');
  const { records, next } = await read(userId, cursor);
  return { records: records.map((record) => JSON.stringify(record)), nextCursor: next };
}

/** Personal data is collected by identity, for itself, and by nobody else: 403 `forbidden`. */
export function requireIdentity(actor: Actor): void {
  if (actor.kind !== 'service' || actor.id !== 'identity') throw fail('forbidden');
}
