import { BSONRegExp } from 'bson';
import { Arguments } from './arguments.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError, notSupported } from './errors.ts';
import { compileExpression, type Variables } from './expressions.ts';
import { valuesAt } from './paths.ts';
import { compileFilter } from './query.ts';
import type { PipelineContext, StageMaker } from './stage.ts';
import { isDoc } from './values.ts';

const FIELDS = new Set(['from', 'localField', 'foreignField', 'let', 'pipeline', 'as']);

/** `$lookup` by equality of two fields, by a pipeline with `let`, or by both. */
export const lookup: StageMaker = (spec, context) => {
  if (!isDoc(spec)) throw new CommandError('FailedToParse', 'the $lookup specification must be an object');
  const args = new Arguments('$lookup', spec);
  args.assertOnly(FIELDS, new Set());
  const from = args.text('from');
  const as = args.text('as');
  if (as === '' || as.includes('.') || as.startsWith('$')) throw notSupported(`$lookup as '${as}'`);
  const joined = joinOf(args);
  const bound = letOf(args, context);
  const pipeline = args.value('pipeline') === undefined ? undefined : args.docs('pipeline');
  if (!joined && !pipeline) {
    throw new CommandError(
      'FailedToParse',
      '$lookup requires both or neither of localField and foreignField, or a pipeline',
    );
  }
  // Compiled later for each document; here so that a mistake is reported even without documents.
  if (pipeline) context.compile(pipeline, nested(context, Object.fromEntries(bound.map(({ name }) => [name, null]))));
  return (docs) =>
    docs.map((doc) => {
      const filter = joined ? filterFor(doc, joined) : {};
      const variables = Object.fromEntries(bound.map(({ name, expression }) => [name, expression(doc) ?? null]));
      const inner = nested(context, variables);
      const found = pipeline
        ? context.run(context.collection(from), [...(joined ? [{ $match: filter }] : []), ...pipeline], inner)
        : (context.collection(from)?.find({ filter, match: compileFilter(filter) }) ?? []).map((stored) => stored.doc);
      return { ...doc, [as]: found };
    });
};

function nested(context: PipelineContext, variables: Variables): PipelineContext {
  return { ...context, variables: { ...context.variables, ...variables } };
}

type Join = { local: string; foreign: string };

function joinOf(args: Arguments): Join | undefined {
  if (args.value('localField') === undefined && args.value('foreignField') === undefined) return undefined;
  return { local: args.text('localField'), foreign: args.text('foreignField') };
}

function letOf(
  args: Arguments,
  { variables }: PipelineContext,
): { name: string; expression: (doc: Doc) => Value | undefined }[] {
  return Object.entries(args.doc('let') ?? {}).map(([name, source]) => {
    if (!/^[a-z][A-Za-z0-9_]*$/.test(name)) {
      throw new CommandError('FailedToParse', `'${name}' starts with an invalid character for a user variable name`);
    }
    return { name, expression: compileExpression(source, variables) };
  });
}

/** Matches any of the local values; null when there is none. */
function filterFor(doc: Doc, { local, foreign }: Join): Doc {
  const values = valuesAt(doc, local.split('.'));
  if (values.some((value) => value instanceof BSONRegExp)) throw notSupported('$lookup by a regular expression');
  const missing = values.length === 0 && compileFilter({ [local]: null })(doc);
  return { [foreign]: missing ? null : { $in: values } };
}
