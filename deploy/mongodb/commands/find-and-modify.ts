import type { Doc } from '../doc.ts';
import { CommandError } from '../errors.ts';
import { sortParts } from '../keys.ts';
import { findProjection } from '../projection.ts';
import { compileFilter } from '../query.ts';
import { parseUpdate } from '../update.ts';
import { changeDocuments } from '../writes.ts';
import { type Command, deadlineOf, namespaceOf, type Request } from './command.ts';

/** Changes or removes one document and returns it as before or after. */
export const findAndModify: Command = {
  names: ['findAndModify', 'findandmodify'],
  fields: [
    ...['findAndModify', 'findandmodify', 'query', 'sort', 'fields', 'new', 'remove', 'update', 'upsert'],
    ...['hint', 'bypassDocumentValidation'],
  ],
  unsupported: ['arrayFilters', 'collation', 'let', 'rawData'],
  writes: true,
  async run(request) {
    const { args } = request;
    const fields = args.doc('fields');
    const project = fields ? findProjection(fields) : (doc: Doc) => doc;
    const { doc, lastErrorObject } = args.flag('remove') ? removeOne(request) : await changeOne(request);
    return { lastErrorObject, value: doc ? project(doc) : null };
  },
};

type Outcome = { doc: Doc | undefined; lastErrorObject: Doc };

function removeOne(request: Request): Outcome {
  const { args, store } = request;
  if (args.value('update') !== undefined) {
    throw new CommandError('FailedToParse', "Cannot specify both an 'update' and 'remove': true");
  }
  if (args.flag('upsert')) throw new CommandError('FailedToParse', 'Cannot specify both upsert=true and remove=true');
  if (args.flag('new')) {
    throw new CommandError(
      'FailedToParse',
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  const collection = store.collection(namespaceOf(request));
  const filter = args.doc('query') ?? {};
  const search = { filter, match: compileFilter(filter), sort: sortParts(args.doc('sort') ?? {}), limit: 1 };
  const [found] = collection?.find({ ...search, deadline: deadlineOf(request) }) ?? [];
  if (found) collection?.remove(found);
  return { doc: found?.doc, lastErrorObject: { n: found ? 1 : 0 } };
}

async function changeOne(request: Request): Promise<Outcome> {
  const { args } = request;
  if (args.value('update') === undefined) {
    throw new CommandError('FailedToParse', "Either an 'update' or 'remove': true must be specified");
  }
  const { matched, upserted, before, after } = await changeDocuments(request, namespaceOf(request), {
    filter: args.doc('query') ?? {},
    update: parseUpdate(args.value('update'), false),
    multi: false,
    upsert: args.flag('upsert'),
    sort: sortParts(args.doc('sort') ?? {}),
  });
  const lastErrorObject: Doc = { n: upserted ? 1 : matched, updatedExisting: matched > 0 };
  if (upserted) lastErrorObject.upserted = upserted.doc._id ?? null;
  return { doc: args.flag('new') ? after : before, lastErrorObject };
}
