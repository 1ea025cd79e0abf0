import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { ID_INDEX, type IndexSpec, indexDoc, sameIndex } from './index-spec.ts';
import { Index } from './indexes.ts';
import { type KeyPart, sortBy } from './keys.ts';
import type { Log } from './log.ts';
import { equal, keyOf } from './order.ts';
import { boundsOf, choosePlan, type Plan } from './planner.ts';
import type { Match } from './query.ts';
import { type Content, Stored } from './stored.ts';
import { encode, field, isDoc } from './values.ts';

export const MAX_DOCUMENT = 16 * 1024 * 1024;
const MAX_INDEXES = 64;

/** A search. The filter is given twice: compiled, and as written for the choice of an index. */
export type Search = {
  filter: Doc;
  match: Match;
  sort?: readonly KeyPart[];
  skip?: number;
  limit?: number;
  /** Deadline, in milliseconds since 1970. */
  deadline?: number;
};

/** The access path to documents: one by `_id`, along indexes, or, without plans, all. */
export type Access = { id?: Value; plans?: Plan[] | undefined; ordered: boolean };

/** Initial contents of a collection: documents by the keys of their `_id`, oldest first, and indexes. */
export type Contents = { documents: Map<string, Stored>; indexes: Iterable<IndexSpec> };

/** Documents and indexes of one collection. Every change is applied to memory and appended to the log synchronously. */
export class Collection {
  readonly namespace: string;
  readonly #log: Log;
  readonly #documents: Map<string, Stored>;
  readonly #indexes = new Map<string, Index>();
  #bytes = 0;
  #seq = 0;

  constructor(namespace: string, log: Log, contents: Contents = { documents: new Map(), indexes: [] }) {
    this.namespace = namespace;
    this.#log = log;
    this.#documents = contents.documents;
    for (const { size, seq } of this.#documents.values()) {
      this.#bytes += size;
      this.#seq = seq;
    }
    for (const spec of [ID_INDEX, ...contents.indexes]) this.#indexes.set(spec.name, new Index(spec, this.#documents));
  }

  get count(): number {
    return this.#documents.size;
  }

  /** Size of all documents in BSON. */
  get bytes(): number {
    return this.#bytes;
  }

