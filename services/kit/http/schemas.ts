import { z } from 'zod';
import { opaque } from './text.ts';

/** The shapes every contract repeats (decisions.md 1). Imports zod and text.ts alone: contracts reach the browser as types. */

/** An id other than a tribe's: opaque. */
export const Id = opaque(z.string().min(1).max(64));

export const IdParams = z.object({ id: Id });

/** A time: ISO 8601, UTC, milliseconds. */
export const Time = z.iso.datetime();

/** How many items: 1..100, nearest where it lies outside. */
export function limit(usual: number) {
  return z.coerce
    .number()
    .transform((wanted) => Math.min(100, Math.max(1, Math.trunc(wanted))))
    .default(usual)
    .meta({ type: 'integer', description: '1..100' });
}

/** An opaque cursor as an answer gave it. */
export const Cursor = z.string().max(1_000).optional();

/** The cursor of the next page; null at the end. */
export const NextCursor = z.string().nullable();

/** A list that is read page by page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: NextCursor });
}

/** The answer of calls with nothing to say but that it is done. */
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });
export type Ok = z.output<typeof Ok>;

/** A file of a multipart body; read as a stream, never by the schema. */
export const File = z.file().meta({ type: 'string', format: 'binary' });

/** A field of a form that may be repeated. */
export function repeated<T extends z.ZodType<unknown, unknown>>(items: T) {
  return z.preprocess((sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]), items);
}

/** It is done. */
export const done: Ok = { ok: true };
