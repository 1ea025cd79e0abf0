import type { Collection, Search } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { Variables } from './expressions.ts';
import { sortParts } from './keys.ts';
import { compileFilter } from './query.ts';
import { runStages, type Scope, type Stage } from './stage.ts';
import { STAGES } from './stages.ts';
import { isDoc, toNumber } from './values.ts';

/** Runs the pipeline of an `aggregate`. */
export function aggregatePipeline(
  collection: Collection | undefined,
  pipeline: readonly Doc[],
  scope: Pick<Scope, 'collection' | 'deadline'>,
): Doc[] {
  const whole = { ...scope, variables: {}, inFacet: false, compile: compilePipeline, run: runPipeline };
  return runPipeline(collection, pipeline, whole);
}

function compilePipeline(pipeline: readonly Doc[], scope: Scope): Stage[] {
  return pipeline.map((source) => {
    const { name, spec } = stageOf(source);
    const make = STAGES.get(name);
    if (!make) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return make(spec, scope);
  });
}

function stageOf(source: Doc): { name: string; spec: Value } {
  const [name, ...more] = Object.keys(source);
  if (name === undefined || more.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return { name, spec: source[name] ?? null };
}

/** Runs a pipeline over a collection. What stands at its beginning is done by a search, which can use an index. */
function runPipeline(collection: Collection | undefined, pipeline: readonly Doc[], scope: Scope): Doc[] {
  const stages = compilePipeline(pipeline, scope);
  const { used, search } = leadingSearch(pipeline, scope.variables);
  const found = collection?.find({ ...search, deadline: scope.deadline });
  const docs = (found ?? []).map((stored) => stored.doc);
  return runStages(docs, stages.slice(used));
}

/**
 * The search that the stages `$match`, `$sort`, `$skip` and `$limit` at the beginning make, each at most once and in this
 * order, and how many stages these are.
 */
export function leadingSearch(pipeline: readonly Doc[], variables: Variables = {}): { used: number; search: Search } {
  let used = 0;
  const next = (name: string): Value | undefined => {
    const stage = pipeline[used];
    if (!stage || !(name in stage)) return undefined;
    used++;
    return stage[name];
  };
  const $match = next('$match');
  const $sort = next('$sort');
  const skip = toNumber(next('$skip')) ?? 0;
  const limit = toNumber(next('$limit')) ?? 0;
  const filter = isDoc($match) ? $match : {};
  const sort = sortParts(isDoc($sort) ? $sort : {});
  return { used, search: { filter, match: compileFilter(filter, variables), sort, skip, limit } };
}
