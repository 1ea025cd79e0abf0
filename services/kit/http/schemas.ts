import { z } from 'zod';
import { opaque } from './text.ts';

/**
 * Schemas shared by all contracts (decisions.md 1). Imports only zod and text.ts, because the browser imports
 * contracts.
 */

/** An opaque id, of any object but a tribe. */
export const Id = opaque(z.string().min(1).max(64));

export const IdParams = z.object({ id: Id });

/** An ISO 8601 timestamp in UTC with milliseconds. */
export const Time = z.iso.datetime();

/** A page size of 1 to 100; values outside are clamped. */
export function limit(defaultLimit: number) {
  return z.coerce
    .number()
    .transform((value) => Math.min(100, Math.max(1, Math.trunc(value))))
    .default(defaultLimit)
    .meta({ type: 'integer', description: '1..100' });
}

/** The opaque cursor of an earlier response. */
export const Cursor = z.string().max(1_000).optional();

/** The cursor of the next page; null on the last one. */
export const NextCursor = z.string().nullable();

/** A page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: NextCursor });
}

/** The response of operations without a result. */
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });
export type Ok = z.output<typeof Ok>;

/** A file of a multipart body, read as a stream and not validated by the schema. */
export const File = z.file().meta({ type: 'string', format: 'binary' });

/** A form field that may be repeated. */
export function repeated<T extends z.ZodType<unknown, unknown>>(items: T) {
  return z.preprocess((sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]), items);
}

/** The value of `Ok`. */
export const done: Ok = { ok: true };
