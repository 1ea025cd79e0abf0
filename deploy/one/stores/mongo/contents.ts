import { Collection } from './collection.ts';
import type { Statement } from './compaction.ts';
import type { Doc } from './doc.ts';
import type { Entry } from './frames.ts';
import { ID_INDEX, type IndexSpec, indexDoc, parseIndex } from './index-spec.ts';
import type { Log } from './log.ts';
import { keyOf } from './order.ts';

type Contents = { documents: Map<string, { doc: Doc; size: number }>; indexes: Map<string, IndexSpec> };

/** The contents of the collections while the log is read. Indexes are made at the end, when all documents are known. */
export class Loading {
  readonly #contents = new Map<string, Contents>();

  apply({ kind, namespace, doc, size }: Entry): void {
    if (kind === 'drop') {
      this.#contents.delete(namespace);
      return;
    }
    const { documents, indexes } = this.#at(namespace);
    if (kind === 'put') documents.set(keyOf(doc._id), { doc, size });
    else if (kind === 'delete') documents.delete(keyOf(doc._id));
    else if (kind === 'createIndex') indexes.set(String(doc.name), parseIndex(doc));
    else if (kind === 'dropIndex') indexes.delete(String(doc.name));
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
      new Collection(namespace, log, { documents: documents.values(), indexes: indexes.values() }),
    ]);
    return new Map(made);
  }
}

/** What the log must say for the present state to come back. The state is fixed now, it may be read slowly. */
export function statementsOf(collections: Iterable<Collection>): Iterable<Statement> {
  const state = Array.from(collections, (collection) => ({
    namespace: collection.namespace,
    indexes: collection.indexes,
    documents: collection.documents(),
  }));
  return statements(state);
}

function* statements(
  state: readonly { namespace: string; indexes: IndexSpec[]; documents: Doc[] }[],
): Generator<Statement> {
  for (const { namespace, indexes, documents } of state) {
    yield { kind: 'create', namespace, doc: {} };
    for (const spec of indexes) {
      if (spec.name !== ID_INDEX.name) yield { kind: 'createIndex', namespace, doc: indexDoc(spec) };
    }
    for (const doc of documents) yield { kind: 'put', namespace, doc };
  }
}
