import { z } from 'zod';
import type { Cursors } from './cursor.ts';

/** The position of an item in a list ordered by time. */
export interface ListPosition {
  createdAt: Date;
  id: string;
}

/** The order of a list and the encoding of its positions; `P` is the position of an item. */
export interface ListOrder<T, P> {
  /** Parses the position in a cursor. */
  position: z.ZodType<P>;
  /** Returns the position of an item for a cursor, as JSON. */
  keep: (item: T) => unknown;
}

type Identified = { id: string } | { _id: string };

const timePosition = z
  .object({ at: z.iso.datetime().transform((time) => new Date(time)), id: z.string() })
  .transform(({ at, id }): ListPosition => ({ createdAt: at, id }));

/** Orders by a time and then by id. */
export const byTime = <T extends Identified>(timeOf: (item: T) => Date): ListOrder<T, ListPosition> => ({
  position: timePosition,
  keep: (item) => ({ at: timeOf(item).toISOString(), id: '_id' in item ? item._id : item.id }),
});

/** Orders by time of creation and then by id. */
export const byCreation: ListOrder<Identified & { createdAt: Date }, ListPosition> = byTime(
  ({ createdAt }) => createdAt,
);

/** Orders a list of ids. */
export const byId: ListOrder<string, string> = { position: z.string(), keep: (id) => id };

/** A client's request for a page; `cursor` is that of an earlier response, undefined for the first page. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** A store's read: up to `limit` items after the position `after`. */
export interface PageRead<P = ListPosition> {
  limit: number;
  after: P | undefined;
}

export interface Page<T> {
  items: T[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** A list read in pages; `name` names the list with its filters, e.g. `posts:38`. */
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
   * Reads a page; throws 400 `bad_cursor`. `read` gets a limit of one item more than the page, to detect a next page.
   */
  async read<U extends T>(
    { limit, cursor }: PageQuery,
    read: (page: PageRead<P>) => Promise<readonly U[]>,
  ): Promise<Page<U>> {
    const found = await read({ limit: limit + 1, after: this.positionOf(cursor) });
    return { items: found.slice(0, limit), nextCursor: this.afterFirst(limit, found) };
  }

  /** Returns the position of a client's cursor, undefined at the start of the list; throws 400 `bad_cursor`. */
  positionOf(cursor: string | undefined): P | undefined {
    return cursor === undefined ? undefined : this.#cursors.decode(this.#name, cursor, this.#order.position);
  }

  /** Returns the cursor for the items after `item`. */
  after(item: T): string {
    return this.#cursors.encode(this.#name, this.#order.keep(item));
  }

  /** Returns the cursor for the items after the first `count` of `read`; null when there are no more. */
  afterFirst(count: number, read: readonly T[]): string | null {
    const last = read[count - 1];
    return last !== undefined && read.length > count ? this.after(last) : null;
  }
}

/** Reads a page of a list ordered by creation, as `PagedList.read`. */
export const readPage = <T extends Identified & { createdAt: Date }>(
  cursors: Cursors,
  list: string,
  query: PageQuery,
  read: (page: PageRead) => Promise<readonly T[]>,
): Promise<Page<T>> => new PagedList(cursors, list, byCreation).read(query, read);
