import { Arguments } from '../arguments.ts';
import type { Doc } from '../doc.ts';
import { CommandError, writeError } from '../errors.ts';
import { compileFilter } from '../query.ts';
import { assertStorable, withId } from '../storable.ts';
import { parseUpdate } from '../update.ts';
import { type Changed, changeDocuments } from '../writes.ts';
import { type Command, namespaceOf } from './command.ts';

export const MAX_BATCH = 100_000;

export const insert: Command = {
  names: ['insert'],
  fields: ['insert', 'documents', 'ordered', 'bypassDocumentValidation'],
  unsupported: ['rawData'],
  writes: true,
  async run(request) {
    const { args, store } = request;
    const docs = args.docs('documents');
    assertBatch(docs.length);
    const collection = store.ensure(namespaceOf(request));
    let n = 0;
    const writeErrors = await eachStatement(docs, args.flag('ordered', true), (doc) => {
      assertStorable(doc);
      collection.insert(withId(doc));
      n++;
    });
    return { n, ...(writeErrors.length > 0 && { writeErrors }) };
  },
};

const UPDATE_FIELDS = new Set(['q', 'u', 'multi', 'upsert', 'hint']);
const UPDATE_UNSUPPORTED = new Set(['arrayFilters', 'collation', 'c', 'sort', 'sampleId']);

export const update: Command = {
  names: ['update'],
  fields: ['update', 'updates', 'ordered', 'bypassDocumentValidation'],
  unsupported: ['let', 'rawData'],
  writes: true,
  async run(request) {
    const { args } = request;
    const statements = args.docs('updates');
    assertBatch(statements.length);
    const namespace = namespaceOf(request);
    const upserted: Doc[] = [];
    let [n, nModified] = [0, 0];
    const count = (changed: Changed, index: number): void => {
      n += changed.matched + (changed.upserted ? 1 : 0);
      nModified += changed.modified;
      if (changed.upserted) upserted.push({ index, _id: changed.upserted.doc._id ?? null });
    };
    const writeErrors = await eachStatement(statements, args.flag('ordered', true), (source, index) => {
      const statement = new Arguments('update.updates', source);
      statement.assertOnly(UPDATE_FIELDS, UPDATE_UNSUPPORTED);
      const multi = statement.flag('multi');
      const changed = changeDocuments(request, namespace, {
        filter: statement.doc('q') ?? {},
        update: parseUpdate(statement.value('u'), multi),
        multi,
        upsert: statement.flag('upsert'),
      });
      if (!(changed instanceof Promise)) return count(changed, index);
      return changed.then((late) => count(late, index));
    });
    return { n, nModified, ...(upserted.length > 0 && { upserted }), ...(writeErrors.length > 0 && { writeErrors }) };
  },
};

const DELETE_FIELDS = new Set(['q', 'limit', 'hint']);
const DELETE_UNSUPPORTED = new Set(['collation', 'sampleId']);

export const remove: Command = {
  names: ['delete'],
  fields: ['delete', 'deletes', 'ordered'],
  unsupported: ['let', 'rawData'],
  writes: true,
  async run(request) {
    const { args, store } = request;
    const statements = args.docs('deletes');
    assertBatch(statements.length);
    const collection = store.collection(namespaceOf(request));
    let n = 0;
    const writeErrors = await eachStatement(statements, args.flag('ordered', true), (source) => {
      const statement = new Arguments('delete.deletes', source);
      statement.assertOnly(DELETE_FIELDS, DELETE_UNSUPPORTED);
      const filter = statement.doc('q') ?? {};
      const found = collection?.find({ filter, match: compileFilter(filter), limit: deleteLimit(statement) }) ?? [];
      for (const stored of found) {
        collection?.remove(stored);
        n++;
      }
    });
    return { n, ...(writeErrors.length > 0 && { writeErrors }) };
  },
};

function deleteLimit(statement: Arguments): number {
  const limit = statement.count('limit');
  if (limit === undefined) throw statement.missing('limit');
  if (limit > 1) {
    throw new CommandError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  return limit;
}

function assertBatch(length: number): void {
  if (length >= 1 && length <= MAX_BATCH) return;
  const message = `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${length} operations.`;
  throw new CommandError('InvalidLength', message);
}

/** Runs the statements of a batch and collects their errors; an ordered batch ends with the first. */
async function eachStatement(
  statements: readonly Doc[],
  ordered: boolean,
  run: (doc: Doc, index: number) => void | Promise<void>,
): Promise<Doc[]> {
  const errors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const running = run(statement, index);
      // Most statements finish synchronously; awaiting each would slow the batch.
      if (running) await running;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      errors.push(writeError(error, index));
      if (ordered) break;
    }
  }
  return errors;
}
