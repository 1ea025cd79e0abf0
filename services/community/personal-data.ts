import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';

/** A page of a user's data in one area. */
export interface PersonalPage<R extends object = object> {
  records: readonly R[];
  /** Cursor of the next page; empty at the end. */
  next: string;
}

/** Reads the page of one area at `cursor`. */
type ReadPage = (userId: string, cursor: string) => Promise<PersonalPage>;

/** A user's data in a service, by area. */
export type PersonalAreas = Readonly<Record<string, ReadPage>>;

/** Records per page; with the longest texts they fit into one message. */
export const personalPageSize = 100;

/**
 * Reads a page of rows in the order of their ids. `read` returns up to `limit` rows after the id `after`, which is
 * empty on the first page.
 */
export async function readPersonalPage<T, R extends object>(
  cursor: string,
  read: (limit: number, after: string) => Promise<readonly T[]>,
  idOf: (row: T) => string,
  present: (row: T) => R,
): Promise<PersonalPage<R>> {
  const found = await read(personalPageSize + 1, cursor);
  const rows = found.slice(0, personalPageSize);
  const last = rows.at(-1);
  return { records: rows.map(present), next: last !== undefined && found.length > rows.length ? idOf(last) : '' };
}

/** As `readPersonalPage`, in the order of a key of several columns; `after` is null on the first page. */
export function readPersonalPageByKey<T, K extends object, R extends object>(
  cursor: string,
  read: (limit: number, after: K | null) => Promise<readonly T[]>,
  keyOf: (row: T) => K,
  present: (row: T) => R,
): Promise<PersonalPage<R>> {
  return readPersonalPage(
    cursor,
    (limit, after) => read(limit, after === '' ? null : JSON.parse(after)),
    (row) => JSON.stringify(keyOf(row)),
    present,
  );
}

/**
 * Handles `ExportPersonalData`; throws 403 `forbidden` unless identity calls, 400 `invalid_input` for an unknown area.
 */
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

/** Throws 403 `forbidden` unless identity calls, the only service that collects personal data. */
export function requireIdentity(actor: Actor): void {
  if (actor.kind !== 'service' || actor.id !== 'identity') throw fail('forbidden');
}
