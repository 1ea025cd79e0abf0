import type { Doc } from './doc.ts';
import { CommandError } from './errors.ts';
import { fieldNames } from './fields.ts';
import { ID_INDEX, type IndexSpec, indexParts } from './index-spec.ts';
import { hasAny, type KeyPart, keysOf, keyValueOf } from './keys.ts';
import { compileFilter, type Match } from './query.ts';
import { type Item, SortedItems } from './sorted.ts';
import type { Stored } from './stored.ts';

/**
 * The keys of a collection's documents, in order. Collected and sorted on first use: after a start with many documents
 * most indexes are not used soon, and building all would be half of the start.
 */
export class Index {
  readonly spec: IndexSpec;
  readonly parts: readonly KeyPart[];
  readonly #documents: ReadonlyMap<string, Stored>;
  readonly #included: Match;
  readonly #fields: readonly string[];
  #items: SortedItems | undefined;
  #multikeys = 0;

  /** Indexes these documents; every later change must be reported by `add` and `remove`. */
  constructor(spec: IndexSpec, documents: ReadonlyMap<string, Stored> = new Map()) {
    this.spec = spec;
    this.parts = indexParts(spec.key);
    this.#documents = documents;
    this.#fields = this.parts.map(({ path }) => path[0] ?? '');
    this.#included = spec.partialFilterExpression ? compileFilter(spec.partialFilterExpression) : () => true;
  }

  /** Whether a document has more than one key, so that the order is no longer that of documents. */
  get multikey(): boolean {
    this.#filled();
    return this.#multikeys > 0;
  }

  /** Returns the keys of a document: none when the index excludes it. */
  keys(doc: Doc): string[] {
    if (!this.#included(doc) || (this.spec.sparse && !hasAny(doc, this.parts))) return [];
    const keys = keysOf(doc, this.parts);
    if (keys) return keys;
    const names = this.parts.map((part) => part.name).join('] [');
    throw new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays [${names}]`);
  }

  /** Whether a document may have other keys than before; never when the fields of the keys are identical. */
  mayDiffer(before: Doc, after: Doc): boolean {
    return this.#readsAllFields || this.#fields.some((name) => !Object.is(before[name], after[name]));
  }

  /** The fields that a filter reads are unknown. */
  get #readsAllFields(): boolean {
    return this.spec.partialFilterExpression !== undefined;
  }

  /** Throws when another document has one of these keys in a unique index. */
  assertFree(keys: readonly string[], doc: Doc, self: Stored | undefined, namespace: string): void {
    if (!this.spec.unique) return;
    for (const key of keys) {
      const holder = this.#holder(key);
      if (holder && holder !== self) throw duplicate(this, doc, key, namespace);
    }
  }

  /** Throws when existing documents violate this index. */
  assertValid(namespace: string): void {
    const items = this.#filled();
    const repeated = this.spec.unique ? items.repeated() : undefined;
    if (repeated) throw duplicate(this, repeated.stored.doc, repeated.key, namespace);
  }

  add(stored: Stored, keys: readonly string[]): void {
    if (!this.#items) return;
    for (const key of keys) this.#items.add({ key, stored });
    if (keys.length > 1) this.#multikeys++;
  }

  remove(stored: Stored, keys: readonly string[]): void {
    if (!this.#items) return;
    for (const key of keys) this.#items.remove({ key, stored });
    if (keys.length > 1) this.#multikeys--;
  }

  /** Rebuilds it after changes that were not reported. */
  reset(): void {
    this.#items = undefined;
  }

  between(low: string, high: string, backwards: boolean): Generator<Stored> {
    return this.#filled().between(low, high, backwards);
  }

  get #isOfIds(): boolean {
    return this.spec.name === ID_INDEX.name;
  }

  /** The document of an `_id` is known without an index. */
  #holder(key: string): Stored | undefined {
    return this.#isOfIds ? this.#documents.get(key) : this.#filled().first(key);
  }

  #filled(): SortedItems {
    this.#items ??= SortedItems.from(this.#isOfIds ? this.#ids() : this.#collect());
    return this.#items;
  }

  #ids(): Item[] {
    return Array.from(this.#documents.values(), (stored) => ({ key: stored.id, stored }));
  }

  #collect(): Item[] {
    const fields = fieldNames(this.#fields);
    const whole = this.#readsAllFields;
    const items: Item[] = [];
    this.#multikeys = 0;
    for (const stored of this.#documents.values()) {
      const keys = this.keys(whole ? stored.doc : stored.withFields(fields));
      if (keys.length > 1) this.#multikeys++;
      for (const key of keys) items.push({ key, stored });
    }
    return items;
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
