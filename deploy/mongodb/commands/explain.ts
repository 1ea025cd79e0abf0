import { Arguments } from '../arguments.ts';
import type { Search } from '../collection.ts';
import type { Doc } from '../doc.ts';
import { CommandError } from '../errors.ts';
import { explainSearch } from '../explanation.ts';
import { sortParts } from '../keys.ts';
import { leadingSearch } from '../pipeline.ts';
import { compileFilter } from '../query.ts';
import { isDoc } from '../values.ts';
import { type Command, namespaceOf } from './command.ts';

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Explains how a command finds its documents, without changing them; dispatch.ts checks the fields of that command. */
export const explain: Command = {
  names: ['explain'],
  fields: ['explain', 'verbosity'],
  run(request) {
    const { args, store } = request;
    const verbosity = String(args.value('verbosity') ?? 'allPlansExecution');
    if (!VERBOSITIES.includes(verbosity)) throw new CommandError('BadValue', `unknown verbosity: ${verbosity}`);
    const command = args.doc('explain') ?? {};
    const [name = ''] = Object.keys(command);
    const search = SEARCHES.get(name)?.(new Arguments(name, command));
    if (!search) throw new CommandError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
    const collection = store.collection(namespaceOf({ ...request, args: new Arguments(name, command) }));
    const { wrap, ...rest } = search;
    const explained = explainSearch(collection, rest, verbosity !== 'queryPlanner');
    return { explainVersion: '1', ...wrap(explained), command };
  },
};

type Explained = Search & { wrap(explained: Doc): Doc };

const asItIs = (explained: Doc): Doc => explained;

/** Wraps the plan in the stage that changes the matches. */
const over =
  (stage: string) =>
  (explained: Doc): Doc => {
    const { queryPlanner, ...rest } = explained as { queryPlanner: { winningPlan: Doc } };
    const { winningPlan: found } = queryPlanner;
    // MongoDB does not show the limit of one document under a write.
    const winningPlan = {
      stage,
      inputStage: found.stage === 'LIMIT' && isDoc(found.inputStage) ? found.inputStage : found,
    };
    return { ...rest, queryPlanner: { ...queryPlanner, winningPlan } };
  };

/** The search of each command, built as in its own file. */
const SEARCHES: ReadonlyMap<string, (args: Arguments) => Explained> = new Map([
  ['find', (args: Arguments) => ({ ...searchOf(args, 'filter'), wrap: asItIs })],
  ['count', (args: Arguments) => ({ ...searchOf(args, 'query'), wrap: over('COUNT') })],
  ['distinct', (args: Arguments) => ({ ...searchOf(args, 'query'), wrap: asItIs })],
  ['aggregate', ofPipeline],
  ['update', (args: Arguments) => ofStatement(args, 'updates', 'UPDATE')],
  ['delete', (args: Arguments) => ofStatement(args, 'deletes', 'DELETE')],
  [
    'findAndModify',
    (args: Arguments) => ({
      ...searchOf(args, 'query'),
      limit: 1,
      wrap: over(args.flag('remove') ? 'DELETE' : 'UPDATE'),
    }),
  ],
]);

function searchOf(args: Arguments, filterName: string): Search {
  const filter = args.doc(filterName) ?? {};
  return {
    filter,
    match: compileFilter(filter),
    sort: sortParts(args.doc('sort') ?? {}),
    skip: args.count('skip') ?? 0,
    limit: args.count('limit') ?? 0,
  };
}

function ofStatement(args: Arguments, list: 'updates' | 'deletes', stage: string): Explained {
  const [source, ...more] = args.docs(list);
  if (!source || more.length > 0) {
    throw new CommandError('InvalidLength', `explained write batches must be of size 1: ${list}`);
  }
  const statement = new Arguments(`${args.name}.${list}`, source);
  const one = list === 'updates' ? !statement.flag('multi') : statement.count('limit') === 1;
  const filter = statement.doc('q') ?? {};
  return { filter, match: compileFilter(filter), limit: one ? 1 : 0, wrap: over(stage) };
}

/** Names the stages after the search as in the request. */
function ofPipeline(args: Arguments): Explained {
  const pipeline = args.docs('pipeline');
  const { used, search } = leadingSearch(pipeline);
  return { ...search, wrap: (explained) => ({ stages: [{ $cursor: explained }, ...pipeline.slice(used)] }) };
}
