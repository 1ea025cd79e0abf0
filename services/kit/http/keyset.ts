import { z } from 'zod';
import type { Cursors } from './cursor.ts';

/** Where a list in order of time goes on: the last of what was seen. */
export interface ListPosition {
  createdAt: Date;
  id: string;
}

/** What a list is ordered by, and how a cursor keeps it; `P` is the position of an item. */
export interface ListOrder<T, P> {
  /** Reads a position from what a cursor keeps. */
  position: z.ZodType<P>;
  /** What a cursor keeps of an item, as JSON. */
  keep: (item: T) => unknown;
}

type Identified = { id: string } | { _id: string };

const keptTime = z
  .object({ at: z.iso.datetime().transform((time) => new Date(time)), id: z.string() })
  .transform(({ at, id }): ListPosition => ({ createdAt: at, id }));

/** By a time and then by id. */
export const byTime = <T extends Identified>(timeOf: (item: T) => Date): ListOrder<T, ListPosition> => ({
  position: keptTime,
  keep: (item) => ({ at: timeOf(item).toISOString(), id: '_id' in item ? item._id : item.id }),
});

/** By the time at which the items were made. */
export const byCreation: ListOrder<Identified & { createdAt: Date }, ListPosition> = byTime(
  ({ createdAt }) => createdAt,
);

/** Ids by themselves. */
export const byId: ListOrder<string, string> = { position: z.string(), keep: (id) => id };

/** What a client asks for; `cursor` as an answer gave it, undefined for the first page. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** What a store reads: up to `limit` items behind `after`. */
export interface PageRead<P = ListPosition> {
  limit: number;
  after: P | undefined;
}

export interface Page<T> {
  items: T[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** A list that is read by pages; `name` names the list and what it is filtered by, e.g. `posts:38`. */
export class PagedList<T, P> {
  readonly #cursors: Cursors;
  readonly #name: string;
  readonly #order: ListOrder<T, P>;

  constructor(cursors: Cursors, name: string, order: ListOrder<T, P>) {
    this.#cursors = cursors;
    this.#name = name;
    this.#order = order;
  }

  /**
   * Reads a page. `read` is asked for one item more than the page has, which tells whether another page follows. Throws
   * 400 `bad_cursor`.
   */
  async read<U extends T>(
    { limit, cursor }: PageQuery,
    read: (page: PageRead<P>) => Promise<readonly U[]>,
  ): Promise<Page<U>> {
    const found = await read({ limit: limit + 1, after: this.positionOf(cursor) });
    return { items: found.slice(0, limit), nextCursor: this.afterFirst(limit, found) };
  }

  /** The position that a client's cursor names; undefined at the beginning of the list. Throws 400 `bad_cursor`. */
  positionOf(cursor: string | undefined): P | undefined {
    return cursor === undefined ? undefined : this.#cursors.decode(this.#name, cursor, this.#order.position);
  }

  /** The cursor that goes on behind the item. */
  after(item: T): string {
    return this.#cursors.encode(this.#name, this.#order.keep(item));
  }

  /** The cursor that goes on behind the first `count` of what was read; null when that is all. */
  afterFirst(count: number, read: readonly T[]): string | null {
    const last = read[count - 1];
    return last !== undefined && read.length > count ? this.after(last) : null;
  }
}

/** Reads a page of a list in the order in which its items were made, as `PagedList.read`. */
export const readPage = <T extends Identified & { createdAt: Date }>(
  cursors: Cursors,
  list: string,
  query: PageQuery,
  read: (page: PageRead) => Promise<readonly T[]>,
): Promise<Page<T>> => new PagedList(cursors, list, byCreation).read(query, read);
