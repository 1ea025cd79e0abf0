import { type Accumulator, compileAccumulator } from './accumulators.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { keyOf } from './order.ts';
import type { StageMaker } from './stage.ts';
import { isDoc } from './values.ts';

type Group = { id: Value; accumulators: { name: string; accumulator: Accumulator }[] };

/** `$group`: one document per value of `_id`, in the order in which they appeared. */
export const group: StageMaker = (spec, { variables }) => {
  if (!isDoc(spec)) throw new CommandError(15947, "a group's fields must be specified in an object");
  const { _id: idSource, ...fields } = spec;
  if (idSource === undefined) throw new CommandError(15955, 'a group specification must include an _id');
  const id = compileExpression(idSource, variables);
  const makers = Object.entries(fields).map(([name, source]) => ({
    name,
    make: compileAccumulator(name, source, variables),
  }));
  return (docs) => {
    const groups = new Map<string, Group>();
    for (const doc of docs) {
      const value = id(doc) ?? null;
      const key = keyOf(value);
      const known = groups.get(key) ?? {
        id: value,
        accumulators: makers.map(({ name, make }) => ({ name, accumulator: make() })),
      };
      groups.set(key, known);
      for (const { accumulator } of known.accumulators) accumulator.take(doc);
    }
    return Array.from(groups.values(), result);
  };
};

function result({ id, accumulators }: Group): Doc {
  const doc: Doc = { _id: id };
  for (const { name, accumulator } of accumulators) doc[name] = accumulator.result();
  return doc;
}
