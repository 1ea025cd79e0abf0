import { Arguments } from '../arguments.ts';
import type { Collection } from '../collection.ts';
import type { Doc, Value } from '../doc.ts';
import { CommandError } from '../errors.ts';
import { ID_INDEX, indexDoc, parseIndex } from '../index-spec.ts';
import { equal } from '../order.ts';
import { isDoc } from '../values.ts';
import { batchSizeOf } from './collections.ts';
import { type Command, namespaceOf, type Request } from './command.ts';

export const createIndexes: Command = {
  names: ['createIndexes'],
  fields: ['createIndexes', 'indexes', 'ignoreUnknownIndexOptions'],
  unsupported: ['commitQuorum', 'rawData'],
  writes: true,
  run(request) {
    const { args, store } = request;
    const specs = args.docs('indexes').map(parseIndex);
    if (specs.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create');
    const namespace = namespaceOf(request);
    const createdCollectionAutomatically = store.collection(namespace) === undefined;
    const collection = store.ensure(namespace);
    const numIndexesBefore = collection.indexes.length;
    for (const spec of specs) collection.createIndex(spec);
    const numIndexesAfter = collection.indexes.length;
    const note: Doc = numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {};
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note };
  },
};

export const listIndexes: Command = {
  names: ['listIndexes'],
  fields: ['listIndexes', 'cursor'],
  unsupported: ['rawData'],
  run(request) {
    const { args, cursors } = request;
    const docs = existing(request).indexes.map(indexDoc);
    return { cursor: cursors.first(namespaceOf(request), docs, { batchSize: batchSizeOf(args.doc('cursor')) }) };
  },
};

export const dropIndexes: Command = {
  names: ['dropIndexes'],
  fields: ['dropIndexes', 'index'],
  unsupported: ['rawData'],
  writes: true,
  run(request) {
    const collection = existing(request);
    const nIndexesWas = collection.indexes.length;
    for (const name of wanted(collection, request.args)) collection.dropIndex(name);
    return { nIndexesWas };
  },
};

/** Changes the expiry time of an index; other changes of a collection are not supported. */
export const collMod: Command = {
  names: ['collMod'],
  fields: ['collMod', 'index'],
  unsupported: [
    ...['validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline', 'expireAfterSeconds'],
    ...['timeseries', 'changeStreamPreAndPostImages', 'cappedSize', 'cappedMax', 'dryRun'],
  ],
  writes: true,
  run(request) {
    const collection = existing(request);
    const change = new Arguments('collMod.index', request.args.doc('index') ?? {});
    change.assertOnly(new Set(['keyPattern', 'name', 'expireAfterSeconds']), new Set(['hidden', 'unique']));
    const seconds = change.count('expireAfterSeconds');
    if (seconds === undefined) throw new CommandError('InvalidOptions', 'no expireAfterSeconds field');
    const index = change.value('name') ?? change.value('keyPattern') ?? null;
    const [name = ''] = wanted(collection, new Arguments('collMod', { index }));
    const spec = collection.indexes.find((each) => each.name === name);
    if (!spec) throw new CommandError('IndexNotFound', `cannot find index ${name}`);
    collection.dropIndex(name);
    collection.createIndex(parseIndex({ ...indexDoc(spec), expireAfterSeconds: seconds }));
    const { expireAfterSeconds: before } = spec;
    return { ...(before !== undefined && { expireAfterSeconds_old: before }), expireAfterSeconds_new: seconds };
  },
};

function existing(request: Request): Collection {
  const namespace = namespaceOf(request);
  const collection = request.store.collection(namespace);
  if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`);
  return collection;
}

/** Resolves an index by name or key; `*` means all that may be dropped. */
function wanted({ indexes }: Collection, args: Arguments): string[] {
  const index = args.value('index');
  if (index === undefined) throw args.missing('index');
  if (index === '*') return indexes.map(({ name }) => name).filter((name) => name !== ID_INDEX.name);
  return (Array.isArray(index) ? index : [index]).map((item: Value) => {
    if (typeof item === 'string') return item;
    const found = isDoc(item) ? indexes.find(({ key }) => equal(key, item)) : undefined;
    if (found) return found.name;
    throw new CommandError('IndexNotFound', `can't find index with key: ${JSON.stringify(item)}`);
  });
}
