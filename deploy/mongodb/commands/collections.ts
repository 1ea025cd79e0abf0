import type { Collection } from '../collection.ts';
import type { Doc } from '../doc.ts';
import { CommandError } from '../errors.ts';
import { ID_INDEX, indexDoc } from '../index-spec.ts';
import { compileFilter } from '../query.ts';
import { type Command, namespaceOf } from './command.ts';

export const create: Command = {
  names: ['create'],
  fields: ['create', 'autoIndexId'],
  unsupported: [
    ...['capped', 'size', 'max', 'timeseries', 'expireAfterSeconds', 'clusteredIndex', 'validator', 'validationLevel'],
    ...['validationAction', 'viewOn', 'pipeline', 'collation', 'storageEngine', 'indexOptionDefaults'],
    ...['changeStreamPreAndPostImages', 'encryptedFields'],
  ],
  writes: true,
  run(request) {
    request.store.ensure(namespaceOf(request));
    return {};
  },
};

export const drop: Command = {
  names: ['drop'],
  fields: ['drop'],
  writes: true,
  run(request) {
    const namespace = namespaceOf(request);
    const collection = request.store.collection(namespace);
    const reply: Doc = { ns: namespace };
    if (!collection) return reply;
    request.store.drop(collection);
    return { nIndexesWas: collection.indexes.length, ...reply };
  },
};

export const dropDatabase: Command = {
  names: ['dropDatabase'],
  fields: ['dropDatabase'],
  writes: true,
  run({ store, database }) {
    for (const collection of store.inDatabase(database)) store.drop(collection);
    return { dropped: database };
  },
};

export const listCollections: Command = {
  names: ['listCollections'],
  fields: ['listCollections', 'filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  unsupported: ['rawData'],
  run({ args, store, cursors, database }) {
    const match = compileFilter(args.doc('filter') ?? {});
    const nameOnly = args.flag('nameOnly');
    const docs = store
      .inDatabase(database)
      .map((collection) => collectionDoc(collection, database, nameOnly))
      .filter(match);
    return {
      cursor: cursors.first(`${database}.$cmd.listCollections`, docs, { batchSize: batchSizeOf(args.doc('cursor')) }),
    };
  },
};

function collectionDoc({ namespace }: Collection, database: string, nameOnly: boolean): Doc {
  const doc: Doc = { name: namespace.slice(database.length + 1), type: 'collection' };
  return nameOnly ? doc : { ...doc, options: {}, info: { readOnly: false }, idIndex: indexDoc(ID_INDEX) };
}

export const listDatabases: Command = {
  names: ['listDatabases'],
  fields: ['listDatabases', 'filter', 'nameOnly', 'authorizedDatabases'],
  run({ args, store }) {
    const match = compileFilter(args.doc('filter') ?? {});
    const names = new Set(store.collections().map(({ namespace }) => namespace.split('.', 1)[0] ?? ''));
    const databases = [...names].map((name): Doc => {
      const size = store.inDatabase(name).reduce((sum, { bytes }) => sum + bytes, 0);
      return args.flag('nameOnly') ? { name } : { name, sizeOnDisk: size, empty: false };
    });
    return { databases: databases.filter(match) };
  },
};

export const collStats: Command = {
  names: ['collStats', 'collstats'],
  fields: ['collStats', 'collstats', 'scale'],
  run(request) {
    const namespace = namespaceOf(request);
    const collection = request.store.collection(namespace);
    return { ns: namespace, ...sizes(collection ? [collection] : [], request.args.count('scale') || 1) };
  },
};

export const dbStats: Command = {
  names: ['dbStats', 'dbstats'],
  fields: ['dbStats', 'dbstats', 'scale'],
  run({ store, database, args }) {
    const collections = store.inDatabase(database);
    return { db: database, collections: collections.length, ...sizes(collections, args.count('scale') || 1) };
  },
};

function sizes(collections: readonly Collection[], scale: number): Doc {
  const count = collections.reduce((sum, collection) => sum + collection.count, 0);
  const bytes = collections.reduce((sum, collection) => sum + collection.bytes, 0);
  const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0);
  return {
    count,
    objects: count,
    size: bytes / scale,
    dataSize: bytes / scale,
    avgObjSize: count ? bytes / count : 0,
    indexes,
  };
}

export function batchSizeOf(cursor: Doc | undefined): number | undefined {
  const size = cursor?.batchSize;
  if (size === undefined) return undefined;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 0) return size;
  throw new CommandError('BadValue', 'cursor.batchSize must be a whole number that is not negative');
}
