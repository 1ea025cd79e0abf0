import { CommandError } from '../errors.ts';
import { aggregatePipeline } from '../pipeline.ts';
import { batchSizeOf } from './collections.ts';
import { type Command, deadlineOf, namespaceOf } from './command.ts';

export const aggregate: Command = {
  names: ['aggregate'],
  fields: ['aggregate', 'pipeline', 'cursor', 'hint', 'allowDiskUse', 'bypassDocumentValidation'],
  unsupported: ['explain', 'collation', 'let', 'rawData'],
  run(request) {
    const { args, store, cursors, database } = request;
    if (typeof args.value('aggregate') !== 'string') {
      throw new CommandError(
        'InvalidNamespace',
        '{aggregate: 1} is not supported by this server, a collection is required',
      );
    }
    const cursor = args.doc('cursor');
    if (!cursor) throw new CommandError('FailedToParse', "The 'cursor' option is required");
    const namespace = namespaceOf(request);
    const docs = aggregatePipeline(store.collection(namespace), args.docs('pipeline'), {
      collection: (name) => store.collection(`${database}.${name}`),
      deadline: deadlineOf(request),
    });
    return { cursor: cursors.first(namespace, docs, { batchSize: batchSizeOf(cursor) }) };
  },
};
