import type { Stored } from './stored.ts';

/** One entry of an index. Equal keys are in insertion order. */
export type Item = { key: string; stored: Stored };

const CHUNK = 512;

/** Items in key order, in chunks small enough to shift: insert, remove and seek take a few binary steps. */
export class SortedItems {
  #chunks: Item[][] = [];

  static from(items: Item[]): SortedItems {
    const sorted = new SortedItems();
    items.sort(order);
    for (let i = 0; i < items.length; i += CHUNK) sorted.#chunks.push(items.slice(i, i + CHUNK));
    return sorted;
  }

  add(item: Item): void {
    const at = Math.min(this.#chunkFor(item), this.#chunks.length - 1);
    const chunk = this.#chunks[at];
    if (!chunk) {
      this.#chunks.push([item]);
      return;
    }
    chunk.splice(
      lowerBound(chunk, (other) => order(other, item) < 0),
      0,
      item,
    );
    if (chunk.length > 2 * CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK));
  }

  remove(item: Item): void {
    const at = this.#chunkFor(item);
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const found = lowerBound(chunk, (other) => order(other, item) < 0);
    if (chunk[found]?.stored !== item.stored) return;
    chunk.splice(found, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Returns an item with a duplicate key. */
  repeated(): Item | undefined {
    let before: Item | undefined;
    for (const item of this.#from('')) {
      if (item.key === before?.key) return item;
      before = item;
    }
    return undefined;
  }

  /** Returns the first document with exactly this key. */
  first(key: string): Stored | undefined {
    for (const item of this.#from(key)) return item.key === key ? item.stored : undefined;
    return undefined;
  }

  /**
   * Yields the documents with `low` <= key < `high`, in order or backwards. The items must not change during the
   * iteration.
   */
  *between(low: string, high: string, backwards: boolean): Generator<Stored> {
    if (backwards) {
      for (const item of this.#before(high)) {
        if (item.key < low) return;
        yield item.stored;
      }
      return;
    }
    for (const item of this.#from(low)) {
      if (item.key >= high) return;
      yield item.stored;
    }
  }

  *#from(low: string): Generator<Item> {
    const start = lowerBound(this.#chunks, (chunk) => lastKey(chunk) < low);
    for (let i = start; i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i] ?? [];
      const first = i === start ? lowerBound(chunk, (item) => item.key < low) : 0;
      for (const item of first === 0 ? chunk : chunk.slice(first)) yield item;
    }
  }

  *#before(high: string): Generator<Item> {
    const end = lowerBound(this.#chunks, (chunk) => lastKey(chunk) < high);
    for (let i = Math.min(end, this.#chunks.length - 1); i >= 0; i--) {
      const chunk = this.#chunks[i] ?? [];
      let j = i === end ? lowerBound(chunk, (item) => item.key < high) : chunk.length;
      while (j > 0) {
        const item = chunk[--j];
        if (item) yield item;
      }
    }
  }

  #chunkFor(item: Item): number {
    return lowerBound(this.#chunks, (chunk) => {
      const last = chunk[chunk.length - 1];
      return last !== undefined && order(last, item) < 0;
    });
  }
}

function order(a: Item, b: Item): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.stored.seq - b.stored.seq;
}

function lastKey(chunk: Item[]): string {
  return chunk[chunk.length - 1]?.key ?? '';
}

/** Returns the first index whose item does not come before. */
function lowerBound<T>(items: readonly T[], before: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && before(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
