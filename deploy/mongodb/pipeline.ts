import type { Collection, Search } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { Variables } from './expressions.ts';
import { sortParts } from './keys.ts';
import { compileFilter } from './query.ts';
import { type PipelineContext, runStages, type Stage } from './stage.ts';
import { STAGES } from './stages.ts';
import { isDoc, toNumber } from './values.ts';

export function aggregatePipeline(
  collection: Collection | undefined,
  pipeline: readonly Doc[],
  context: Pick<PipelineContext, 'collection' | 'deadline'>,
): Doc[] {
  const complete = { ...context, variables: {}, inFacet: false, compile: compilePipeline, run: runPipeline };
  return runPipeline(collection, pipeline, complete);
}

function compilePipeline(pipeline: readonly Doc[], context: PipelineContext): Stage[] {
  return pipeline.map((source) => {
    const { name, spec } = stageOf(source);
    const make = STAGES.get(name);
    if (!make) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return make(spec, context);
  });
}

function stageOf(source: Doc): { name: string; spec: Value } {
  const [name, ...more] = Object.keys(source);
  if (name === undefined || more.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return { name, spec: source[name] ?? null };
}

/** Runs a pipeline over a collection. Its leading stages become a search, which can use an index. */
function runPipeline(collection: Collection | undefined, pipeline: readonly Doc[], context: PipelineContext): Doc[] {
  const stages = compilePipeline(pipeline, context);
  const { used, search } = leadingSearch(pipeline, context.variables);
  const found = collection?.find({ ...search, deadline: context.deadline });
  const docs = (found ?? []).map((stored) => stored.doc);
  return runStages(docs, stages.slice(used));
}

/**
 * Returns the search of the leading stages `$match`, `$sort`, `$skip` and `$limit`, each at most once and in this
 * order, and the number of these stages.
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
