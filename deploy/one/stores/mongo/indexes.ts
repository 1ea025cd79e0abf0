import type { Doc } from './doc.ts';
import { CommandError } from './errors.ts';
import { type IndexSpec, indexParts } from './index-spec.ts';
import { hasAny, type KeyPart, keysOf, keyValueOf } from './keys.ts';
import { compileFilter, type Match } from './query.ts';
import { type Item, SortedItems, type Stored } from './sorted.ts';

/** The keys of the documents of a collection, in order. */
export class Index {
  readonly spec: IndexSpec;
  readonly parts: readonly KeyPart[];
  readonly #included: Match;
  #items = new SortedItems();
  #multikeys = 0;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.parts = indexParts(spec.key);
    this.#included = spec.partialFilterExpression ? compileFilter(spec.partialFilterExpression) : () => true;
  }

  /** Some document stands here under more than one key, so that the order is no longer that of documents. */
  get multikey(): boolean {
    return this.#multikeys > 0;
  }

  /** The keys a document has here: none when the index leaves it out. */
  keys(doc: Doc): string[] {
    if (!this.#included(doc) || (this.spec.sparse && !hasAny(doc, this.parts))) return [];
    const keys = keysOf(doc, this.parts);
    if (keys) return keys;
    const names = this.parts.map((part) => part.name).join('] [');
    throw new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays [${names}]`);
  }

  /** Refuses keys that another document has in a unique index. */
  assertFree(keys: readonly string[], doc: Doc, self: Stored | undefined, namespace: string): void {
    if (!this.spec.unique) return;
    for (const key of keys) {
      const holder = this.#items.first(key);
      if (holder && holder !== self) throw duplicate(this, doc, key, namespace);
    }
  }

  add(stored: Stored, keys: readonly string[]): void {
    for (const key of keys) this.#items.add({ key, stored });
    if (keys.length > 1) this.#multikeys++;
  }

  remove(stored: Stored, keys: readonly string[]): void {
    for (const key of keys) this.#items.remove({ key, stored });
    if (keys.length > 1) this.#multikeys--;
  }

  /** Fills an empty index at once. */
  fill(documents: Iterable<Stored>, namespace: string): void {
    const items: Item[] = [];
    const seen = new Set<string>();
    let multikeys = 0;
    for (const stored of documents) {
      const keys = this.keys(stored.doc);
      if (keys.length > 1) multikeys++;
      for (const key of keys) {
        if (this.spec.unique && seen.size === seen.add(key).size) throw duplicate(this, stored.doc, key, namespace);
        items.push({ key, stored });
      }
    }
    this.#items = SortedItems.from(items);
    this.#multikeys = multikeys;
  }

  between(low: string, high: string, backwards: boolean): Generator<Stored> {
    return this.#items.between(low, high, backwards);
  }
}

function duplicate({ parts, spec }: Index, doc: Doc, key: string, namespace: string): CommandError {
  const keyValue = keyValueOf(doc, parts, key);
  const shown = Object.entries(keyValue).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: spec.key, keyValue },
  );
}