  get indexes(): IndexSpec[] {
    return [...this.#indexes.values()].map((index) => index.spec);
  }

  /** Snapshot of all documents, which later changes do not affect. */
  contents(): Content[] {
    return Array.from(this.#documents.values(), (stored) => stored.content);
  }

  /**
   * Returns the matches, in the requested order or that of insertion. `onSeen` is called for each document examined.
   */
  find(search: Search, onSeen?: () => void): Stored[] {
    const { match, sort = [], skip = 0, limit = 0, deadline } = search;
    const access = this.access(search);
    const enough = access.ordered && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
    const found: Stored[] = [];
    let seen = 0;
    for (const stored of this.#candidates(access)) {
      if ((++seen & 1023) === 0) assertInTime(deadline);
      onSeen?.();
      if (!match(stored.doc)) continue;
      found.push(stored);
      if (found.length >= enough) break;
    }
    const result = access.ordered ? found : sortBy(found, sort, (stored) => stored.doc);
    return limit > 0 ? result.slice(skip, skip + limit) : skip > 0 ? result.slice(skip) : result;
  }

  /** Returns how a search reads the collection. */
  access({ filter, sort = [], limit = 0 }: Search): Access {
    const id = boundsOf(filter).get('_id')?.equal;
    if (id !== undefined) return { id, ordered: true };
    const plan = choosePlan(this.#indexes.values(), filter, sort, limit > 0);
    const ordered = sort.length === 0 || plan?.sorted === true;
    return { plans: plan ? [plan] : this.#plansOfBranches(filter), ordered };
  }

  *#candidates({ id, plans }: Access): Generator<Stored> {
    if (id !== undefined) {
      const stored = this.#documents.get(keyOf(id));
      if (stored) yield stored;
    } else if (!plans) {
      yield* this.#documents.values();
    } else {
      const repeats = plans.length > 1 || plans[0]?.index.multikey === true;
      const seen = new Set<Stored>();
      for (const plan of plans) {
        for (const stored of inIndex(plan)) {
          if (repeats && seen.has(stored)) continue;
          if (repeats) seen.add(stored);
          yield stored;
        }
      }
    }
  }

  /** Plans of an `$or`, if each of its branches can use an index. */
  #plansOfBranches(filter: Doc): Plan[] | undefined {
    const { $or } = filter;
    if (!Array.isArray($or)) return undefined;
    const plans = $or.map((branch) =>
      isDoc(branch) ? choosePlan(this.#indexes.values(), branch, [], false) : undefined,
    );
    return plans.every((plan) => plan !== undefined) ? plans : undefined;
  }

  /** Adds a document that has its `_id`. Throws on a duplicate key or a size beyond 16 MB. */
  insert(doc: Doc): Stored {
    const bson = encodeLimited(doc);
    const id = keyOf(doc._id);
    const stored = new Stored(id, ++this.#seq, doc, bson.length);
    const keys = this.#freeKeys(doc, undefined);
    this.#put(stored, keys);
    this.#log.append('put', this.namespace, bson, () => this.#removeStored(stored));
    return stored;
  }

  /** Replaces the content of a document. `_id` must not change. */
  replace(stored: Stored, doc: Doc): void {
    if (!equal(doc._id, stored.doc._id)) {
      throw new CommandError(
        'ImmutableField',
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    }
    const bson = encodeLimited(doc);
    const touched = [...this.#indexes.values()].filter((index) => index.mayDiffer(stored.doc, doc));
    const keys = this.#freeKeys(doc, stored, touched);
    const before = { doc: stored.doc, size: stored.size };
    this.#swapContent(stored, { doc, size: bson.length }, keys);
    this.#log.append('put', this.namespace, bson, () => this.#swapContent(stored, before));
  }

  remove(stored: Stored): void {
    this.#removeStored(stored);
    this.#log.append('delete', this.namespace, encode({ _id: field(stored.doc, '_id') ?? null }), () =>
      this.#put(stored),
    );
  }

  /** Creates an index; returns false when it exists. */
  createIndex(spec: IndexSpec): boolean {
    const named = this.#indexes.get(spec.name);
    const alike = [...this.#indexes.values()].find((index) => equal(index.spec.key, spec.key));
    if (alike?.spec.name === ID_INDEX.name || (named && sameIndex(named.spec, spec))) return false;
    if (named) throw nameConflict(named.spec, spec);
    if (alike) {
      const message = `Index already exists with other options or another name: ${alike.spec.name}`;
      throw new CommandError('IndexOptionsConflict', message);
    }
    if (this.#indexes.size >= MAX_INDEXES) throw new CommandError('CannotCreateIndex', 'too many indexes');
    const index = new Index(spec, this.#documents);
    index.assertValid(this.namespace);
    this.#indexes.set(spec.name, index);
    this.#log.append('createIndex', this.namespace, encode(indexDoc(spec)), () => this.#indexes.delete(spec.name));
    return true;
  }

  dropIndex(name: string): void {
    if (name === ID_INDEX.name) throw new CommandError('InvalidOptions', 'cannot drop _id index');
    const index = this.#indexes.get(name);
    if (!index) throw new CommandError('IndexNotFound', `index not found with name [${name}]`);
    this.#indexes.delete(name);
    this.#log.append('dropIndex', this.namespace, encode({ name }), () => {
      index.reset();
      this.#indexes.set(name, index);
    });
  }

  /** Returns the keys of a document in these indexes; throws when another document has one of a unique index. */
  #freeKeys(doc: Doc, self: Stored | undefined, indexes?: Iterable<Index>): Map<Index, string[]> {
    const keys = this.#keys(doc, indexes);
    for (const [index, own] of keys) index.assertFree(own, doc, self, this.namespace);
    return keys;
  }

  #keys(doc: Doc, indexes: Iterable<Index> = this.#indexes.values()): Map<Index, string[]> {
    return new Map(Array.from(indexes, (index) => [index, index.keys(doc)]));
  }

  #put(stored: Stored, keys = this.#keys(stored.doc)): void {
    this.#documents.set(stored.id, stored);
    this.#bytes += stored.size;
    for (const [index, own] of keys) index.add(stored, own);
  }

  #removeStored(stored: Stored): void {
    for (const index of this.#indexes.values()) index.remove(stored, index.keys(stored.doc));
    this.#documents.delete(stored.id);
    this.#bytes -= stored.size;
  }

  /** Replaces `keys` in the indexes whose keys may have changed. */
  #swapContent(stored: Stored, next: { doc: Doc; size: number }, keys = this.#keys(next.doc)): void {
    for (const [index, own] of keys) {
      const before = index.keys(stored.doc);
      if (before.length === own.length && before.every((key, i) => key === own[i])) continue;
      index.remove(stored, before);
      index.add(stored, own);
    }
    this.#bytes += next.size - stored.size;
    stored.exchange(next.doc, next.size);
  }
}

function* inIndex({ index, stretches, backwards }: Plan): Generator<Stored> {
  for (const { low, high } of stretches) yield* index.between(low, high, backwards);
}

function assertInTime(deadline: number | undefined): void {
  if (deadline !== undefined && Date.now() > deadline) {
    throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit');
  }
}

function nameConflict(known: IndexSpec, spec: IndexSpec): CommandError {
  const { expireAfterSeconds } = known;
  const onlyExpiry = sameIndex(known, { ...spec, expireAfterSeconds });
  const message = `An existing index has the same name as the requested index: ${spec.name}`;
  return new CommandError(onlyExpiry ? 'IndexOptionsConflict' : 'IndexKeySpecsConflict', message);
}

function encodeLimited(doc: Doc): Buffer {
  const bson = encode(doc);
  if (bson.length <= MAX_DOCUMENT) return bson;
  throw new CommandError(
    'BSONObjectTooLarge',
    `object to insert too large. size in bytes: ${bson.length}, max size: ${MAX_DOCUMENT}`,
  );
}
