import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { group } from './group.ts';
import { sortBy, sortParts } from './keys.ts';
import { lookup } from './lookup.ts';
import { addFieldsStage, projectStage } from './projection.ts';
import { compileFilter } from './query.ts';
import { runStages, type StageMaker } from './stage.ts';
import { unwind } from './unwind.ts';
import { isDoc, toNumber, typeName } from './values.ts';

const match: StageMaker = (spec, { variables }) => {
  const test = compileFilter(docOf(spec, 15959, 'the match filter must be an expression in an object'), variables);
  return (docs) => docs.filter(test);
};

const sort: StageMaker = (spec) => {
  const parts = sortParts(docOf(spec, 15973, 'the $sort key specification must be an object'));
  if (parts.length === 0) throw new CommandError(15976, '$sort stage must have at least one sort key');
  return (docs) => sortBy(docs, parts, (doc) => doc);
};

const limit: StageMaker = (spec) => {
  const most = whole(spec, 15957, '$limit');
  if (most <= 0) throw new CommandError(15958, 'the limit must be positive');
  return (docs) => docs.slice(0, most);
};

const skip: StageMaker = (spec) => {
  const first = whole(spec, 15972, '$skip');
  if (first < 0) throw new CommandError(15956, 'Argument to $skip cannot be negative');
  return (docs) => docs.slice(first);
};

const count: StageMaker = (spec) => {
  if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ and .');
  }
  return (docs) => (docs.length === 0 ? [] : [{ [spec]: docs.length }]);
};

const project: StageMaker = (spec, { variables }) => {
  const change = projectStage(docOf(spec, 15969, '$project specification must be an object'), variables);
  return (docs) => docs.map(change);
};

const addFields: StageMaker = (spec, { variables }) => {
  const change = addFieldsStage(docOf(spec, 40272, '$addFields specification stage must be an object'), variables);
  return (docs) => docs.map(change);
};

const replaceRoot: StageMaker = (spec, { variables }) => {
  const { newRoot, ...others } = docOf(spec, 40229, 'expected an object as specification for $replaceRoot stage');
  if (newRoot === undefined) throw new CommandError(40231, 'no newRoot specified for the $replaceRoot stage');
  if (Object.keys(others).length > 0) throw new CommandError(40230, 'unrecognized option to $replaceRoot stage');
  const expression = compileExpression(newRoot, variables);
  return (docs) =>
    docs.map((doc) => {
      const root = expression(doc);
      if (isDoc(root)) return root;
      throw new CommandError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulted in: ${typeName(root)}`,
      );
    });
};

const facet: StageMaker = (spec, context) => {
  if (context.inFacet) throw new CommandError(40600, '$facet is not allowed to be used within a $facet stage');
  const facets = Object.entries(docOf(spec, 40169, 'the $facet specification must be an object')).map(
    ([name, source]) => {
      if (!Array.isArray(source)) throw new CommandError(40170, `arguments to $facet must be arrays, ${name} is not`);
      const pipeline = source.map((stage) => docOf(stage, 40171, 'elements of arrays in $facet must be objects'));
      return { name, stages: context.compile(pipeline, { ...context, inFacet: true }) };
    },
  );
  if (facets.length === 0) throw new CommandError(40169, 'the $facet specification must be a non-empty object');
  return (docs) => [
    Object.fromEntries(facets.map(({ name, stages }): [string, Doc[]] => [name, runStages(docs, stages)])),
  ];
};

function docOf(spec: Value, code: number, message: string): Doc {
  if (isDoc(spec)) return spec;
  throw new CommandError(code, message);
}

function whole(spec: Value, code: number, stage: string): number {
  const number = toNumber(spec);
  if (number !== undefined && Number.isInteger(number)) return number;
  throw new CommandError(code, `the argument of ${stage} must be a whole number`);
}

export const STAGES: ReadonlyMap<string, StageMaker> = new Map([
  ['$match', match],
  ['$sort', sort],
  ['$limit', limit],
  ['$skip', skip],
  ['$count', count],
  ['$project', project],
  ['$addFields', addFields],
  ['$set', addFields],
  ['$replaceRoot', replaceRoot],
  ['$facet', facet],
  ['$group', group],
  ['$unwind', unwind],
  ['$lookup', lookup],
]);
