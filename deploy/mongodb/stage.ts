import type { Collection } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import type { Variables } from './expressions.ts';

export type Stage = (docs: readonly Doc[]) => Doc[];

/** Compiles the operand of a stage; mistakes are reported before anything runs. */
export type StageMaker = (spec: Value, context: PipelineContext) => Stage;

/** Inputs of a pipeline besides its documents. */
export type PipelineContext = {
  variables: Variables;
  /** Another collection of the same database. */
  collection(name: string): Collection | undefined;
  deadline?: number;
  /** Whether the stage is inside `$facet`. */
  inFacet: boolean;
  /** Compiles a whole pipeline, so that a mistake is reported before anything runs. */
  compile(pipeline: readonly Doc[], context: PipelineContext): Stage[];
  run(collection: Collection | undefined, pipeline: readonly Doc[], context: PipelineContext): Doc[];
};

export function runStages(docs: readonly Doc[], stages: readonly Stage[]): Doc[] {
  return stages.reduce<Doc[]>((input, stage) => stage(input), [...docs]);
}
