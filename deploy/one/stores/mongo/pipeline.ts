import type { Collection } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
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
  const { used, filter, sort, skip, limit } = leading(pipeline);
  const found = collection?.find({
    filter,
    match: compileFilter(filter, scope.variables),
    sort: sortParts(sort),
    skip,
    limit,
    deadline: scope.deadline,
  });
  const docs = (found ?? []).map((stored) => stored.doc);
  return runStages(docs, stages.slice(used));
}

/** The stages `$match`, `$sort`, `$skip` and `$limit` at the beginning, each at most once and in this order. */
function leading(pipeline: readonly Doc[]): { used: number; filter: Doc; sort: Doc; skip: number; limit: number } {
  let used = 0;
  const next = (name: string): Value | undefined => {
    const stage = pipeline[used];
    if (!stage || !(name in stage)) return undefined;
    used++;
    return stage[name];
  };
  const filter = next('$match');
  const sort = next('$sort');
  const skip = next('$skip');
  const limit = next('$limit');
  return {
    used,
    filter: isDoc(filter) ? filter : {},
    sort: isDoc(sort) ? sort : {},
    skip: toNumber(skip) ?? 0,
    limit: toNumber(limit) ?? 0,
  };
}
