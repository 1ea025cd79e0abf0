import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { compileExpression, type Expression, type Variables } from './expressions.ts';
import { extreme, Total } from './folds.ts';
import { keyOf } from './order.ts';
import { isDoc } from './values.ts';

/** Accumulates one value per document of a group. */
export type Accumulator = { take(doc: Doc): void; result(): Value };

type Gather = (expression: Expression) => Accumulator;

/** Collects every value and folds them at the end. */
function collected(fold: (values: Value[]) => Value): Gather {
  return (expression) => {
    const values: Value[] = [];
    return {
      take(doc) {
        const value = expression(doc);
        if (value !== undefined) values.push(value);
      },
      result: () => fold(values),
    };
  };
}

function totalled(read: (total: Total) => Value): Gather {
  return (expression) => {
    const total = new Total();
    return { take: (doc) => total.add(expression(doc)), result: () => read(total) };
  };
}

const ACCUMULATORS: ReadonlyMap<string, Gather> = new Map<string, Gather>([
  ['$sum', totalled((total) => total.value())],
  ['$avg', totalled((total) => total.mean())],
  ['$min', collected((values) => extreme(values, -1))],
  ['$max', collected((values) => extreme(values, 1))],
  ['$push', collected((values) => values)],
  ['$addToSet', collected((values) => [...new Map(values.map((value) => [keyOf(value), value])).values()])],
  ['$first', firstOf],
  ['$last', lastOf],
]);

function firstOf(expression: Expression): Accumulator {
  let first: { value: Value } | undefined;
  return {
    take(doc) {
      first ??= { value: expression(doc) ?? null };
    },
    result: () => first?.value ?? null,
  };
}

function lastOf(expression: Expression): Accumulator {
  let last: Value = null;
  return {
    take(doc) {
      last = expression(doc) ?? null;
    },
    result: () => last,
  };
}

/** Compiles `{ $sum: '$n' }`; the result creates one accumulator per group. */
export function compileAccumulator(name: string, spec: Value, variables: Variables): () => Accumulator {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDoc(spec)) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const [operator, ...more] = Object.keys(spec);
  if (operator === undefined || more.length > 0) {
    throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  }
  if (operator === '$count') return compileCount(spec.$count);
  const gather = ACCUMULATORS.get(operator);
  if (!gather) throw new CommandError(15952, `unknown group operator '${operator}'`);
  const expression = compileExpression(spec[operator] ?? null, variables);
  return () => gather(expression);
}

function compileCount(operand: Value | undefined): () => Accumulator {
  if (!isDoc(operand) || Object.keys(operand).length > 0) {
    throw new CommandError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  }
  return () => totalled((total) => total.value())(() => 1);
}
