import type { Collection } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import type { Variables } from './expressions.ts';

/** Turns documents into documents. */
export type Stage = (docs: readonly Doc[]) => Doc[];

/** Reads the operand of a stage; mistakes are found before anything runs. */
export type StageMaker = (spec: Value, scope: Scope) => Stage;

/** What a pipeline can reach besides its documents. */
export type Scope = {
  variables: Variables;
  /** Another collection of the same database. */
  collection(name: string): Collection | undefined;
  deadline?: number;
  /** Inside `$facet`. */
  inFacet: boolean;
  /** Reads a pipeline whole, so that a mistake is found before anything runs. */
  compile(pipeline: readonly Doc[], scope: Scope): Stage[];
  run(collection: Collection | undefined, pipeline: readonly Doc[], scope: Scope): Doc[];
};

export function runStages(docs: readonly Doc[], stages: readonly Stage[]): Doc[] {
  return stages.reduce<Doc[]>((input, stage) => stage(input), [...docs]);
}
