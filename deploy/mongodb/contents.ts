import { Collection } from './collection.ts';
import type { Statement } from './compaction.ts';
import { fieldNames, readFields } from './fields.ts';
import type { Entry } from './frames.ts';
import { ID_INDEX, type IndexSpec, indexDoc, parseIndex } from './index-spec.ts';
import type { Log } from './log.ts';
import { keyOf } from './order.ts';
import { bsonOf, type Content, Stored } from './stored.ts';
import { decode, encode } from './values.ts';

type Contents = { documents: Map<string, Stored>; indexes: Map<string, IndexSpec> };

const ID = fieldNames(['_id']);

const idIn = (bson: Buffer): string => keyOf(readFields(bson, ID)._id);

/** Builds the contents of the collections while the log is read. */
export class Loading {
  readonly #contents = new Map<string, Contents>();
  #seq = 0;

  apply({ kind, namespace, bson }: Entry): void {
    if (kind === 'drop') {
      this.#contents.delete(namespace);
      return;
    }
    const { documents, indexes } = this.#at(namespace);
    if (kind === 'put') this.#put(documents, bson);
    else if (kind === 'delete') documents.delete(idIn(bson));
    else if (kind === 'createIndex') {
      const spec = parseIndex(decode(bson));
      indexes.set(spec.name, spec);
    } else if (kind === 'dropIndex') indexes.delete(String(decode(bson).name));
  }

  #put(documents: Map<string, Stored>, bson: Buffer): void {
    const id = idIn(bson);
    const known = documents.get(id);
    if (known) known.exchange(bson, bson.length);
    else documents.set(id, new Stored(id, ++this.#seq, bson, bson.length));
  }

  #at(namespace: string): Contents {
    const known = this.#contents.get(namespace);
    if (known) return known;
    const contents: Contents = { documents: new Map(), indexes: new Map() };
    this.#contents.set(namespace, contents);
    return contents;
  }

  collections(log: Log): Map<string, Collection> {
    const made = Array.from(this.#contents, ([namespace, { documents, indexes }]): [string, Collection] => [
      namespace,
      new Collection(namespace, log, { documents, indexes: indexes.values() }),
    ]);
    return new Map(made);
  }
}

/** Returns the log entries that recreate the current state, of a snapshot that may be read slowly. */
export function statementsOf(collections: Iterable<Collection>): Iterable<Statement> {
  const state = Array.from(collections, (collection) => ({
    namespace: collection.namespace,
    indexes: collection.indexes,
    documents: collection.contents(),
  }));
  return statements(state);
}

function* statements(
  state: readonly { namespace: string; indexes: IndexSpec[]; documents: Content[] }[],
): Generator<Statement> {
  for (const { namespace, indexes, documents } of state) {
    yield { kind: 'create', namespace, bson: encode({}) };
    for (const spec of indexes) {
      if (spec.name !== ID_INDEX.name) yield { kind: 'createIndex', namespace, bson: encode(indexDoc(spec)) };
    }
    for (const content of documents) yield { kind: 'put', namespace, bson: bsonOf(content) };
  }
}
