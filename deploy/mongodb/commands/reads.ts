import type { Doc, Value } from '../doc.ts';
import { CommandError } from '../errors.ts';
import { sortParts } from '../keys.ts';
import { keyOf } from '../order.ts';
import { valuesAt } from '../paths.ts';
import { findProjection } from '../projection.ts';
import { compileFilter } from '../query.ts';
import { type Command, deadlineOf, namespaceOf, type Request } from './command.ts';

export const find: Command = {
  names: ['find'],
  fields: [
    ...['find', 'filter', 'sort', 'projection', 'skip', 'limit', 'batchSize', 'singleBatch', 'noCursorTimeout'],
    ...['hint', 'allowDiskUse', 'allowPartialResults'],
  ],
  unsupported: [
    ...['collation', 'let', 'min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay'],
    ...['readOnce', 'allowSpeculativeMajorityRead', 'runtimeConstants', 'rawData'],
  ],
  run(request) {
    const { args, cursors } = request;
    const namespace = namespaceOf(request);
    const projection = args.doc('projection');
    const project = projection ? findProjection(projection) : undefined;
    const docs = matches(request, namespace, 'filter', sortParts(args.doc('sort') ?? {}));
    const cursor = cursors.first(namespace, docs, {
      batchSize: args.count('batchSize'),
      single: args.flag('singleBatch'),
      lasting: args.flag('noCursorTimeout'),
      project,
    });
    return { cursor };
  },
};

function matches(request: Request, namespace: string, name: string, sort: ReturnType<typeof sortParts>): Doc[] {
  const { args, store } = request;
  const filter = args.doc(name) ?? {};
  const search = {
    filter,
    match: compileFilter(filter),
    sort,
    skip: args.count('skip') ?? 0,
    limit: args.count('limit') ?? 0,
    deadline: deadlineOf(request),
  };
  return (
    store
      .collection(namespace)
      ?.find(search)
      .map((stored) => stored.doc) ?? []
  );
}

export const count: Command = {
  names: ['count'],
  fields: ['count', 'query', 'limit', 'skip', 'hint', 'fields'],
  unsupported: ['collation', 'rawData'],
  run(request) {
    return { n: matches(request, namespaceOf(request), 'query', []).length };
  },
};

export const distinct: Command = {
  names: ['distinct'],
  fields: ['distinct', 'key', 'query', 'hint'],
  unsupported: ['collation', 'rawData'],
  run(request) {
    const path = request.args.text('key').split('.');
    const found = new Map<string, Value>();
    for (const doc of matches(request, namespaceOf(request), 'query', [])) {
      for (const value of valuesAt(doc, path)) {
        const key = keyOf(value);
        if (!found.has(key)) found.set(key, value);
      }
    }
    return { values: [...found.values()] };
  },
};

export const getMore: Command = {
  names: ['getMore'],
  fields: ['getMore', 'collection', 'batchSize'],
  unsupported: ['term', 'lastKnownCommittedOpTime'],
  run({ args, database, cursors }) {
    const namespace = `${database}.${args.text('collection')}`;
    return { cursor: cursors.next(args.value('getMore') ?? null, namespace, args.count('batchSize')) };
  },
};

export const killCursors: Command = {
  names: ['killCursors'],
  fields: ['killCursors', 'cursors'],
  run({ args, cursors }) {
    const ids = args.list('cursors');
    if (ids.length === 0) throw new CommandError('BadValue', 'Must specify at least one cursor id in: killCursors');
    const killed = ids.map((id) => ({ id, known: cursors.kill(id) }));
    return {
      cursorsKilled: killed.filter(({ known }) => known).map(({ id }) => id),
      cursorsNotFound: killed.filter(({ known }) => !known).map(({ id }) => id),
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  },
};
